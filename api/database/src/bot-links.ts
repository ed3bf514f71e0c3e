import { createHash } from 'node:crypto'
import type { Language } from '@tsedra/contract/language'
import type { Knex } from 'knex'
import { CODE_TTL_S } from './attempts.ts'

/** What is kept of a way to the bot. */
export interface NewLink {
  nonceHash: string
  /** Two digits that the page shows and the bot asks for; null where it asks for none. */
  number: string | null
}

/** What the database keeps of a nonce: it opens nothing. */
export const nonceHash = (nonce: string): string => createHash('sha256').update(nonce).digest('base64url')

/** Keeps a way to the bot, good for CODE_TTL_S seconds; an earlier one to the same end leads nowhere any more. */
export async function insertLink(
  trx: Knex.Transaction,
  {
    nonceHash: code,
    number,
    attemptId,
    phone,
    language,
  }: NewLink & { attemptId: string; phone: string; language: Language },
): Promise<void> {
  await trx('telegram_verifications')
    .where({ attempt_id: attemptId })
    .whereNull('closed_at')
    .update({ closed_at: trx.fn.now() })
  await trx('telegram_verifications').insert({
    code,
    number,
    attempt_id: attemptId,
    phone,
    language,
    expires_at: trx.raw('now() + make_interval(secs => ?)', [CODE_TTL_S]),
  })
}
