import { notifyOwner } from '@tsedra/database/account-changes'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { linkVerifiedTelegram } from './link-verified-telegram.ts'
import type { StoredVerification } from './stored-verification.ts'
import { requireSecondFactor } from './require-second-factor.ts'
import { lockSession } from './lock-access.ts'
import { revokeAccess } from './revoke-access.ts'
import type { SignedInUser } from './session-store.ts'
import { readUser, type StoredUser } from './user-store.ts'

/**
 * Applies a verified address: registers an account, verifies one, or changes the address of one.
 *
 * @param current the signed-in user: only the account itself changes its address, and staff need their second factor
 * @throws Refusal `identity_taken` when another user has verified it first; `unauthorized`, `second_factor_required`, `code_dead`
 */
export async function completeVerification(
  trx: Knex.Transaction,
  verification: StoredVerification,
  current: SignedInUser | undefined,
): Promise<StoredUser> {
  const id = await resolveAccount(trx, verification, current)
  await linkVerifiedTelegram(trx, verification.id, {
    userId: id,
    hasSecondFactor: current?.id === id && current.hasSecondFactor,
  })
  const user = await readUser(trx, id)
  if (!user?.isActive) throw identityTaken()
  return user
}

async function resolveAccount(
  trx: Knex.Transaction,
  verification: StoredVerification,
  current: SignedInUser | undefined,
): Promise<string> {
  const { purpose, userId, kind, identity } = verification
  if (purpose === 'register') return registerAccount(trx, verification)
  if (purpose === 'verify') {
    const user = await readVerifiedAccount(trx, verification)
    await trx('users').where({ id: user.id }).update({ is_verified: true, updated_at: trx.fn.now() })
    return user.id
  }
  if (!userId || userId !== current?.id) throw new Refusal('unauthorized', 'Unauthorized: sign in first.')
  requireSecondFactor(current)
  await lockSession(trx, current)
  // mutation test: address-change-notifies-old
  await notifyOwner(trx, userId, kind)
  try {
    await trx('users')
      .where({ id: userId })
      .update({ [kind]: identity, updated_at: trx.fn.now() })
  } catch (error) {
    if (/^users_(email|phone)_key$/.test((error as { constraint?: string }).constraint ?? '')) throw identityTaken()
    throw error
  }
  // mutation test: address-change-notifies-old
  await revokeAccess(trx, userId)
  return userId
}

/**
 * Returns the id of a new account, or of the existing one with this address: its owner has verified it in the meantime.
 *
 * An unverified account is claimed by the user who verifies the address, and keeps none of its data.
 */
async function registerAccount(trx: Knex.Transaction, verification: StoredVerification): Promise<string> {
  const { kind, identity, password, firstName, lastName, language } = verification
  const accountColumns = { password, first_name: firstName, last_name: lastName, language, is_verified: true }
  const [added] = await trx('users')
    .insert({ [kind]: identity, ...accountColumns })
    .onConflict(kind)
    .ignore()
    .returning<{ id: string }[]>('id')
  if (added) return added.id

  const [claimed] = await trx('users')
    .where({ [kind]: identity, is_verified: false, is_active: true })
    .update({ ...accountColumns, google_id: null, apple_id: null, telegram_id: null, updated_at: trx.fn.now() })
    .returning<{ id: string }[]>('id')
  if (claimed) {
    await revokeAccess(trx, claimed.id)
    return claimed.id
  }
  const existing = await trx('users')
    .where({ [kind]: identity })
    .first<{ id: string } | undefined>('id')
  if (!existing) throw identityTaken()
  return existing.id
}

/**
 * Returns the account of a verification if it still has the verified address.
 *
 * @throws Refusal `code_dead` when the address has changed or the account is inactive
 */
export async function readVerifiedAccount(db: Db, { userId, kind, identity }: StoredVerification): Promise<StoredUser> {
  const user = userId ? await readUser(db, userId) : undefined
  // mutation test: reset-address-unchanged
  if (user?.isActive && user[kind] === identity) return user
  throw new Refusal('code_dead', 'The account no longer has this address.', { canResend: false })
}

const identityTaken = () => new Refusal('identity_taken', 'This address belongs to another account.')
