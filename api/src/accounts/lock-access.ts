import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import type { SignedInUser } from './session-store.ts'
import type { StoredUser } from './user-store.ts'

/** An account as it was read when its user authenticated. */
export type AuthenticatedUser = Pick<StoredUser, 'id' | 'accessEpoch'>

/**
 * Locks the account until the end of the transaction and returns whether its authentication is still valid: no revocation
 * since the account was read, and it may sign in. `revokeAccess` locks the same row, so the two run one after the other.
 */
export async function lockAccess(trx: Knex.Transaction, { id, accessEpoch }: AuthenticatedUser): Promise<boolean> {
  // mutation test: session-epoch-compared, session-waits-for-revocation
  const row = await trx('users')
    .where({ id, access_epoch: accessEpoch, is_active: true, is_verified: true })
    .forNoKeyUpdate()
    .first('id')
  return row !== undefined
}

/**
 * Locks the account and the session of a request until the end of the transaction: for changes that must not follow a
 * revocation of that session.
 *
 * @throws Refusal `unauthorized` when the session has ended since the request was authenticated
 */
export async function lockSession(trx: Knex.Transaction, user: SignedInUser): Promise<void> {
  const isLocked = await lockAccess(trx, user)
  // A separate statement sees what other transactions committed while the first one waited for its lock.
  const session =
    isLocked &&
    (await trx('user_sessions').where({ id_hash: user.session, revoked_at: null }).forUpdate().first('id_hash'))
  if (!session) throw new Refusal('unauthorized', 'Unauthorized: sign in first.')
}
