import * as z from 'zod/mini'
import { password, user } from './accounts.ts'
import { endpoint } from './endpoint.ts'

/** Who may sign people in for us, by OpenID Connect (infra/decisions/0026-google-and-apple-sign-in.md). */
export const providers = ['google', 'apple'] as const
export type Provider = (typeof providers)[number]

/**
 * Why a sign-in with a third party came back without a session: `/?login=1&problem=<one of these>`.
 *
 * `cancelled` the person said no there; `expired` begun too long ago, elsewhere, or already used; `failed` what came back
 * does not hold; `unavailable` the third party does not answer; `identity_taken` the address belongs to an account that is
 * entered in another way; `account_closed` the account may not sign in any more.
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
  summary: 'Which ways in there are besides e-mail and password.',
  response: z.object({
    google: z.boolean(),
    apple: z.boolean(),
    /** Whether a phone can be proved: by the bot. */
    phone: z.boolean(),
  }),
})

/**
 * A third party has proved an address that an account here has, and may not open it alone: the sign-in came back to
 * `/?login=1&link=<third party>&next=<path>`, and for ten minutes this browser may give that account's password.
 *
 * `next` is where the sign-in was meant to lead. 401 `unauthorized`: this browser has nothing to link, begin again.
 */
export const linkProvider = endpoint({
  route: 'POST /api/auth/link',
  summary: 'Ties the third party to the account by the account’s password, and signs in.',
  body: z.strictObject({ password }),
  response: z.object({ user, next: z.string() }),
  errors: ['unauthorized', 'password_wrong', 'password_reset_required', 'identity_taken', 'too_many_requests'],
})

/** 409 `last_way_in`: there is neither an address with a password nor another third party that the shop still offers. */
export const unlinkProvider = endpoint({
  route: 'DELETE /api/auth/link/:party',
  summary: 'Lets a third party sign this person in no more; nothing to untie is fine too.',
  access: 'owner',
  params: z.strictObject({ party: z.enum(providers) }),
  response: user,
  errors: ['unauthorized', 'second_factor_required', 'last_way_in'],
})
