import type { staffMessageOutdated, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { readLastChange, readLastStatusChange, readStaffMessage } from '@tsedra/database/order-status'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { readOrder } from '@tsedra/database/orders'
import type { JobResult } from '../jobs/run-job.ts'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import { buildOrderKeyboard } from './order-keyboard.ts'
import { buildOrderText } from './staff-message-text.ts'

interface Deps {
  db: Db
  staffChat: StaffChat
  publicOrigin: string
}

/** Maximum edits in one run while the order keeps changing; then the job is postponed. */
const MAX_EDITS = 3
const RETRY_MS = 1_000

/**
 * Creates the handler that edits a staff message to show the order's current state. Edits are idempotent.
 *
 * Of two concurrent edits the older one may arrive last, so the last change is read again after each edit.
 */
export function updateStaffMessage({ db, staffChat, publicOrigin }: Deps) {
  return async ({ orderId, chatId, messageId }: PayloadOf<typeof staffMessageOutdated>): Promise<JobResult> => {
    const message = { chatId, messageId }
    for (let edits = 0; edits < MAX_EDITS; edits += 1) {
      const event = await readLastChange(db, orderId)
      const [lastChange, order] = [await readLastStatusChange(db, orderId), await readOrder(db, orderId)]
      const repeated = await readStaffMessage(db, message)
      if (!order || repeated === undefined) return { kind: 'nothing', reason: 'no such order or message' }
      const duplicateOf = (await readPossibleDuplicates(db, [orderId])).get(orderId)
      const text = buildOrderText(order, { publicOrigin, repeated, lastChange, duplicateOf })
      const delivery = await staffChat.edit(message, { ...text, keyboard: buildOrderKeyboard(orderId, order.status) })
      if (delivery.kind !== 'sent') return delivery
      // mutation test: latest-status-shown
      if ((await readLastChange(db, orderId)) === event) return { ...delivery, record: async () => {} }
    }
    return { kind: 'not_sent', reason: 'the order keeps changing', waitMs: RETRY_MS, pausesQueue: false }
  }
}
