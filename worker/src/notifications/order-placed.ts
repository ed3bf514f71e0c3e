import type { orderPlaced, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { keepMessage, readLastMove, showMessages } from '@tsedra/database/order-status'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { markTold, readOrder } from '@tsedra/database/orders'
import type { Handled } from '../jobs/run-job.ts'
import type { Telegram } from '../senders/telegram.ts'
import { orderKeys } from './order-keys.ts'
import { orderText } from './order-text.ts'

interface Deps {
  db: Db
  telegram: Telegram
  publicOrigin: string
  /** There is a bot that hears the keys under a message. */
  hasBot: boolean
}

/** Tells the staff's chat of an order. */
export function tellOfOrder({ db, telegram, publicOrigin, hasBot }: Deps) {
  return async ({ orderId }: PayloadOf<typeof orderPlaced>, repeated: boolean): Promise<Handled> => {
    const [move, order] = [await readLastMove(db, orderId), await readOrder(db, orderId)]
    if (!order) return { kind: 'nothing', reason: 'no such order' }
    const { id, status } = order
    const duplicateOf = (await readPossibleDuplicates(db, [id])).get(id)
    const text = orderText(order, { publicOrigin, repeated, move, duplicateOf })
    const delivery = await telegram.send({ ...text, ...(hasBot && { keys: orderKeys(id, status) }) })
    if (delivery.kind !== 'sent') return delivery
    return {
      ...delivery,
      async record(trx) {
        const now = await markTold(trx, id)
        await keepMessage(trx, id, delivery, repeated)
        // It changed while the message was on its way: whoever changed it knew of no message.
        // mutation test: change-while-sending-shown
        if (now !== status) await showMessages(trx, id, delivery)
      },
    }
  }
}
