import type { Knex } from 'knex'

/**
 * Ends everything that lets somebody in to an account, or is about to: sessions, sign-ins in flight, attempts that wait for a
 * code, links to the bot. Returns how many sessions were open.
 *
 * Locks the account first, as `holdAccess` and `holdOwner` do: of two transactions one is done before the other begins.
 */
export async function revokeAccess(trx: Knex.Transaction, userId: string): Promise<number> {
  await trx('users').where({ id: userId }).increment('access_epoch', 1)
  const revoked_at = trx.fn.now()
  const ended = await trx('user_sessions').where({ user_id: userId }).whereNull('revoked_at').update({ revoked_at })
  // mutation test: change-cancels-codes
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
