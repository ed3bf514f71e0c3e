import type { Language } from '@tsedra/contract/language'
import { notifyOwner } from '@tsedra/database/account-changes'
import type { VerificationPurpose } from '@tsedra/database/verifications'
import { hashNonce } from '@tsedra/database/bot-links'
import type { Knex } from 'knex'

/** An opened link to the bot: for a verification, or to link a chat to an account or an order. */
export interface OpenedLink {
  id: string
  purpose: VerificationPurpose | 'account' | 'order'
  language: Language
  /** The phone of the verification in E.164 format; null for other links. */
  phone: string | null
  attemptId: string | null
  isDecoy: boolean
  /** The user whose account the link concerns; null for a registration, a decoy and an order. */
  userId: string | null
  orderId: string | null
  /** The number that the page shows; null when the purpose requires none. */
  number: number | null
  /** Whether the user has shared their own contact with the right phone. */
  hasContact: boolean
}

/** The sender of an update. */
export interface TelegramUser {
  id: number
  username?: string | undefined
}

/** Assigns the link to the first user who opens it; undefined when it is expired, unknown or another user's. */
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

/** Returns a link that this user opened, the latest without an `id`; undefined when it is closed or expired. */
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

/** Records that the user has shared the right contact. */
export async function markContact(trx: Knex.Transaction, { id }: OpenedLink): Promise<void> {
  await trx('telegram_verifications').where({ id }).update({ contact_at: trx.fn.now() })
}

/** Records that `telegram_id` owns the phone. */
export async function markVerified(trx: Knex.Transaction, { id }: OpenedLink): Promise<void> {
  await trx('telegram_verifications').where({ id }).update({ verified: true })
}

export async function closeLink(trx: Knex.Transaction, { id }: OpenedLink): Promise<void> {
  await trx('telegram_verifications').where({ id }).update({ closed_at: trx.fn.now() })
}

/** Confirms the verification; returns false when it ended or expired concurrently. */
export async function confirmVerification(trx: Knex.Transaction, id: string): Promise<boolean> {
  const verified = await pendingVerification(trx, id)
    .whereRaw('code_expires_at > now()')
    .update({ verified_at: trx.fn.now() })
  return verified > 0
}

/** Cancels the verification: neither a code nor the bot can complete it afterwards. */
export async function cancelVerification(trx: Knex.Transaction, id: string): Promise<void> {
  await pendingVerification(trx, id).update({ cancelled_at: trx.fn.now() })
}

const pendingVerification = (trx: Knex.Transaction, id: string) =>
  trx('pending_registrations').where({ id }).whereNull('consumed_at').whereNull('cancelled_at').whereNull('verified_at')

/** Returns whether this Telegram account is linked to another account than the link's. */
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

/** Returns the masked e-mail or phone of an account: the owner recognises it, others learn little. */
export async function maskAccountName(trx: Knex.Transaction, userId: string): Promise<string> {
  const user = await trx('users').where({ id: userId }).first<{ email: string | null; phone: string | null }>()
  const [name = '', host] = user?.email?.split('@') ?? []
  return host ? `${name.slice(0, 1)}…@${host}` : `…${user?.phone?.slice(-4) ?? ''}`
}

/** Links this Telegram to the account and notifies its owner. */
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

/** Subscribes the chat to the status changes of the order. */
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
