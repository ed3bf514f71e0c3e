import { createHash, randomBytes } from 'node:crypto'
import type { StaffRole } from '@tsedra/contract/admin-invitations'
import type { Language } from '@tsedra/contract/language'
import type { Db } from './connection.ts'

/** Returns 256 random bits: the token of a link. */
export const generateInvitationToken = (): string => randomBytes(32).toString('base64url')

/** Returns the stored form of a token: the hash opens no invitation. */
export const hashInvitationToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** An invitation `i` that its link opens: its sender must still be an admin. */
// mutation test: invitation-expires, invitation-of-former-admin
export const openInvitationSql = `i.accepted_at IS NULL AND i.revoked_at IS NULL AND i.expires_at > now()
  AND EXISTS (SELECT FROM users inviter WHERE inviter.id = i.invited_by AND inviter.role = 'admin' AND inviter.is_active)`

export interface InvitationEmail {
  email: string
  role: StaffRole
  language: Language
  expiresAt: Date
}

/** Returns the data of the e-mail with that number; undefined when the invitation is not open, or a later e-mail was requested. */
export async function readInvitationEmail(db: Db, id: string, number: number): Promise<InvitationEmail | undefined> {
  const { rows } = await db.raw<{ rows: InvitationEmail[] }>(
    `SELECT i.email, i.role, i.language, i.expires_at AS "expiresAt" FROM staff_invitations i
     WHERE i.id = ? AND i.emails_sent = ? AND ${openInvitationSql}`,
    [id, number],
  )
  return rows[0]
}

/** Replaces the token of an invitation: only the link of the last e-mail works. */
export async function storeInvitationToken(db: Db, id: string, number: number, hash: Buffer): Promise<void> {
  await db('staff_invitations').where({ id, emails_sent: number }).update({ token_hash: hash })
}
