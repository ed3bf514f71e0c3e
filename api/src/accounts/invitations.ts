import type { StaffRole } from '@tsedra/contract/admin-invitations'
import type { Role } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import { notifyOwner } from '@tsedra/database/account-changes'
import { audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { hashInvitationToken, openInvitationSql } from '@tsedra/database/staff-invitations'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { clearCredentials } from './clear-credentials.ts'
import { lockSession } from './lock-access.ts'
import { revokeAccess } from './revoke-access.ts'
import type { SignedInUser } from './session-store.ts'
import { readUser, type StoredUser } from './user-store.ts'

interface OpenInvitation {
  id: string
  email: string
  role: StaffRole
  language: Language
}

/** Returns the open invitation of a token. @throws Refusal `code_dead`, the same for every other token */
export async function requireInvitation(db: Db, token: string, { lock = false } = {}): Promise<OpenInvitation> {
  const { rows } = await db.raw<{ rows: OpenInvitation[] }>(
    `SELECT i.id, i.email, i.role, i.language FROM staff_invitations i
     WHERE i.token_hash = ? AND ${openInvitationSql} ${lock ? 'FOR UPDATE OF i' : ''}`,
    [hashInvitationToken(token)],
  )
  if (!rows[0]) throw new Refusal('code_dead', 'This invitation was used or revoked, or has expired.')
  return rows[0]
}

/** Returns whether the address has an account that accepts the invitation after signing in. */
export async function hasAccount(db: Db, email: string): Promise<boolean> {
  return (await db('users').where({ email, is_verified: true }).first('id')) !== undefined
}

interface NewStaff {
  firstName: string
  lastName: string
  /** Hash. */
  password: string
}

/**
 * Creates the account of an invitation and consumes it. An unverified account of the address is taken over without its
 * data, as by a registration.
 *
 * @throws Refusal `code_dead`; `identity_taken` when the address has an account by now
 */
export async function createInvitedAccount(
  trx: Knex.Transaction,
  token: string,
  { firstName, lastName, password }: NewStaff,
): Promise<StoredUser> {
  const invitation = await requireInvitation(trx, token, { lock: true })
  const { email, role, language } = invitation
  const columns = { password, first_name: firstName, last_name: lastName, language, role, is_verified: true }
  const [added] = await trx('users')
    .insert({ email, ...columns })
    .onConflict('email')
    .ignore()
    .returning<{ id: string }[]>('id')
  const id = added?.id ?? (await claimUnverified(trx, email, columns))
  // mutation test: invited-account-not-replaced
  if (id === undefined) throw new Refusal('identity_taken', 'This address has an account: sign in to accept.')
  const actor = { id, role }
  await consume(trx, invitation, actor)
  await audit(trx, actor, { action: 'user.created', id, after: { role, isActive: true } })
  const user = await readUser(trx, id)
  if (!user) throw new Refusal('code_dead', 'The account was deleted.')
  return user
}

async function claimUnverified(trx: Knex.Transaction, email: string, columns: object): Promise<string | undefined> {
  const [claimed] = await trx('users')
    .where({ email, is_verified: false, is_active: true })
    .update({ ...columns, google_id: null, apple_id: null, telegram_id: null, updated_at: trx.fn.now() })
    .returning<{ id: string }[]>('id')
  if (claimed) await revokeAccess(trx, claimed.id)
  return claimed?.id
}

const rank: Record<Role, number> = { user: 0, editor: 1, admin: 2 }

/**
 * Gives the signed-in account the role of its invitation, never a lower one; a customer becomes staff as by an admin
 * (infra/decisions/0031-roles.md).
 *
 * @throws Refusal `code_dead`; `forbidden` for an account with another address
 */
export async function raiseRole(
  trx: Knex.Transaction,
  token: string,
  user: SignedInUser,
): Promise<{ role: StaffRole; isSignedOut: boolean }> {
  const invitation = await requireInvitation(trx, token, { lock: true })
  const { email, role } = invitation
  // mutation test: invitation-own-address
  if (user.email !== email) throw new Refusal('forbidden', 'This invitation is for another address.')
  await lockSession(trx, user)
  const before = await readUser(trx, user.id)
  if (!before) throw new Refusal('unauthorized', 'Unauthorized: sign in first.')
  await consume(trx, invitation, { id: user.id, role })
  const isCustomer = before.role === 'user'
  if (rank[before.role] >= rank[role]) return { role, isSignedOut: false }
  await trx('users').where({ id: user.id }).update({ role, updated_at: trx.fn.now() })
  // mutation test: joined-staff-password-reset
  if (isCustomer) {
    await notifyOwner(trx, user.id, 'staff-role')
    await clearCredentials(trx, user.id, { password: true })
    await revokeAccess(trx, user.id)
  }
  await audit(
    trx,
    { id: user.id, role },
    { action: 'user.changed', id: user.id, before: { role: before.role }, after: { role } },
  )
  return { role, isSignedOut: isCustomer }
}

async function consume(
  trx: Knex.Transaction,
  { id, email, role }: OpenInvitation,
  actor: { id: string; role: Role },
): Promise<void> {
  // mutation test: invitation-single-use
  await trx('staff_invitations').where({ id }).update({ accepted_at: trx.fn.now(), token_hash: null })
  await audit(trx, actor, { action: 'invitation.accepted', id, after: { email, role } })
}
