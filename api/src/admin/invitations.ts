import { DEFAULT_INVITATION_DAYS, type Invitation, type InvitationInput } from '@tsedra/contract/admin-invitations'
import { staffInvited } from '@tsedra/contract/jobs'
import { defaultLanguage, type Language } from '@tsedra/contract/language'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { queueJob } from '@tsedra/database/outbox'
import { openInvitationSql } from '@tsedra/database/staff-invitations'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { userNameSql } from './audit-names.ts'

type InvitationRow = Omit<Invitation, 'sentAt' | 'expiresAt'> & { sentAt: Date; expiresAt: Date }

/** Returns the invitations that were neither accepted nor revoked, the newest first. */
export async function readInvitations(db: Db, id?: string): Promise<Invitation[]> {
  const { rows } = await db.raw<{ rows: InvitationRow[] }>(
    `SELECT i.id, i.email, i.role, ${userNameSql} AS "invitedBy", i.sent_at AS "sentAt", i.expires_at AS "expiresAt",
       (${openInvitationSql}) AS "isOpen"
     FROM staff_invitations i LEFT JOIN users u ON u.id = i.invited_by
     WHERE i.accepted_at IS NULL AND i.revoked_at IS NULL AND (?::uuid IS NULL OR i.id = ?::uuid)
     ORDER BY i.created_at DESC, i.id`,
    [id ?? null, id ?? null],
  )
  return rows.map((row) => ({
    ...row,
    email: sanitiseLine(row.email),
    invitedBy: row.invitedBy && sanitiseLine(row.invitedBy),
    sentAt: row.sentAt.toISOString(),
    expiresAt: row.expiresAt.toISOString(),
  }))
}

interface Inviter extends Actor {
  id: string
  language: Language | null
}

/** Stores an invitation and queues its e-mail; an earlier one of the address is revoked. @throws Refusal `identity_taken` */
export async function addInvitation(
  trx: Knex.Transaction,
  by: Inviter,
  { email, role, days = DEFAULT_INVITATION_DAYS, language }: InvitationInput,
): Promise<Invitation> {
  const account = await trx('users')
    .where({ email })
    .first<{ role: string; is_active: boolean; language: Language | null } | undefined>('role', 'is_active', 'language')
  if (account && (account.role !== 'user' || !account.is_active)) {
    throw new Refusal('identity_taken', 'This address belongs to staff or to a deactivated account.')
  }
  // One admin at a time: an address has one open invitation.
  await trx.raw('LOCK TABLE staff_invitations IN SHARE ROW EXCLUSIVE MODE')
  await trx('staff_invitations')
    .where({ email, accepted_at: null, revoked_at: null })
    .update({ revoked_at: trx.fn.now() })
  const [added] = await trx('staff_invitations').insert(
    {
      email,
      role,
      days,
      language: account?.language ?? language ?? by.language ?? defaultLanguage,
      invited_by: by.id,
      expires_at: expiryIn(trx, days),
    },
    ['id'],
  )
  const { id } = added as { id: string }
  await queueJob(trx, staffInvited, { invitationId: id, number: 1 })
  // mutation test: invitation-audited
  await audit(trx, by, { action: 'invitation.created', id, after: { email, role, days } })
  return requireInvitation(trx, id)
}

/** Invalidates the link, extends the invitation and queues another e-mail. @throws Refusal `not_found` */
export async function renewInvitation(trx: Knex.Transaction, by: Inviter, id: string): Promise<Invitation> {
  const before = await lockInvitation(trx, id)
  const number = before.emailsSent + 1
  await trx('staff_invitations')
    .where({ id })
    .update({
      // mutation test: resent-invitation-replaced
      token_hash: null,
      emails_sent: number,
      invited_by: by.id,
      sent_at: trx.fn.now(),
      expires_at: expiryIn(trx, before.days),
    })
  await queueJob(trx, staffInvited, { invitationId: id, number })
  await audit(trx, by, { action: 'invitation.sent', id, after: { email: before.email, role: before.role } })
  return requireInvitation(trx, id)
}

/** @throws Refusal `not_found` */
export async function endInvitation(trx: Knex.Transaction, by: Actor, id: string): Promise<void> {
  const { email, role } = await lockInvitation(trx, id)
  await trx('staff_invitations').where({ id }).update({ revoked_at: trx.fn.now() })
  await audit(trx, by, { action: 'invitation.revoked', id, before: { email, role } })
}

/** Returns the address of an invitation, for the limit of its mailbox. */
export async function readInvitedAddress(db: Db, id: string): Promise<string> {
  const row = await db('staff_invitations')
    .where({ id, accepted_at: null, revoked_at: null })
    .first<{ email: string } | undefined>('email')
  if (!row) throw noSuchInvitation()
  return row.email
}

async function lockInvitation(trx: Knex.Transaction, id: string) {
  const row = await trx('staff_invitations')
    .where({ id, accepted_at: null, revoked_at: null })
    .forUpdate()
    .first<{ email: string; role: string; days: number; emailsSent: number } | undefined>(
      'email',
      'role',
      'days',
      'emails_sent as emailsSent',
    )
  if (!row) throw noSuchInvitation()
  return row
}

async function requireInvitation(trx: Knex.Transaction, id: string): Promise<Invitation> {
  const [stored] = await readInvitations(trx, id)
  if (!stored) throw noSuchInvitation()
  return stored
}

const expiryIn = (trx: Knex.Transaction, days: number) => trx.raw('now() + make_interval(days => ?)', [days])

const noSuchInvitation = () => new Refusal('not_found', 'No such invitation.')
