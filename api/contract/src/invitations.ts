import * as z from 'zod/mini'
import { firstName, lastName, password, user } from './accounts.ts'
import { staffRoles } from './admin-invitations.ts'
import { endpoint } from './endpoint.ts'

/** Endpoints by which the link of an invitation is used: infra/decisions/0050-staff-invitations.md. */

/** 256 random bits in base64url. */
const token = z.string().check(z.regex(/^[\w-]{43}$/))

/** Errors of every call with a token: `code_dead` for any token that opens no invitation. */
const tokenErrors = ['code_dead', 'too_many_requests'] as const

export const readInvitation = endpoint({
  route: 'POST /api/auth/invitation',
  summary: 'Returns what an invitation is for, by the token of its link.',
  body: z.strictObject({ token }),
  response: z.object({
    email: z.string(),
    role: z.enum(staffRoles),
    /** The address has an account, which accepts the invitation after signing in. */
    hasAccount: z.boolean(),
  }),
  errors: tokenErrors,
})

/** `identity_taken`: the address has an account by now, which accepts the invitation after signing in. */
export const acceptInvitation = endpoint({
  route: 'POST /api/auth/invitation/account',
  summary: 'Creates the invited account of staff and signs it in; the second factor follows.',
  body: z.strictObject({ token, firstName, lastName, password }),
  response: z.object({ user }),
  errors: [...tokenErrors, 'password_weak', 'identity_taken', 'unauthorized'],
})

/** A customer becomes staff as by an admin: signed out everywhere, with a new password and authenticator app to set. */
export const joinStaff = endpoint({
  route: 'POST /api/auth/invitation/role',
  summary: 'Gives the signed-in account the role of its invitation; refused for another address.',
  access: 'owner',
  body: z.strictObject({ token }),
  response: z.object({ role: z.enum(staffRoles), isSignedOut: z.boolean() }),
  errors: [...tokenErrors, 'unauthorized', 'second_factor_required', 'forbidden'],
})
