import type { Knex } from 'knex'

/**
 * Ends whatever lets somebody in to an account, or is about to: sessions, attempts that wait for a code, ways to the bot.
 * Answers how many sessions were open.
 *
 * The account is held first, as whoever spends an attempt holds it (`holdOwner`): of both one is done before the other begins.
 */
export async function revokeAccess(trx: Knex.Transaction, userId: string): Promise<number> {
  await trx('users').where({ id: userId }).forNoKeyUpdate().select('id')
  const revoked_at = trx.fn.now()
  const ended = await trx('user_sessions').where({ user_id: userId }).whereNull('revoked_at').update({ revoked_at })
  await trx('pending_registrations')
    .where({ user_id: userId })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .update({ cancelled_at: trx.fn.now() })
  await trx('telegram_verifications')
    .where({ user_id: userId })
    .whereNull('closed_at')
    .update({ closed_at: trx.fn.now() })
  return ended
}
