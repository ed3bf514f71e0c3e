import type { User } from '@tsedra/contract/accounts'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { lockSession } from './lock-access.ts'
import type { SignedInUser } from './session-store.ts'
import { isLastAdmin } from './user-store.ts'

export interface ProfileChange {
  firstName?: string | undefined
  lastName?: string | undefined
  language?: User['language'] | undefined
  orderEmails?: boolean | undefined
}

export async function updateProfile(
  db: Db,
  id: string,
  { firstName, lastName, language, orderEmails }: ProfileChange,
): Promise<void> {
  await db('users')
    .where({ id })
    .update({
      ...(firstName !== undefined && { first_name: firstName }),
      ...(lastName !== undefined && { last_name: lastName }),
      ...(language && { language }),
      ...(orderEmails !== undefined && { order_emails: orderEmails }),
      updated_at: db.fn.now(),
    })
}

/** Returns the Telegram chat linked to an account; null without one. */
export async function readTelegram(db: Db, id: string): Promise<{ username: string | null } | null> {
  const row = await db('users')
    .where({ id })
    .whereNotNull('telegram_id')
    .first<{ username: string | null } | undefined>('telegram_username as username')
  return row ?? null
}

/** Unlinks the user's Telegram account. */
export async function clearTelegram(db: Db, id: string): Promise<void> {
  await db('users').where({ id }).update({ telegram_id: null, telegram_username: null, updated_at: db.fn.now() })
}

/** Stores a new secret until its first code is confirmed; a confirmed secret is unchanged. */
export async function storeTotpSecret(db: Db, id: string, encrypted: string): Promise<void> {
  await db('users').where({ id }).whereNull('totp_step').update({ totp_secret: encrypted })
}

/** Consumes a time step; returns false when it or a later one was used. One statement: a code works once, also in parallel. */
export async function consumeTotpStep(db: Db, id: string, step: number, encrypted: string): Promise<boolean> {
  const used = await db('users')
    .where({ id })
    .whereRaw('coalesce(totp_step, 0) < ?', [step])
    .update({ totp_step: step, totp_secret: encrypted })
  return used > 0
}

/** Deletes the account; returns false for the last admin, who must first promote another user. */
export async function deleteUser(trx: Knex.Transaction, user: SignedInUser): Promise<boolean> {
  if (await isLastAdmin(trx, user.id)) return false
  await lockSession(trx, user)
  await trx('users').where({ id: user.id }).delete()
  return true
}
