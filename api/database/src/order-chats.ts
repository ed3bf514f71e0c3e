import { orderStatusChanged } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'
import { queueJob } from './outbox.ts'

/**
 * Queues a notification for every chat of an order, its owner's chat included, about the last status change: call it in
 * the transaction that changes the status (infra/decisions/0025-telegram-bot.md).
 */
export async function notifyCustomerChats(trx: Knex.Transaction, orderId: string): Promise<void> {
  const { rows } = await trx.raw<{ rows: { chatId: string; event: string }[] }>(
    `SELECT chats.id AS "chatId", (SELECT max(id) FROM order_events WHERE order_id = chats.order_id AND kind = 'status') AS event
     FROM (
       SELECT order_id, chat_id AS id FROM order_chats
       UNION SELECT o.id, u.telegram_id FROM orders o JOIN users u ON u.id = o.user_id WHERE u.telegram_id IS NOT NULL
     ) chats WHERE chats.order_id = ?`,
    [orderId],
  )
  for (const { chatId, event } of rows)
    await queueJob(trx, orderStatusChanged, { orderId, chatId, event: Number(event) })
}

/** Returns the text data of a status update; undefined after a later status change, or when the order is deleted. */
export async function readStatusUpdate(
  db: Db,
  { orderId, chatId, event }: { orderId: string; chatId: string; event: number },
): Promise<{ status: OrderStatus; language: Language } | undefined> {
  const { rows } = await db.raw<{ rows: { status: OrderStatus; language: Language }[] }>(
    `SELECT o.status, coalesce(c.language, u.language, o.language) AS language
     FROM orders o
       LEFT JOIN order_chats c ON c.order_id = o.id AND c.chat_id = ?
       LEFT JOIN users u ON u.id = o.user_id AND u.telegram_id = ?
     WHERE o.id = ? AND (c.order_id IS NOT NULL OR u.id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND e.kind = 'status' AND e.id > ?)`,
    [chatId, chatId, orderId, event],
  )
  return rows[0]
}
