import type { Knex } from 'knex'

/**
 * Revokes all access to an account: sessions, sign-ins in flight, pending verifications and bot links. Returns the number
 * of sessions that it ended.
 *
 * Locks the account first, as `lockAccess` and `lockOwner` do: concurrent transactions run one after the other.
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
