import * as z from 'zod/mini'
import { doneResponse, idParams } from './admin-catalogue.ts'
import { emailOrPhone } from './accounts.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { languageInput } from './text.ts'

/** Endpoints of invitations of staff: infra/decisions/0050-staff-invitations.md. */

export const staffRoles = ['editor', 'admin'] as const
export type StaffRole = (typeof staffRoles)[number]

/** Lifetime of an invitation, in days. */
export const DEFAULT_INVITATION_DAYS = 3
export const MAX_INVITATION_DAYS = 14

const days = z.int().check(z.minimum(1), z.maximum(MAX_INVITATION_DAYS))

export const invitation = z.object({
  id: z.uuid(),
  email: z.string(),
  role: z.enum(staffRoles),
  /** The admin who sent it last; null when the account is deleted. */
  invitedBy: z.nullable(z.string()),
  sentAt: z.iso.datetime(),
  expiresAt: z.iso.datetime(),
  /** False once it has expired, or its sender is no longer an admin: it works again after another e-mail. */
  isOpen: z.boolean(),
})
export type Invitation = z.infer<typeof invitation>

export const listInvitations = endpoint({
  route: 'GET /api/admin/invitations',
  summary: 'Invitations that were neither accepted nor revoked, the newest first.',
  access: 'admin',
  response: z.object({ invitations: z.array(invitation) }),
  errors: staffOnlyErrors,
})

export const invitationInput = z.strictObject({
  email: emailOrPhone,
  role: z.enum(staffRoles),
  days: z.optional(days),
  /** Of the e-mail, unless the address has an account with a language; default: that of the admin. */
  language: z.optional(languageInput),
})
export type InvitationInput = z.output<typeof invitationInput>

/** `identity_taken`: the address belongs to staff or to a deactivated account. */
export const inviteStaff = endpoint({
  route: 'POST /api/admin/invitations',
  summary: 'Sends an invitation by e-mail; it replaces an earlier one of the same address.',
  access: 'admin',
  body: invitationInput,
  extraChecks: ['body.email'],
  response: invitation,
  status: [201],
  errors: [...staffOnlyErrors, 'identity_taken', 'too_many_requests'],
})

export const resendInvitation = endpoint({
  route: 'POST /api/admin/invitations/:id/emails',
  summary: 'Sends another e-mail with a new link, valid as long as the first one was; the former link becomes invalid.',
  access: 'admin',
  params: idParams,
  response: invitation,
  status: [201],
  errors: [...staffOnlyErrors, 'not_found', 'too_many_requests'],
})

export const revokeInvitation = endpoint({
  route: 'DELETE /api/admin/invitations/:id',
  summary: 'Revokes an invitation: its link becomes invalid.',
  access: 'admin',
  params: idParams,
  response: doneResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})
