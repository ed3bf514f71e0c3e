import { createHash } from 'node:crypto'
import { BOT_LINK_TTL_MS } from '@tsedra/contract/bot'
import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'

/** What is kept of a way to the bot. */
export interface NewBotLink {
  nonceHash: string
  /** Two digits that the page shows and the bot asks for; null where it asks for none. */
  number: string | null
}

/** What the database keeps of a nonce: it opens nothing. */
export const hashNonce = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url')

/** Where a way leads, as the table has it: to the phone of an attempt, an account, an order. */
export type BotLinkTarget = { attempt_id: string; phone: string } | { user_id: string } | { order_id: string }

/** Keeps a way to the bot, good for LINK_MS; an earlier one to the same goal leads nowhere any more. */
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
