import { createHash } from 'node:crypto'
import { LINK_MS } from '@tsedra/contract/bot'
import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'

/** What is kept of a way to the bot. */
export interface NewLink {
  nonceHash: string
  /** Two digits that the page shows and the bot asks for; null where it asks for none. */
  number: string | null
}

/** What the database keeps of a nonce: it opens nothing. */
export const nonceHash = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url')

/** Where a way leads, as the table has it: to the phone of an attempt, an account, an order. */
export type Goal = { attempt_id: string; phone: string } | { user_id: string } | { order_id: string }

/** Keeps a way to the bot, good for LINK_MS; an earlier one to the same goal leads nowhere any more. */
export async function insertLink(
  trx: Knex.Transaction,
  { nonceHash: code, number }: NewLink,
  goal: Goal,
  language: Language,
): Promise<void> {
  await trx('telegram_verifications').where(goal).whereNull('closed_at').update({ closed_at: trx.fn.now() })
  const expires_at = trx.raw('now() + make_interval(secs => ?)', [LINK_MS / 1_000])
  await trx('telegram_verifications').insert({ code, number, ...goal, language, expires_at })
}
