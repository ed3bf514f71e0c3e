import type { Provider } from '@tsedra/contract/third-parties'
import { notifyOwner } from '@tsedra/database/account-changes'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { readUser, type StoredUser } from '../user-store.ts'
import type { ProviderIdentity } from './claims.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

const providerColumns = { google: 'google_id', apple: 'apple_id' } as const satisfies Record<Provider, string>

export interface AccountMatch {
  user: StoredUser
  /** The account is this person's only if they know its password too. */
  requiresPassword: boolean
}

/**
 * The account of a person whom a third party has proved: theirs already, a new one, or one with the same proved address
 * (infra/decisions/0026-google-and-apple-sign-in.md).
 *
 * @throws ThirdPartyProblem `identity_taken`, `account_closed`
 */
export async function findOrCreateAccount(
  trx: Knex.Transaction,
  provider: Provider,
  identity: ProviderIdentity,
): Promise<AccountMatch> {
  const column = providerColumns[provider]
  const { sub, email = null, firstName, lastName } = identity
  await discardUnverified(trx, { [column]: sub })
  // mutation test: unverified-account-discarded
  if (email) await discardUnverified(trx, { email })

  const [added] = await trx('users')
    .insert({ [column]: sub, email, first_name: firstName, last_name: lastName, is_verified: true })
    .onConflict()
    .ignore()
    .returning<{ id: string }[]>('id')
  if (added) return matchAccount(trx, added.id)

  const linked = await trx('users')
    .where({ [column]: sub })
    .first<{ id: string } | undefined>('id')
  if (linked) return matchAccount(trx, linked.id)

  const sameAddress = await trx('users')
    .where({ email })
    .forUpdate()
    .first<{ id: string; isTied: boolean } | undefined>('id', trx.raw('?? IS NOT NULL AS "isTied"', [column]))
  // Another person of the same third party: an address that has changed hands opens nothing.
  // mutation test: oauth-linked-address-refused
  if (!sameAddress || sameAddress.isTied) throw new ProviderSignInError('identity_taken')
  const { user } = await matchAccount(trx, sameAddress.id)
  if (identity.isAuthoritative) {
    await addProviderLink(trx, provider, { userId: user.id, sub })
    return { user, requiresPassword: false }
  }
  if (user.password === null) throw new ProviderSignInError('identity_taken')
  return { user, requiresPassword: true }
}

/** Lets a third party's person into an account from now on, and tells its owner; false when one of both is tied already. */
export async function addProviderLink(
  trx: Knex.Transaction,
  provider: Provider,
  { userId, sub }: { userId: string; sub: string },
): Promise<boolean> {
  const column = providerColumns[provider]
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `UPDATE users SET ?? = ?, updated_at = now()
      WHERE id = ? AND ?? IS NULL AND NOT EXISTS (SELECT FROM users other WHERE other.?? = ?)`,
    [column, sub, userId, column, column, sub],
  )
  if (rowCount > 0) await notifyOwner(trx, userId, provider)
  return rowCount > 0
}

/**
 * Lets a third party into an account no more; false when nobody could sign in then. One statement: of two that are untied
 * at once one stays.
 *
 * @param otherProviders third parties that would still sign somebody in
 */
export async function removeProviderLink(
  db: Db,
  provider: Provider,
  userId: string,
  otherProviders: readonly Provider[],
): Promise<boolean> {
  const column = providerColumns[provider]
  const { rowCount } = await db.raw<{ rowCount: number }>(
    // mutation test: last-sign-in-method-kept, password-needs-address
    `UPDATE users SET ?? = NULL, updated_at = now()
      WHERE id = ? AND (?? IS NULL OR (password IS NOT NULL AND coalesce(email, phone) IS NOT NULL)
        ${otherProviders.map(() => 'OR ?? IS NOT NULL').join(' ')})`,
    [column, userId, column, ...otherProviders.map((otherProvider) => providerColumns[otherProvider])],
  )
  return rowCount > 0
}

/** What nobody has proved belongs to nobody: password, names, sessions and codes go with the row. */
async function discardUnverified(trx: Knex.Transaction, match: Record<string, string>): Promise<void> {
  await trx('users')
    .where({ ...match, is_verified: false, is_active: true })
    .delete()
  if (!match['email']) return
  // Registrations under way wait for the same address; whoever began them need not be its owner.
  // mutation test: pending-registration-cancelled
  await trx('pending_registrations')
    .where({ identity: match['email'] })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereNull('user_id')
    .update({ cancelled_at: trx.fn.now() })
}

async function matchAccount(trx: Knex.Transaction, id: string): Promise<AccountMatch> {
  const user = await readUser(trx, id)
  if (!user?.isActive) throw new ProviderSignInError('account_closed')
  return { user, requiresPassword: false }
}
