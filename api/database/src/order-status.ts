import { staffMessageOutdated } from '@tsedra/contract/jobs'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Knex } from 'knex'
import { type Actor, audit } from './audit.ts'
import type { Db } from './connection.ts'
import { notifyCustomerChats } from './order-chats.ts'
import { emailedStatuses, queueOrderEmail } from './order-emails.ts'
import { queueJob } from './outbox.ts'
import { readMatchingOrders } from './possible-duplicates.ts'

interface StatusChange {
  orderId: string
  to: OrderStatus
  /** Required previous status; absent: any. */
  from?: OrderStatus
  /** The acting user; a customer is recorded without a name. */
  by: Actor | 'customer'
}

export interface StatusChangeResult {
  before: OrderStatus
  /** False when the order has this status already, or another one than `from`. */
  changed: boolean
}

/**
 * Changes the status of an order together with its history, the audit log, the customer's chats and the staff messages
 * (infra/decisions/0029-order-administration.md). Locks the order, so its last event always equals its status. Returns
 * undefined when there is no such order.
 */
export async function changeStatus(
  trx: Knex.Transaction,
  { orderId, to, from, by }: StatusChange,
): Promise<StatusChangeResult | undefined> {
  // mutation test: status-changes-serialised
  const order = await trx('orders').where({ id: orderId }).forUpdate().first<{ status: OrderStatus }>('status')
  if (!order) return undefined
  const before = order.status
  // mutation test: stale-button-refused
  if (before === to || (from && before !== from)) return { before, changed: false }

  await trx('orders').where({ id: orderId }).update({ status: to, updated_at: trx.fn.now() })
  const actorColumns = by === 'customer' ? { actor: 'customer' } : { actor: 'staff', user_id: by.id }
  // The clock and not the start of the transaction, which may have waited for another change.
  const created_at = trx.raw('clock_timestamp()')
  const [event] = await trx('order_events').insert(
    { order_id: orderId, kind: 'status', old_status: before, new_status: to, ...actorColumns, created_at },
    ['id'],
  )
  // mutation test: status-change-audited
  if (by !== 'customer') {
    await audit(trx, by, { action: 'order.changed', id: orderId, before: { status: before }, after: { status: to } })
  }
  // mutation test: status-sent-to-chats
  await notifyCustomerChats(trx, orderId)
  // mutation test: status-sent-by-email
  if (emailedStatuses.includes(to)) await queueOrderEmail(trx, orderId, Number((event as { id: string }).id))
  // mutation test: status-shown-in-message
  await queueStaffMessageUpdates(trx, orderId)
  // mutation test: duplicate-mark-removed
  if (before === 'cancelled' || to === 'cancelled')
    await queueDuplicateMessageUpdates(trx, orderId, await readMatchingOrders(trx, orderId))
  return { before, changed: true }
}

/** Queues updates of the messages about possible duplicates, which show whether the order is still one. */
export async function queueDuplicateMessageUpdates(
  trx: Knex.Transaction,
  orderId: string,
  matches: Iterable<string>,
): Promise<void> {
  const event = await readLastChange(trx, orderId)
  for (const match of matches) {
    const messages = await trx('order_messages')
      .where({ order_id: match })
      .orderBy('message_id')
      .select<{ chat_id: string; message_id: string }[]>('chat_id', 'message_id')
    for (const { chat_id: chatId, message_id: id } of messages) {
      // The event is that of the other order, so its dedupe key is new each time.
      await queueJob(trx, staffMessageOutdated, { orderId: match, chatId, messageId: Number(id), event })
    }
  }
}

/** A message in the staff chat, by its Telegram ids. */
export interface StaffMessage {
  chatId: string
  messageId: number
}

/** Queues an update of every message about this order, or of one of them. */
export async function queueStaffMessageUpdates(
  trx: Knex.Transaction,
  orderId: string,
  only?: StaffMessage,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { messages: StaffMessage[] | null }[] }>(
    `SELECT json_agg(json_build_object('chatId', chat_id, 'messageId', message_id) ORDER BY message_id) AS messages
     FROM order_messages WHERE order_id = ?`,
    [orderId],
  )
  const event = await readLastChange(trx, orderId)
  for (const message of only ? [only] : (rows[0]?.messages ?? [])) {
    await queueJob(trx, staffMessageOutdated, { orderId, ...message, event })
  }
}

/** Returns the last event that changed the status or the lines of an order; 0 before the first. */
export async function readLastChange(db: Db, orderId: string): Promise<number> {
  const row = await db('order_events')
    .where({ order_id: orderId })
    .whereRaw("(kind = 'status' OR version IS NOT NULL)")
    .max('id', { as: 'event' })
    .first<{ event: string | null }>()
  return Number(row?.event ?? 0)
}

/** Stores which message in Telegram is about an order, so that later changes update it. */
export async function storeStaffMessage(
  trx: Knex.Transaction,
  orderId: string,
  { chatId, messageId }: StaffMessage,
  isRepeated: boolean,
): Promise<void> {
  await trx('order_messages')
    .insert({ chat_id: chatId, message_id: messageId, order_id: orderId, is_repeated: isRepeated })
    .onConflict()
    .ignore()
}

/** Returns whether the message states that it may be a repeat; undefined for an unknown message. */
export async function readStaffMessage(db: Db, { chatId, messageId }: StaffMessage): Promise<boolean | undefined> {
  const row = await db('order_messages')
    .where({ chat_id: chatId, message_id: messageId })
    .first<{ is_repeated: boolean } | undefined>('is_repeated')
  return row?.is_repeated
}

/** The last change of an order's status. */
export interface LastStatusChange {
  event: number
  actor: 'customer' | 'staff' | 'system'
  /** Name of the staff member; null when a customer made the change or the account is deleted. */
  name: string | null
  at: Date
}

/** Returns undefined while the order has its initial status. */
export async function readLastStatusChange(db: Db, orderId: string): Promise<LastStatusChange | undefined> {
  const { rows } = await db.raw<{ rows: (Omit<LastStatusChange, 'event'> & { event: string })[] }>(
    `SELECT e.id AS event, e.actor, nullif(trim(u.first_name || ' ' || u.last_name), '') AS name, e.created_at AS at
     FROM order_events e LEFT JOIN users u ON u.id = e.user_id
     WHERE e.order_id = ? AND e.kind = 'status' ORDER BY e.id DESC LIMIT 1`,
    [orderId],
  )
  return rows[0] && { ...rows[0], event: Number(rows[0].event) }
}
