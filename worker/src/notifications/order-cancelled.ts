import type { orderCancelled, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { readOrder } from '@tsedra/database/orders'
import type { Handled } from '../jobs/run-job.ts'
import type { Telegram } from '../senders/telegram.ts'
import { cancelText } from './order-text.ts'

interface Deps {
  db: Db
  telegram: Telegram
  publicOrigin: string
}

/** Tells the staff's chat that a customer has taken an order back. */
export function tellOfCancel({ db, telegram, publicOrigin }: Deps) {
  return async ({ orderId }: PayloadOf<typeof orderCancelled>, repeated: boolean): Promise<Handled> => {
    const order = await readOrder(db, orderId)
    if (!order) return { kind: 'nothing', reason: 'no such order' }
    const text = cancelText(order, { publicOrigin, repeated })
    const delivery = await telegram.send({ full: text, short: text })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
