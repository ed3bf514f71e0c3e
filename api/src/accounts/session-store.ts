import { createHash, randomBytes } from 'node:crypto'
import type { Session } from '@tsedra/contract/settings'
import type { Db } from '@tsedra/database/connection'
import { runPrepared } from '@tsedra/database/prepared-statement'
import { MAX_SESSIONS, sessionLimits, TOUCH_INTERVAL_S } from './session-limits.ts'
import { type StoredUser, userColumns } from './user-store.ts'

declare global {
  namespace Express {
    interface User extends StoredUser {
      session: Buffer
      signedInAt: Date
      /** Encrypted; null without an authenticator app. */
      totpSecret: string | null
    }
  }
}

/** The signed-in user of a request, with the current fields of account and session. */
export type SignedInUser = Express.User

/** Generates the id that the cookie carries; the table stores its hash. */
export const generateSessionId = (): string => randomBytes(16).toString('base64url')
const hashSessionId = (sid: string): Buffer => createHash('sha256').update(sid).digest()

export interface NewSession {
  sid: string
  userId: string
  device: string
  /** Staff have confirmed their second factor. */
  hasSecondFactor: boolean
}

export async function insertSession(db: Db, session: NewSession): Promise<void> {
  await db('user_sessions').insert({
    id_hash: hashSessionId(session.sid),
    user_id: session.userId,
    device: session.device,
    second_factor_at: session.hasSecondFactor ? db.fn.now() : null,
  })
  const excessSessions = db('user_sessions')
    .where({ user_id: session.userId })
    .whereNull('revoked_at')
    .orderBy('last_seen_at', 'desc')
    .offset(MAX_SESSIONS)
    .select('id_hash')
  await db('user_sessions').whereIn('id_hash', excessSessions).update({ revoked_at: db.fn.now() })
}

/**
 * Returns the session and its user while both are valid: not revoked, not timed out, an active and verified account.
 *
 * Role and activity are read on every call, so a change applies from the next call on.
 */
export async function readSession(db: Db, sid: string, userId: string): Promise<SignedInUser | undefined> {
  const { customers, staff } = sessionLimits
  const [user] = await runPrepared<SignedInUser>(db, 'read-session', readSessionSql, [
    hashSessionId(sid),
    userId,
    customers.absoluteS,
    staff.absoluteS,
    customers.idleS,
    staff.idleS,
    TOUCH_INTERVAL_S,
  ])
  return user
}

/** Returns which of these sessions still grant staff access. The check does not extend them, so they may time out. */
export async function filterActiveStaffSessions(db: Db, sessions: readonly Buffer[]): Promise<Buffer[]> {
  const { idleS, absoluteS } = sessionLimits.staff
  const { rows } = await db.raw<{ rows: { session: Buffer }[] }>(
    `SELECT s.id_hash AS session FROM user_sessions s JOIN users u ON u.id = s.user_id
     WHERE s.id_hash = ANY(?) AND s.revoked_at IS NULL AND s.second_factor_at IS NOT NULL AND u.is_active AND u.is_verified
       AND u.role <> 'user' AND s.created_at > now() - make_interval(secs => ?)
       AND s.last_seen_at > now() - make_interval(secs => ?)`,
    [[...sessions], absoluteS, idleS],
  )
  return rows.map(({ session }) => session)
}

export async function revokeSession(db: Db, session: Buffer | string): Promise<void> {
  const id_hash = typeof session === 'string' ? hashSessionId(session) : session
  await db('user_sessions').where({ id_hash }).whereNull('revoked_at').update({ revoked_at: db.fn.now() })
}

/** Revokes the session of this account with that `sessionName`; returns false when there is none. */
export async function revokeSessionByName(db: Db, userId: string, name: string): Promise<boolean> {
  const ended = await db('user_sessions')
    .where({ user_id: userId })
    .whereNull('revoked_at')
    .whereRaw("substring(id_hash FROM 1 FOR 8) = decode(?, 'hex')", [name])
    .update({ revoked_at: db.fn.now() })
  return ended > 0
}

/** Returns the public name of a session, which grants no access. */
export const sessionName = (session: Buffer): string => session.toString('hex', 0, 8)

export async function listOpenSessions(
  db: Db,
  { id, role, session }: Pick<SignedInUser, 'id' | 'role' | 'session'>,
): Promise<Session[]> {
  const { idleS, absoluteS } = role === 'user' ? sessionLimits.customers : sessionLimits.staff
  const rows = await db('user_sessions')
    .where({ user_id: id })
    .whereNull('revoked_at')
    .whereRaw('last_seen_at > now() - make_interval(secs => ?)', [idleS])
    .whereRaw('created_at > now() - make_interval(secs => ?)', [absoluteS])
    .orderBy('last_seen_at', 'desc')
    .select<{ id_hash: Buffer; device: string; created_at: Date; last_seen_at: Date }[]>()
  return rows.map((row) => ({
    id: sessionName(row.id_hash),
    current: row.id_hash.equals(session),
    device: row.device,
    createdAt: row.created_at.toISOString(),
    lastSeenAt: row.last_seen_at.toISOString(),
  }))
}

const readSessionSql = `
  WITH seen AS (
    SELECT s.id_hash AS session, s.created_at AS "signedInAt", s.last_seen_at, s.second_factor_at IS NOT NULL AS "hasSecondFactor",
      u.totp_secret AS "totpSecret", ${userColumns}
    FROM user_sessions s JOIN users u ON u.id = s.user_id
    WHERE s.id_hash = ? AND s.user_id = ? AND s.revoked_at IS NULL AND u.is_active AND u.is_verified
      AND s.created_at > now() - make_interval(secs => CASE WHEN u.role = 'user' THEN ?::int ELSE ?::int END)
      AND s.last_seen_at > now() - make_interval(secs => CASE WHEN u.role = 'user' THEN ?::int ELSE ?::int END)
  ), touched AS (
    UPDATE user_sessions SET last_seen_at = now() FROM seen
    WHERE id_hash = seen.session AND seen.last_seen_at < now() - make_interval(secs => ?)
  )
  SELECT * FROM seen
`
