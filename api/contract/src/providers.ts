import * as z from 'zod/mini'
import { password, user } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** Providers of sign-in by OpenID Connect (infra/decisions/0026-google-and-apple-sign-in.md). */
export const providers = ['google', 'apple'] as const
export type Provider = (typeof providers)[number]

/**
 * Why a provider sign-in ended without a session: `/?login=1&problem=<one of these>`.
 *
 * `cancelled` by the user at the provider; `expired` flow too old, of another browser or already used; `failed` invalid
 * callback; `unavailable` no response from the provider; `identity_taken` the address belongs to an account with another
 * sign-in method; `account_closed` the account is inactive.
 */
export const signInProblems = [
  'cancelled',
  'expired',
  'failed',
  'unavailable',
  'identity_taken',
  'account_closed',
] as const
export type SignInProblem = (typeof signInProblems)[number]

export const signInMethods = endpoint({
  route: 'GET /api/auth/methods',
  summary: 'Returns the sign-in methods besides e-mail and password.',
  response: z.object({
    google: z.boolean(),
    apple: z.boolean(),
    /** Whether a phone number can be verified: the shop has a bot. */
    phone: z.boolean(),
  }),
})

/**
 * A provider has verified the address of an existing account but does not run its mailbox: the flow redirects to
 * `/?login=1&link=<provider>&next=<path>`, and this browser may enter the account's password for ten minutes.
 *
 * `next` is the return path of the flow. 401 `unauthorized`: this browser has no pending link, so start again.
 */
export const linkProvider = endpoint({
  route: 'POST /api/auth/link',
  summary: 'Links the provider to the account by the account’s password, and signs in.',
  body: z.strictObject({ password }),
  response: z.object({ user, next: z.string() }),
  errors: ['unauthorized', 'password_wrong', 'password_reset_required', 'identity_taken', 'too_many_requests'],
})

/** 409 `last_way_in`: the account has no other sign-in method, neither a password nor another configured provider. */
export const unlinkProvider = endpoint({
  route: 'DELETE /api/auth/link/:party',
  summary: 'Unlinks a provider; succeeds if it is not linked.',
  access: 'owner',
  params: z.strictObject({ party: z.enum(providers) }),
  response: user,
  errors: ['unauthorized', 'second_factor_required', 'last_way_in'],
})
