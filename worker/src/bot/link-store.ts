import type { Language } from '@tsedra/contract/language'
import { notifyOwner } from '@tsedra/database/account-changes'
import type { VerificationPurpose } from '@tsedra/database/attempts'
import { hashNonce } from '@tsedra/database/bot-links'
import type { Knex } from 'knex'

/** What one way to the bot is for: an attempt's purpose, or tying a chat to an account or an order. */
export interface OpenedLink {
  id: string
  purpose: VerificationPurpose | 'account' | 'order'
  language: Language
  /** Of an attempt, else null; E.164. */
  phone: string | null
  attemptId: string | null
  isDecoy: boolean
  /** Whose account it is about; null for a registration, a decoy and an order. */
  userId: string | null
  orderId: string | null
  /** Of the page; null where none is asked for. */
  number: number | null
  /** This person's own contact has come, and has the phone. */
  hasContact: boolean
}

/** Who writes to the bot. */
export interface TelegramUser {
  id: number
  username?: string | undefined
}

/** Gives a way to whoever opens it first; undefined when it is over, unknown or somebody else's. */
export async function openLink(
  trx: Knex.Transaction,
  nonce: string,
  { id, username }: TelegramUser,
): Promise<OpenedLink | undefined> {
  // mutation test: bot-link-one-user
  const opened = await trx('telegram_verifications')
    .where({ code: hashNonce(nonce) })
    .whereRaw('coalesce(telegram_id, ?) = ?', [String(id), String(id)])
    .update({ telegram_id: String(id), telegram_username: username ?? null, opened_at: trx.fn.now() }, ['id'])
  return opened[0] && readLink(trx, { id: opened[0].id, telegramId: id })
}

/** A way that this person has opened, the last one unless it is named; undefined when it is over. */
export async function readLink(
  trx: Knex.Transaction,
  { id, telegramId }: { id?: string; telegramId: number },
): Promise<OpenedLink | undefined> {
  const { rows } = await trx.raw<{ rows: OpenedLink[] }>(
    // mutation test: bot-link-expires
    `SELECT v.id, coalesce(p.purpose, CASE WHEN v.order_id IS NULL THEN 'account' ELSE 'order' END) AS purpose, v.language,
       v.phone, v.attempt_id AS "attemptId", coalesce(p.is_decoy, false) AS "isDecoy",
       coalesce(p.user_id, v.user_id) AS "userId", v.order_id AS "orderId", v.number,
       v.contact_at IS NOT NULL AS "hasContact"
     FROM telegram_verifications v LEFT JOIN pending_registrations p ON p.id = v.attempt_id
     WHERE v.telegram_id = ? AND v.id = coalesce(?::uuid, v.id) AND v.closed_at IS NULL AND v.expires_at > now()
       AND p.consumed_at IS NULL AND p.cancelled_at IS NULL AND p.verified_at IS NULL
     ORDER BY v.opened_at DESC LIMIT 1 FOR UPDATE OF v`,
    [String(telegramId), id ?? null],
  )
  return rows[0]
}

export async function markContact(trx: Knex.Transaction, { id }: OpenedLink): Promise<void> {
  await trx('telegram_verifications').where({ id }).update({ contact_at: trx.fn.now() })
}

/** The owner of the phone has been seen; `telegram_id` says who it is. */
export async function markVerified(trx: Knex.Transaction, { id }: OpenedLink): Promise<void> {
  await trx('telegram_verifications').where({ id }).update({ verified: true })
}

export async function closeLink(trx: Knex.Transaction, { id }: OpenedLink): Promise<void> {
  await trx('telegram_verifications').where({ id }).update({ closed_at: trx.fn.now() })
}

/** False when it was over in the meantime. */
export async function confirmVerification(trx: Knex.Transaction, id: string): Promise<boolean> {
  const verified = await pendingVerification(trx, id)
    .whereRaw('code_expires_at > now()')
    .update({ verified_at: trx.fn.now() })
  return verified > 0
}

/** Nothing can be done with it any more, by code or by bot. */
export async function cancelVerification(trx: Knex.Transaction, id: string): Promise<void> {
  await pendingVerification(trx, id).update({ cancelled_at: trx.fn.now() })
}

const pendingVerification = (trx: Knex.Transaction, id: string) =>
  trx('pending_registrations').where({ id }).whereNull('consumed_at').whereNull('cancelled_at').whereNull('verified_at')

/** Whether this Telegram belongs to another account than the one the way is about. */
export async function isLinkedElsewhere(
  trx: Knex.Transaction,
  { userId, phone }: OpenedLink,
  telegramId: number,
): Promise<boolean> {
  const other = await trx('users')
    .where({ telegram_id: String(telegramId) })
    .whereRaw('id IS DISTINCT FROM ?', [userId])
    .whereRaw('(?::text IS NULL OR phone IS DISTINCT FROM ?)', [phone, phone])
    .first('id')
  return other !== undefined
}

/** What the owner of an account knows it by, cut: who else reads it learns little. */
export async function maskAccountName(trx: Knex.Transaction, userId: string): Promise<string> {
  const user = await trx('users').where({ id: userId }).first<{ email: string | null; phone: string | null }>()
  const [name = '', host] = user?.email?.split('@') ?? []
  return host ? `${name.slice(0, 1)}…@${host}` : `…${user?.phone?.slice(-4) ?? ''}`
}

/** Links this Telegram to the account and tells its owner. */
export async function linkTelegramToAccount(
  trx: Knex.Transaction,
  userId: string,
  { id, username }: TelegramUser,
): Promise<void> {
  await notifyOwner(trx, userId, 'telegram')
  await trx('users')
    .where({ id: userId })
    .update({ telegram_id: String(id), telegram_username: username ?? null, updated_at: trx.fn.now() })
}

/** From now on the chat hears what becomes of the order. */
export async function linkChatToOrder(
  trx: Knex.Transaction,
  { orderId, language }: OpenedLink,
  chatId: number,
): Promise<void> {
  await trx('order_chats')
    .insert({ order_id: orderId, chat_id: String(chatId), language })
    .onConflict()
    .ignore()
}
