import type { Provider } from '@tsedra/contract/providers'
import { notifyOwner } from '@tsedra/database/account-changes'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { readUser, type StoredUser } from '../user-store.ts'
import type { ProviderIdentity } from './claims.ts'
import { ProviderSignInError } from './provider-sign-in-error.ts'

const providerColumns = { google: 'google_id', apple: 'apple_id' } as const satisfies Record<Provider, string>

export interface AccountMatch {
  user: StoredUser
  /** The provider alone does not prove that the account is this user's: its password is required once. */
  requiresPassword: boolean
}

/**
 * Returns the account of a provider's user: the linked one, a new one, or the one with the same verified address
 * (infra/decisions/0026-google-and-apple-sign-in.md).
 *
 * @throws ProviderSignInError `identity_taken`, `account_closed`
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
  return linked ? matchAccount(trx, linked.id) : matchByAddress(trx, provider, identity)
}

/** Links the account with the same address if the provider runs the mailbox; otherwise its password is required. */
async function matchByAddress(
  trx: Knex.Transaction,
  provider: Provider,
  identity: ProviderIdentity,
): Promise<AccountMatch> {
  const { sub, email = null, isAuthoritative } = identity
  const column = providerColumns[provider]
  const sameAddress = await trx('users')
    .where({ email })
    .forUpdate()
    .first<{ id: string; isLinked: boolean } | undefined>('id', trx.raw('?? IS NOT NULL AS "isLinked"', [column]))
  // An account that is linked to another user of this provider stays closed: the address may have changed its owner.
  // mutation test: oauth-linked-address-refused
  if (!sameAddress || sameAddress.isLinked) throw new ProviderSignInError('identity_taken')
  const { user } = await matchAccount(trx, sameAddress.id)
  if (isAuthoritative) {
    await addProviderLink(trx, provider, { userId: user.id, sub })
    return { user, requiresPassword: false }
  }
  if (user.password === null) throw new ProviderSignInError('identity_taken')
  return { user, requiresPassword: true }
}

/** Links a provider's user to an account and notifies its owner; returns false when either is already linked. */
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
 * Unlinks a provider; returns false when it is the account's last sign-in method. One statement: of two concurrent unlinks
 * one is refused.
 *
 * @param otherProviders providers that the shop still offers
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

/** Deletes an unverified account with its sessions and codes, and cancels pending registrations of the address. */
async function discardUnverified(trx: Knex.Transaction, match: Record<string, string>): Promise<void> {
  await trx('users')
    .where({ ...match, is_verified: false, is_active: true })
    .delete()
  if (!match['email']) return
  // A pending registration may have been started by someone who does not own the address.
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
