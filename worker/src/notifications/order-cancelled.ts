import type { orderCancelled, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { readOrder } from '@tsedra/database/orders'
import type { JobResult } from '../jobs/run-job.ts'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import { buildCancelText } from './staff-message-text.ts'

interface Deps {
  db: Db
  staffChat: StaffChat
  publicOrigin: string
}

/** Creates the handler that notifies the staff chat of an order cancelled by its customer. */
export function notifyStaffOfCancellation({ db, staffChat, publicOrigin }: Deps) {
  return async ({ orderId }: PayloadOf<typeof orderCancelled>, repeated: boolean): Promise<JobResult> => {
    const order = await readOrder(db, orderId)
    if (!order) return { kind: 'nothing', reason: 'no such order' }
    const text = buildCancelText(order, { publicOrigin, repeated })
    const delivery = await staffChat.send({ full: text, short: text })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
