import type { ReplyInput } from '@tsedra/contract/admin-replies'
import { orderReplied } from '@tsedra/contract/jobs'
import type { Knex } from 'knex'
import { type Actor, audit } from './audit.ts'
import type { Db } from './connection.ts'
import { queueJob } from './outbox.ts'

/** Returns the chat that receives replies about an order: that of its account, otherwise one that follows the order. */
export async function readReplyChat(db: Db, orderId: string): Promise<string | undefined> {
  const { rows } = await db.raw<{ rows: { chatId: string | null }[] }>(
    `SELECT coalesce(u.telegram_id, (SELECT min(c.chat_id) FROM order_chats c WHERE c.order_id = o.id)) AS "chatId"
     FROM orders o LEFT JOIN users u ON u.id = o.user_id WHERE o.id = ?`,
    [orderId],
  )
  return rows[0]?.chatId ?? undefined
}

/**
 * Stores a reply in the history of an order, and queues its job when the bot sends it; returns undefined when the reply is
 * stored already. The text is in the history only, which retention clears.
 */
export async function storeReply(
  trx: Knex.Transaction,
  orderId: string,
  { id, channel, text }: ReplyInput,
  { by, chatId }: { by: Actor; chatId: string | undefined },
): Promise<number | undefined> {
  // mutation test: reply-stored-once
  const [event] = await trx('order_events')
    .insert(
      {
        order_id: orderId,
        kind: 'note',
        actor: 'staff',
        user_id: by.id,
        note: text,
        reply_id: id,
        reply_channel: channel,
      },
      ['id'],
    )
    .onConflict(trx.raw('(reply_id) WHERE reply_id IS NOT NULL'))
    .ignore()
  if (!event) return undefined
  // mutation test: reply-audited
  await audit(trx, by, { action: 'order.replied', id: orderId, after: { channel } })
  const eventId = Number((event as { id: string }).id)
  if (chatId !== undefined) await queueJob(trx, orderReplied, { orderId, chatId, event: eventId })
  return eventId
}

/** Returns the text of a reply; undefined when it was deleted, or when the chat no longer belongs to the order. */
export async function readReply(
  db: Db,
  { orderId, chatId, event }: { orderId: string; chatId: string; event: number },
): Promise<string | undefined> {
  // mutation test: reply-to-linked-chat
  const { rows } = await db.raw<{ rows: { note: string | null }[] }>(
    `SELECT e.note FROM order_events e JOIN orders o ON o.id = e.order_id LEFT JOIN users u ON u.id = o.user_id
     WHERE e.id = ? AND e.order_id = ?
       AND (u.telegram_id = ? OR EXISTS (SELECT FROM order_chats c WHERE c.order_id = o.id AND c.chat_id = ?))`,
    [event, orderId, chatId, chatId],
  )
  return rows[0]?.note ?? undefined
}

export async function markReplySent(trx: Knex.Transaction, event: number): Promise<void> {
  await trx('order_events').where({ id: event }).update({ reply_sent_at: trx.fn.now() })
}
