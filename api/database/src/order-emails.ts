import { orderEmailed } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'
import { queueJob } from './outbox.ts'

/** Event of the receipt, which is sent when the order arrives. */
export const RECEIPT_EVENT = 0

/** Statuses that customers receive by e-mail. */
export const emailedStatuses: readonly OrderStatus[] = ['confirmed', 'cancelled']

/** Who receives e-mails about orders: `u` is the account of the order. */
export const receivesEmailsSql = 'u.email IS NOT NULL AND u.is_verified AND u.is_active AND u.order_emails'

/** Queues the e-mail about an event of an order, if its account receives e-mails: call it in the transaction of the event. */
export async function queueOrderEmail(trx: Knex.Transaction, orderId: string, event: number): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `SELECT FROM orders o JOIN users u ON u.id = o.user_id WHERE o.id = ? AND ${receivesEmailsSql}`,
    [orderId],
  )
  if (rows.length > 0) await queueJob(trx, orderEmailed, { orderId, event })
}

export interface OrderEmailRecipient {
  userId: string
  email: string
  language: Language
  /** What the e-mail is about. */
  about: 'receipt' | 'amended' | OrderStatus
}

/**
 * Returns who receives the e-mail about an event; undefined after a later event of the same kind, when the account no longer
 * receives e-mails, or when it or the order is deleted.
 */
export async function readOrderEmail(
  db: Db,
  { orderId, event }: { orderId: string; event: number },
): Promise<OrderEmailRecipient | undefined> {
  const { rows } = await db.raw<{ rows: OrderEmailRecipient[] }>(
    // mutation test: order-email-opt-out, latest-order-email-sent
    `SELECT u.id AS "userId", u.email, coalesce(u.language, o.language) AS language,
       CASE WHEN ? = ${RECEIPT_EVENT} THEN 'receipt' WHEN e.version IS NOT NULL THEN 'amended' ELSE e.new_status END AS about
     FROM orders o JOIN users u ON u.id = o.user_id LEFT JOIN order_events e ON e.id = ? AND e.order_id = o.id
     WHERE o.id = ? AND (e.id IS NOT NULL OR ? = ${RECEIPT_EVENT}) AND ${receivesEmailsSql}
       AND NOT EXISTS (SELECT FROM order_events later WHERE later.order_id = o.id AND later.id > e.id
         AND later.kind = e.kind AND (later.version IS NULL) = (e.version IS NULL) AND later.reply_id IS NULL)`,
    [event, event, orderId, event],
  )
  return rows[0]
}
