import type { Role, User } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import type { Db } from '@tsedra/database/connection'
import { runPrepared } from '@tsedra/database/prepared-statement'
import type { Knex } from 'knex'
import type { Identity } from './identity.ts'

/** A user with the fields that must not leave the server. */
export interface StoredUser {
  id: string
  email: string | null
  phone: string | null
  password: string | null
  /** Password before a promotion to staff, until a new one is set; it does not sign in (infra/decisions/0031-roles.md). */
  formerPassword: string | null
  firstName: string
  lastName: string
  profileImageUrl: string | null
  role: Role
  isVerified: boolean
  isActive: boolean
  language: Language | null
  totpConfirmed: boolean
  hasTelegram: boolean
  hasGoogle: boolean
  hasApple: boolean
  orderEmails: boolean
  /** Incremented by every revocation (infra/decisions/0019-accounts.md). */
  accessEpoch: number
}

export const userColumns = `u.id, u.email, u.phone, u.password, u.former_password AS "formerPassword", u.first_name AS "firstName", u.last_name AS "lastName",
  u.profile_image_url AS "profileImageUrl", u.role, u.is_verified AS "isVerified", u.is_active AS "isActive", u.language,
  u.totp_step IS NOT NULL AS "totpConfirmed", u.telegram_id IS NOT NULL AS "hasTelegram",
  u.google_id IS NOT NULL AS "hasGoogle", u.apple_id IS NOT NULL AS "hasApple", u.order_emails AS "orderEmails", u.access_epoch AS "accessEpoch"`

/**
 * Returns the fields that users may see of their own account. `hasSecondFactor` belongs to the session; a new one has none.
 */
export function userView({ password, ...user }: StoredUser & { hasSecondFactor?: boolean }): User {
  return {
    id: user.id,
    email: user.email,
    phone: user.phone,
    firstName: user.firstName,
    lastName: user.lastName,
    profileImageUrl: user.profileImageUrl,
    role: user.role,
    isVerified: user.isVerified,
    language: user.language,
    hasPassword: password !== null,
    hasTelegram: user.hasTelegram,
    hasGoogle: user.hasGoogle,
    hasApple: user.hasApple,
    orderEmails: user.orderEmails,
    secondFactor: secondFactorState(user),
  }
}

function secondFactorState(user: Pick<StoredUser, 'role' | 'totpConfirmed'> & { hasSecondFactor?: boolean }) {
  if (user.role === 'user') return null
  if (user.hasSecondFactor) return 'done'
  return user.totpConfirmed ? 'code' : 'setup'
}

export async function findUser(db: Db, { kind, value }: Identity): Promise<StoredUser | undefined> {
  const sql = `SELECT ${userColumns} FROM users u WHERE u.${kind} = ?`
  const [user] = await runPrepared<StoredUser>(db, `find-user-by-${kind}`, sql, [value])
  return user
}

export async function readUser(db: Db, id: string): Promise<StoredUser | undefined> {
  const { rows } = await db.raw<{ rows: StoredUser[] }>(`SELECT ${userColumns} FROM users u WHERE u.id = ?`, [id])
  return rows[0]
}

export async function setPassword(db: Db, id: string, password: string): Promise<void> {
  await db('users').where({ id }).update({ password, former_password: null, updated_at: db.fn.now() })
}

/** Stores the same password as a new hash, unless the password was changed since `former` was read. */
export async function replaceHash(
  db: Db,
  id: string,
  { former, hash }: { former: string; hash: string },
): Promise<void> {
  // mutation test: rehash-keeps-new-password
  await db('users').where({ id, password: former }).update({ password: hash })
}

/**
 * Returns whether this is the only active admin. Locks all admins in order of their ids until the end of the transaction,
 * so that two admins who are removed concurrently do not both pass, and do not deadlock.
 */
export async function isLastAdmin(trx: Knex.Transaction, id: string): Promise<boolean> {
  // mutation test: admins-locked-in-order
  const admins = await trx('users')
    .where({ role: 'admin', is_active: true })
    .orderBy('id')
    .forUpdate()
    .select<{ id: string }[]>('id')
  return admins.length === 1 && admins[0]?.id === id
}
