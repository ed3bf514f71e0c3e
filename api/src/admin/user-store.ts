import type { Role } from '@tsedra/contract/accounts'
import type { UserRow } from '@tsedra/contract/admin-users'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Knex } from 'knex'

export interface UserFilter {
  search?: string | undefined
  role?: Role | undefined
  status?: 'active' | 'inactive' | undefined
}

type UserDbRow = Omit<UserRow, 'createdAt' | 'lastSeenAt'> & { createdAt: Date; lastSeenAt: Date | null }

const userRowColumns = `u.id, u.email, u.phone, u.first_name AS "firstName", u.last_name AS "lastName", u.role,
  u.is_active AS "isActive", u.is_verified AS "isVerified", u.password IS NOT NULL AS "hasPassword",
  u.totp_step IS NOT NULL AS "hasSecondFactor", u.telegram_id IS NOT NULL AS "hasTelegram", u.created_at AS "createdAt",
  (SELECT max(s.last_seen_at) FROM user_sessions s WHERE s.user_id = u.id) AS "lastSeenAt"`

/** Returns a page of accounts, staff first, then the newest. */
export async function readUserPage(
  db: Db,
  { search, role, status }: UserFilter,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ users: UserRow[]; total: number }> {
  const conditions: [sql: string, bindings: string[]][] = [
    ...(role ? [['u.role = ?', [role]] as [string, string[]]] : []),
    ...(status ? [[status === 'active' ? 'u.is_active' : 'NOT u.is_active', []] as [string, string[]]] : []),
    ...(search ? [searchCondition(search)] : []),
  ]
  const where = conditions.length > 0 ? `WHERE ${conditions.map(([sql]) => sql).join(' AND ')}` : ''
  const bindings = conditions.flatMap(([, values]) => values)
  const [page, count] = await Promise.all([
    db.raw<{ rows: UserDbRow[] }>(
      `SELECT ${userRowColumns} FROM users u ${where} ORDER BY u.role = 'user', u.created_at DESC, u.id LIMIT ? OFFSET ?`,
      [...bindings, limit, offset],
    ),
    db.raw<{ rows: { total: number }[] }>(`SELECT count(*)::int AS total FROM users u ${where}`, bindings),
  ])
  return { users: page.rows.map(toUserRow), total: count.rows[0]?.total ?? 0 }
}

export async function readUserRow(db: Db, id: string): Promise<UserRow | undefined> {
  const { rows } = await db.raw<{ rows: UserDbRow[] }>(`SELECT ${userRowColumns} FROM users u WHERE u.id = ?`, [id])
  return rows[0] && toUserRow(rows[0])
}

export interface LockedUser {
  role: Role
  is_active: boolean
  is_verified: boolean
  email: string | null
  phone: string | null
  google_id: string | null
  apple_id: string | null
}

/** Returns the account and locks it until the end of the transaction. */
export async function lockUser(trx: Knex.Transaction, id: string): Promise<LockedUser | undefined> {
  return trx('users')
    .where({ id })
    .forUpdate()
    .first('role', 'is_active', 'is_verified', 'email', 'phone', 'google_id', 'apple_id')
}

/** Searches a phone by its digits, other text in names and addresses. */
function searchCondition(search: string): [string, string[]] {
  const digits = search.replace(/\D/g, '')
  if (digits.length >= 3 && /^[\d\s()+-]+$/.test(search)) return ['u.phone LIKE ?', [`%${digits}%`]]
  const part = `%${search.toLowerCase().replace(/[\\%_]/g, '\\$&')}%`
  const text = `concat_ws(' ', u.first_name, u.last_name, u.first_name, u.email, u.phone)`
  return [`lower(${text} COLLATE "pg_c_utf8") LIKE ?`, [part]]
}

const toUserRow = ({ createdAt, lastSeenAt, ...row }: UserDbRow): UserRow => ({
  ...row,
  email: row.email && sanitiseLine(row.email),
  firstName: sanitiseLine(row.firstName),
  lastName: sanitiseLine(row.lastName),
  createdAt: createdAt.toISOString(),
  lastSeenAt: lastSeenAt?.toISOString() ?? null,
})
