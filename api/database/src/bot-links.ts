import { createHash } from 'node:crypto'
import { BOT_LINK_TTL_MS } from '@tsedra/contract/bot'
import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'

/** The stored part of a bot link. */
export interface NewBotLink {
  nonceHash: string
  /** Two digits that the page shows and the bot requests; null for a link without confirmation. */
  number: string | null
}

/** Returns the stored form of a nonce: the hash does not open the link. */
export const hashNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url')

/** The target of a bot link as table columns: the phone of a verification, an account, or an order. */
export type BotLinkTarget = { attempt_id: string; phone: string } | { user_id: string } | { order_id: string }

/** Stores a bot link, valid for BOT_LINK_TTL_MS, and closes an earlier one to the same target. */
export async function insertBotLink(
  trx: Knex.Transaction,
  { nonceHash: code, number }: NewBotLink,
  target: BotLinkTarget,
  language: Language,
): Promise<void> {
  await trx('telegram_verifications').where(target).whereNull('closed_at').update({ closed_at: trx.fn.now() })
  const expires_at = trx.raw('now() + make_interval(secs => ?)', [BOT_LINK_TTL_MS / 1_000])
  await trx('telegram_verifications').insert({ code, number, ...target, language, expires_at })
}
