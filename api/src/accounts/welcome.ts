import { tellOwner } from '@tsedra/database/account-changes'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { type StoredAttempt, tieSeen } from './attempt-store.ts'
import { refuseHalfProved } from './half-proved.ts'
import { holdSession } from './hold-access.ts'
import { revokeAccess } from './revoke-access.ts'
import type { SignedIn } from './session-store.ts'
import { readUser, type StoredUser } from './user-store.ts'

/**
 * What a proved address is good for: a new account, a verified one, or a new address for an old one.
 *
 * @param current who is signed in: an address is changed by its account alone, that of staff by both their proofs
 * @throws Refusal `identity_taken` when somebody else was faster; `unauthorized`, `second_factor_required`, `code_dead`
 */
export async function welcome(
  trx: Knex.Transaction,
  attempt: StoredAttempt,
  current: SignedIn | undefined,
): Promise<StoredUser> {
  const id = await owner(trx, attempt, current)
  await tieSeen(trx, attempt.id, { userId: id, isProvedTwice: current?.id === id && current.hasSecondFactor })
  const user = await readUser(trx, id)
  if (!user?.isActive) throw taken()
  return user
}

async function owner(trx: Knex.Transaction, attempt: StoredAttempt, current: SignedIn | undefined): Promise<string> {
  const { purpose, userId, kind, identity } = attempt
  if (purpose === 'register') return settle(trx, attempt)
  if (purpose === 'verify') {
    const user = await addressed(trx, attempt)
    await trx('users').where({ id: user.id }).update({ is_verified: true, updated_at: trx.fn.now() })
    return user.id
  }
  if (!userId || userId !== current?.id) throw new Refusal('unauthorized', 'Unauthorized: sign in first.')
  refuseHalfProved(current)
  await holdSession(trx, current)
  // mutation test: address-change-told-to-old
  await tellOwner(trx, userId, kind)
  try {
    await trx('users')
      .where({ id: userId })
      .update({ [kind]: identity, updated_at: trx.fn.now() })
  } catch (error) {
    if (/^users_(email|phone)_key$/.test((error as { constraint?: string }).constraint ?? '')) throw taken()
    throw error
  }
  // mutation test: address-change-told-to-old
  await revokeAccess(trx, userId)
  return userId
}

/**
 * A new account; or the one whose owner has proved the same address in the meantime, who is signed in to what there is.
 *
 * An account that nobody has verified belongs to nobody: whoever proves the address takes it, and nothing of it stays.
 */
async function settle(trx: Knex.Transaction, attempt: StoredAttempt): Promise<string> {
  const { kind, identity, password, firstName, lastName, language } = attempt
  const own = { password, first_name: firstName, last_name: lastName, language, is_verified: true }
  const [added] = await trx('users')
    .insert({ [kind]: identity, ...own })
    .onConflict(kind)
    .ignore()
    .returning<{ id: string }[]>('id')
  if (added) return added.id

  const [left] = await trx('users')
    .where({ [kind]: identity, is_verified: false, is_active: true })
    .update({ ...own, google_id: null, apple_id: null, telegram_id: null, updated_at: trx.fn.now() })
    .returning<{ id: string }[]>('id')
  if (left) {
    await revokeAccess(trx, left.id)
    return left.id
  }
  const there = await trx('users')
    .where({ [kind]: identity })
    .first<{ id: string } | undefined>('id')
  if (!there) throw taken()
  return there.id
}

/**
 * The account that an attempt is about, as long as it has the address that was proved.
 *
 * @throws Refusal `code_dead` when the account has moved or is closed
 */
export async function addressed(db: Db, { userId, kind, identity }: StoredAttempt): Promise<StoredUser> {
  const user = userId ? await readUser(db, userId) : undefined
  // mutation test: reset-address-unchanged
  if (user?.isActive && user[kind] === identity) return user
  throw new Refusal('code_dead', 'No account has this address any more.', { canResend: false })
}

const taken = () => new Refusal('identity_taken', 'This address belongs to another account.')
