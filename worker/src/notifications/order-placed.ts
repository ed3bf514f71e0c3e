import type { orderPlaced, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { storeStaffMessage, readLastStatusChange, queueStaffMessageUpdates } from '@tsedra/database/order-status'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { markStaffNotified, readOrder } from '@tsedra/database/orders'
import type { JobResult } from '../jobs/run-job.ts'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import { buildOrderKeyboard } from './order-keyboard.ts'
import { buildOrderText } from './staff-message-text.ts'

interface Deps {
  db: Db
  staffChat: StaffChat
  publicOrigin: string
  /** Whether a bot receives presses of the buttons below a message. */
  hasBot: boolean
}

/** Creates the handler that notifies the staff chat of an order. */
export function notifyStaffOfOrder({ db, staffChat, publicOrigin, hasBot }: Deps) {
  return async ({ orderId }: PayloadOf<typeof orderPlaced>, repeated: boolean): Promise<JobResult> => {
    const [lastChange, order] = [await readLastStatusChange(db, orderId), await readOrder(db, orderId)]
    if (!order) return { kind: 'nothing', reason: 'no such order' }
    const { id, status, version } = order
    const duplicateOf = (await readPossibleDuplicates(db, [id])).get(id)
    const text = buildOrderText(order, { publicOrigin, repeated, lastChange, duplicateOf })
    const delivery = await staffChat.send({ ...text, ...(hasBot && { keyboard: buildOrderKeyboard(id, status) }) })
    if (delivery.kind !== 'sent') return delivery
    return {
      ...delivery,
      async record(trx) {
        const now = await markStaffNotified(trx, id)
        await storeStaffMessage(trx, id, delivery, repeated)
        // The order changed while the message was sent, so that change queued no update of this message.
        // mutation test: change-while-sending-shown
        if (now?.status !== status || now.version !== version) await queueStaffMessageUpdates(trx, id, delivery)
      },
    }
  }
}
