import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import type { SignedInUser } from './session-store.ts'
import type { StoredUser } from './user-store.ts'

/** An account as it was read when somebody proved to be its owner. */
export type AuthenticatedUser = Pick<StoredUser, 'id' | 'accessEpoch'>

/**
 * Locks the account until the end of the transaction and returns whether a proof still counts: nothing was revoked since the
 * account was read, and it may sign in. `revokeAccess` locks the same row, so one of the two is done before the other.
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
 * Locks the account and the session of a request until the end of the transaction: for changes that must not outlive a
 * revocation which came after the request was authenticated.
 *
 * @throws Refusal `unauthorized` when the session has ended meanwhile
 */
export async function lockSession(trx: Knex.Transaction, user: SignedInUser): Promise<void> {
  const isLocked = await lockAccess(trx, user)
  // A statement of its own: it has to see what was committed while the first one waited.
  const session =
    isLocked &&
    (await trx('user_sessions').where({ id_hash: user.session, revoked_at: null }).forUpdate().first('id_hash'))
  if (!session) throw new Refusal('unauthorized', 'Unauthorized: sign in first.')
}
