import type { orderEmailed, PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { readOrderEmail } from '@tsedra/database/order-emails'
import { readOrder } from '@tsedra/database/orders'
import { readShopIdentity } from '@tsedra/database/shop-settings'
import { createUnsubscribeToken } from '@tsedra/database/unsubscribe-tokens'
import type { JobResult } from '../jobs/run-job.ts'
import type { Mailer } from '../channels/email/mailer.ts'
import { buildOrderEmail } from './order-email-text.ts'

interface Deps {
  db: Db
  mailer: Mailer
  /** Signs the unsubscribe links. */
  codeSecret: string
  publicOrigin: string
}

/** Creates the handler that sends a customer the receipt of an order, or what has changed, to the verified address. */
export function sendOrderEmail({ db, mailer, codeSecret, publicOrigin }: Deps) {
  return async (payload: PayloadOf<typeof orderEmailed>): Promise<JobResult> => {
    const [recipient, order] = [await readOrderEmail(db, payload), await readOrder(db, payload.orderId)]
    if (!recipient || !order) return { kind: 'nothing', reason: 'there is a later change, or no recipient' }
    const { userId, email, language, about } = recipient
    const unsubscribeUrl = `${publicOrigin}/api/unsubscribe/${createUnsubscribeToken(codeSecret, userId)}`
    const content = buildOrderEmail(order, about, {
      language,
      shop: await readShopIdentity(db, language),
      orderUrl: `${publicOrigin}/order/${order.id}`,
      unsubscribeUrl,
    })
    const delivery = await mailer.send({ to: email, unsubscribeUrl, ...content })
    return delivery.kind === 'sent' ? { ...delivery, record: async () => {} } : delivery
  }
}
