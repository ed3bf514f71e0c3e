import type { orderShown, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { readLastMove, readMessage } from '@tsedra/database/order-status'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { readOrder } from '@tsedra/database/orders'
import type { Handled } from '../jobs/run-job.ts'
import type { Telegram } from '../senders/telegram.ts'
import { orderKeys } from './order-keys.ts'
import { orderText } from './order-text.ts'

interface Deps {
  db: Db
  telegram: Telegram
  publicOrigin: string
}

/** How often a message is edited in one go when the status changes all the while; then the job comes again. */
const TIMES = 3
const AGAIN_MS = 1_000

/**
 * Makes a message in the staff's chat show the order as it is now. An edit may be repeated, so nothing is in doubt.
 *
 * Of two edits on their way the older one may arrive last: whoever finds another status after its edit edits once more.
 */
export function showOrder({ db, telegram, publicOrigin }: Deps) {
  return async ({ orderId, chatId, messageId }: PayloadOf<typeof orderShown>): Promise<Handled> => {
    const message = { chatId, messageId }
    for (let times = 0; times < TIMES; times += 1) {
      const [move, order] = [await readLastMove(db, orderId), await readOrder(db, orderId)]
      const repeated = await readMessage(db, message)
      if (!order || repeated === undefined) return { kind: 'nothing', reason: 'no such order or message' }
      const duplicateOf = (await readPossibleDuplicates(db, [orderId])).get(orderId)
      const text = orderText(order, { publicOrigin, repeated, move, duplicateOf })
      const delivery = await telegram.edit(message, { ...text, keys: orderKeys(orderId, order.status) })
      if (delivery.kind !== 'sent') return delivery
      // mutation test: latest-status-shown
      if ((await readLastMove(db, orderId))?.event === move?.event) return { ...delivery, record: async () => {} }
    }
    return { kind: 'not_sent', reason: 'the status changes all the while', waitMs: AGAIN_MS, everyoneWaits: false }
  }
}
