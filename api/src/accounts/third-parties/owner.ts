import type { ThirdParty } from '@tsedra/contract/third-parties'
import { tellOwner } from '@tsedra/database/account-changes'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { readUser, type StoredUser } from '../user-store.ts'
import type { Proved } from './claims.ts'
import { ThirdPartyProblem } from './problem.ts'

const columns = { google: 'google_id', apple: 'apple_id' } as const satisfies Record<ThirdParty, string>

export interface Found {
  user: StoredUser
  /** The account is this person's only if they know its password too. */
  asksPassword: boolean
}

/**
 * The account of a person whom a third party has proved: theirs already, a new one, or one with the same proved address
 * (infra/decisions/0026-third-parties.md).
 *
 * @throws ThirdPartyProblem `identity_taken`, `account_closed`
 */
export async function ownerOf(trx: Knex.Transaction, party: ThirdParty, proved: Proved): Promise<Found> {
  const column = columns[party]
  const { sub, email = null, firstName, lastName } = proved
  await discardUnverified(trx, { [column]: sub })
  // mutation test: unverified-account-discarded
  if (email) await discardUnverified(trx, { email })

  const [added] = await trx('users')
    .insert({ [column]: sub, email, first_name: firstName, last_name: lastName, is_verified: true })
    .onConflict()
    .ignore()
    .returning<{ id: string }[]>('id')
  if (added) return found(trx, added.id)

  const theirs = await trx('users')
    .where({ [column]: sub })
    .first<{ id: string } | undefined>('id')
  if (theirs) return found(trx, theirs.id)

  const sameAddress = await trx('users')
    .where({ email })
    .forUpdate()
    .first<{ id: string; isTied: boolean } | undefined>('id', trx.raw('?? IS NOT NULL AS "isTied"', [column]))
  // Another person of the same third party: an address that has changed hands opens nothing.
  // mutation test: oauth-linked-address-refused
  if (!sameAddress || sameAddress.isTied) throw new ThirdPartyProblem('identity_taken')
  const { user } = await found(trx, sameAddress.id)
  if (proved.isAuthoritative) {
    await tie(trx, party, { userId: user.id, sub })
    return { user, asksPassword: false }
  }
  if (user.password === null) throw new ThirdPartyProblem('identity_taken')
  return { user, asksPassword: true }
}

/** Lets a third party's person into an account from now on, and tells its owner; false when one of both is tied already. */
export async function tie(
  trx: Knex.Transaction,
  party: ThirdParty,
  { userId, sub }: { userId: string; sub: string },
): Promise<boolean> {
  const column = columns[party]
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `UPDATE users SET ?? = ?, updated_at = now()
      WHERE id = ? AND ?? IS NULL AND NOT EXISTS (SELECT FROM users other WHERE other.?? = ?)`,
    [column, sub, userId, column, column, sub],
  )
  if (rowCount > 0) await tellOwner(trx, userId, party)
  return rowCount > 0
}

/**
 * Lets a third party into an account no more; false when nobody could sign in then. One statement: of two that are untied
 * at once one stays.
 *
 * @param others third parties that would still sign somebody in
 */
export async function untie(
  db: Db,
  party: ThirdParty,
  userId: string,
  others: readonly ThirdParty[],
): Promise<boolean> {
  const column = columns[party]
  const { rowCount } = await db.raw<{ rowCount: number }>(
    // mutation test: last-sign-in-method-kept, password-needs-address
    `UPDATE users SET ?? = NULL, updated_at = now()
      WHERE id = ? AND (?? IS NULL OR (password IS NOT NULL AND coalesce(email, phone) IS NOT NULL)
        ${others.map(() => 'OR ?? IS NOT NULL').join(' ')})`,
    [column, userId, column, ...others.map((other) => columns[other])],
  )
  return rowCount > 0
}

/** What nobody has proved belongs to nobody: password, names, sessions and codes go with the row. */
async function discardUnverified(trx: Knex.Transaction, where: Record<string, string>): Promise<void> {
  await trx('users')
    .where({ ...where, is_verified: false, is_active: true })
    .delete()
  if (!where['email']) return
  // Registrations under way wait for the same address; whoever began them need not be its owner.
  // mutation test: pending-registration-cancelled
  await trx('pending_registrations')
    .where({ identity: where['email'] })
    .whereNull('consumed_at')
    .whereNull('cancelled_at')
    .whereNull('user_id')
    .update({ cancelled_at: trx.fn.now() })
}

async function found(trx: Knex.Transaction, id: string): Promise<Found> {
  const user = await readUser(trx, id)
  if (!user?.isActive) throw new ThirdPartyProblem('account_closed')
  return { user, asksPassword: false }
}
