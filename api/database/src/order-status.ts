import { staffMessageOutdated } from '@tsedra/contract/jobs'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Knex } from 'knex'
import { type Actor, audit } from './audit.ts'
import type { Db } from './connection.ts'
import { notifyCustomerChats } from './order-chats.ts'
import { queueJob } from './outbox.ts'
import { readMatchingOrders } from './possible-duplicates.ts'

interface StatusChange {
  orderId: string
  to: OrderStatus
  /** Only when this is the status before; left out: from any. */
  from?: OrderStatus
  /** Who changes it; the customer has no name here. */
  by: Actor | 'customer'
}

export interface StatusChangeResult {
  before: OrderStatus
  /** False when the order has this status already, or another one than `from`. */
  changed: boolean
}

/**
 * Changes the status of an order with everything that belongs to it: history, audit log, the customer's chats, the
 * staff's message (infra/decisions/0029-order-administration.md). Changes of one order wait for one another, so its last event is
 * its status. Undefined when there is no such order.
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
  // The clock and not the beginning of the transaction, which may have waited for another change.
  const created_at = trx.raw('clock_timestamp()')
  await trx('order_events').insert({
    order_id: orderId,
    kind: 'status',
    old_status: before,
    new_status: to,
    ...actorColumns,
    created_at,
  })
  // mutation test: status-change-audited
  if (by !== 'customer') {
    await audit(trx, by, { action: 'order.changed', id: orderId, before: { status: before }, after: { status: to } })
  }
  // mutation test: status-told-to-chats
  await notifyCustomerChats(trx, orderId)
  // mutation test: status-shown-in-message
  await queueStaffMessageUpdates(trx, orderId)
  // mutation test: duplicate-mark-removed
  if (before === 'cancelled' || to === 'cancelled') await queueDuplicateMessageUpdates(trx, orderId)
  return { before, changed: true }
}

/** The messages about possible duplicates of an order show whether it is still one: written down like `showMessages`. */
async function queueDuplicateMessageUpdates(trx: Knex.Transaction, orderId: string): Promise<void> {
  const event = (await readLastStatusChange(trx, orderId))?.event ?? 0
  for (const match of await readMatchingOrders(trx, orderId)) {
    const messages = await trx('order_messages')
      .where({ order_id: match })
      .orderBy('message_id')
      .select<{ chat_id: string; message_id: string }[]>('chat_id', 'message_id')
    for (const { chat_id: chatId, message_id: id } of messages) {
      // The event is the other order's: the job is a new one each time.
      await queueJob(trx, staffMessageOutdated, { orderId: match, chatId, messageId: Number(id), event })
    }
  }
}

/** A message in the staff's chat, as Telegram names it. */
export interface StaffMessage {
  chatId: string
  messageId: number
}

/** Writes down that every message about this order, or one of them, is to show its present state. */
export async function queueStaffMessageUpdates(
  trx: Knex.Transaction,
  orderId: string,
  only?: StaffMessage,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: { event: string; messages: StaffMessage[] | null }[] }>(
    `SELECT coalesce((SELECT max(id) FROM order_events WHERE order_id = ? AND kind = 'status'), 0) AS event,
       (SELECT json_agg(json_build_object('chatId', chat_id, 'messageId', message_id) ORDER BY message_id)
        FROM order_messages WHERE order_id = ?) AS messages`,
    [orderId, orderId],
  )
  const event = Number(rows[0]?.event)
  for (const message of only ? [only] : (rows[0]?.messages ?? [])) {
    await queueJob(trx, staffMessageOutdated, { orderId, ...message, event })
  }
}

/** Remembers where staff were told of an order, so that the message can follow it. */
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

/** Whether the message says that it may have arrived before; undefined when it is not known. */
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
  /** Of the staff, null when it was somebody else or the account is gone. */
  name: string | null
  at: Date
}

/** Undefined as long as the order has the status that it came with. */
export async function readLastStatusChange(db: Db, orderId: string): Promise<LastStatusChange | undefined> {
  const { rows } = await db.raw<{ rows: (Omit<LastStatusChange, 'event'> & { event: string })[] }>(
    `SELECT e.id AS event, e.actor, nullif(trim(u.first_name || ' ' || u.last_name), '') AS name, e.created_at AS at
     FROM order_events e LEFT JOIN users u ON u.id = e.user_id
     WHERE e.order_id = ? AND e.kind = 'status' ORDER BY e.id DESC LIMIT 1`,
    [orderId],
  )
  return rows[0] && { ...rows[0], event: Number(rows[0].event) }
}
