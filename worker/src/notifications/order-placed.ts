import type { orderPlaced, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { markTold, readOrder } from '@tsedra/database/orders'
import type { Handled } from '../run-job.ts'
import type { Telegram } from '../senders/telegram.ts'
import { orderText } from './order-text.ts'

interface Deps {
  db: Db
  telegram: Telegram
  publicOrigin: string
}

/** Tells the staff's chat of an order. */
export function tellOfOrder({ db, telegram, publicOrigin }: Deps) {
  return async ({ orderId }: PayloadOf<typeof orderPlaced>, repeated: boolean): Promise<Handled> => {
    const order = await readOrder(db, orderId)
    if (!order) return { kind: 'nothing', reason: 'no such order' }
    const { full, short } = orderText(order, { publicOrigin, repeated })
    const delivery = await telegram.send(full, short)
    return delivery.kind === 'sent' ? { ...delivery, record: (trx) => markTold(trx, orderId) } : delivery
  }
}
