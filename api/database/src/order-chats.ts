import { orderAmended, orderStatusChanged } from '@tsedra/contract/jobs'
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
  const row = await trx('order_events').where({ order_id: orderId, kind: 'status' }).max('id', { as: 'event' }).first()
  for (const chatId of await readCustomerChats(trx, orderId))
    await queueJob(trx, orderStatusChanged, { orderId, chatId, event: Number(row?.['event']) })
}

/** Queues a notification for every chat of an order about the event that changed its lines. */
export async function notifyCustomerChatsOfAmendment(
  trx: Knex.Transaction,
  orderId: string,
  event: number,
): Promise<void> {
  for (const chatId of await readCustomerChats(trx, orderId))
    await queueJob(trx, orderAmended, { orderId, chatId, event })
}

/** Returns the ids of the chats that follow an order, its owner's chat included. */
async function readCustomerChats(trx: Knex.Transaction, orderId: string): Promise<string[]> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `SELECT id FROM (
       SELECT order_id, chat_id AS id FROM order_chats
       UNION SELECT o.id, u.telegram_id FROM orders o JOIN users u ON u.id = o.user_id WHERE u.telegram_id IS NOT NULL
     ) chats WHERE order_id = ?`,
    [orderId],
  )
  return rows.map(({ id }) => id)
}

interface ChatNotification {
  orderId: string
  chatId: string
  event: number
}

type ChatOrder = { status: OrderStatus; language: Language }

/** Returns the text data of a status update; undefined after a later status change, or when the order is deleted. */
export const readStatusUpdate = (db: Db, notification: ChatNotification) =>
  readChatOrder(db, notification, "e.kind = 'status'")

/** Returns the text data about a change of the lines; undefined after a later change, or when the order is deleted. */
export const readAmendment = (db: Db, notification: ChatNotification) =>
  // mutation test: latest-amendment-sent
  readChatOrder(db, notification, 'e.version IS NOT NULL')

async function readChatOrder(
  db: Db,
  { orderId, chatId, event }: ChatNotification,
  isLaterSql: string,
): Promise<ChatOrder | undefined> {
  const { rows } = await db.raw<{ rows: ChatOrder[] }>(
    `SELECT o.status, coalesce(c.language, u.language, o.language) AS language
     FROM orders o
       LEFT JOIN order_chats c ON c.order_id = o.id AND c.chat_id = ?
       LEFT JOIN users u ON u.id = o.user_id AND u.telegram_id = ?
     WHERE o.id = ? AND (c.order_id IS NOT NULL OR u.id IS NOT NULL)
       AND NOT EXISTS (SELECT FROM order_events e WHERE e.order_id = o.id AND ${isLaterSql} AND e.id > ?)`,
    [chatId, chatId, orderId, event],
  )
  return rows[0]
}
