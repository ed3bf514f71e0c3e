import * as z from 'zod/mini'
import { botLink } from './bot.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './language.ts'
import { CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN } from './account-limits.ts'
import { languageInput, shortString, text, threeVisiblePattern } from './text.ts'

/** The name to sign in with: an e-mail address when it has an @, else a phone number (infra/decisions/0019-accounts.md). */
export const emailOrPhone = text(254, { min: 3, pattern: threeVisiblePattern })

/**
 * A password, neither trimmed nor truncated. Only Unicode NFC is applied, because keyboards produce `й` in two ways.
 */
export const password = z.pipe(
  z.string().check(z.maxLength(PASSWORD_MAX * 4), z.meta({ minLength: PASSWORD_MIN, maxLength: PASSWORD_MAX })),
  z.transform((value, context) => {
    const typed = value.isWellFormed() ? value.normalize('NFC') : ''
    const length = [...typed].length
    if (length >= PASSWORD_MIN && length <= PASSWORD_MAX) return typed
    context.issues.push({
      code: 'custom',
      message: `a password of ${PASSWORD_MIN} to ${PASSWORD_MAX} characters`,
      input: value,
    })
    return z.NEVER
  }),
)

/** Any six characters: one without digits is `code_wrong`, not `invalid_request`. */
export const code = shortString(CODE_LENGTH, { min: CODE_LENGTH })

export const firstName = text(100, { min: 1 })
export const lastName = text(100, { min: 1 })

export const roles = ['user', 'editor', 'admin'] as const
export type Role = (typeof roles)[number]

export const user = z.object({
  id: z.uuid(),
  email: z.nullable(z.string()),
  phone: z.nullable(z.string()),
  firstName: z.string(),
  lastName: z.string(),
  profileImageUrl: z.nullable(z.string()),
  role: z.enum(roles),
  isVerified: z.boolean(),
  /** Null until the user has chosen one. */
  language: z.nullable(z.enum(languages)),
  /** False when the user signs in with a provider only. */
  hasPassword: z.boolean(),
  /** A Telegram chat is linked to this account and receives the status updates of its orders. */
  hasTelegram: z.boolean(),
  /** A Google account is linked. */
  hasGoogle: z.boolean(),
  hasApple: z.boolean(),
  /** Receives e-mails about their orders; left out by the former API. */
  orderEmails: z.optional(z.boolean()),
  /** What staff still have to do for their second factor in this session; null for customers. */
  secondFactor: z.nullable(z.enum(['setup', 'code', 'done'])),
})
export type User = z.infer<typeof user>

/**
 * A verification in progress. `userId` is its random id, never that of an account, and only the browser that started it can
 * continue it. An e-mail address is verified by a code, a phone number by the bot (`bot`).
 *
 * Calls with its id return 401 `unauthorized` in another browser and after a wrong number was tapped in the bot, and 410
 * `code_dead` once its codes or tries are used up.
 */
export const verification = z.object({
  userId: z.uuid(),
  type: z.enum(['email', 'phone']),
  bot: z.optional(botLink),
})
export type Verification = z.infer<typeof verification>

const signedInResponse = z.object({ user })

export const currentUser = endpoint({
  route: 'GET /api/auth/user',
  summary: 'Returns the signed-in user.',
  access: 'customer',
  response: user,
  errors: ['unauthorized'],
})

export const register = endpoint({
  route: 'POST /api/auth/register',
  summary: 'Starts a registration; the response is the same whether or not the account exists.',
  body: z.strictObject({ emailOrPhone, password, firstName, lastName, language: z.optional(languageInput) }),
  extraChecks: ['body.emailOrPhone'],
  response: verification,
  errors: ['password_weak', 'bot_unavailable', 'too_many_requests'],
})

export const verify = endpoint({
  route: 'POST /api/auth/verify',
  summary: 'Verifies an address or a phone number by its code, and signs in.',
  body: z.strictObject({ userId: z.uuid(), code }),
  response: signedInResponse,
  errors: ['unauthorized', 'second_factor_required', 'code_wrong', 'code_dead', 'identity_taken', 'too_many_requests'],
})

export const resendCode = endpoint({
  route: 'POST /api/auth/resend-code',
  summary: 'Sends another code or creates another bot link; the former one becomes invalid.',
  body: z.strictObject({ userId: z.uuid() }),
  response: verification,
  errors: ['unauthorized', 'code_dead', 'bot_unavailable', 'too_many_requests'],
})

/** 403 `not_verified` has a verification in its details, with which the dialog shows the verify step. */
export const login = endpoint({
  route: 'POST /api/auth/login',
  summary: 'Signs in by password.',
  body: z.strictObject({ emailOrPhone, password }),
  response: signedInResponse,
  errors: ['wrong_credentials', 'password_reset_required', 'not_verified', 'bot_unavailable', 'too_many_requests'],
})

export const logout = endpoint({
  route: 'POST /api/auth/logout',
  summary: 'Ends this session; succeeds without a session too.',
  response: z.object({ signedOut: z.literal(true) }),
})

export const requestReset = endpoint({
  route: 'POST /api/auth/password/reset',
  summary: 'Sends a code for a new password; the response is the same whether or not the account exists.',
  body: z.strictObject({ emailOrPhone }),
  extraChecks: ['body.emailOrPhone'],
  response: verification,
  errors: ['bot_unavailable', 'too_many_requests'],
})

export const confirmReset = endpoint({
  route: 'POST /api/auth/password/reset/confirm',
  summary: 'Sets a new password by code, ends every session and signs this browser in.',
  body: z.strictObject({ userId: z.uuid(), code, password }),
  response: signedInResponse,
  errors: ['unauthorized', 'code_wrong', 'code_dead', 'password_weak', 'too_many_requests'],
})

/**
 * The page polls this while the bot verifies a phone. The phone number is no credential: only the browser that started the
 * verification receives `verified`, or `over` when it can stop polling: cancelled in the bot, used up or expired.
 */
export const verificationStatus = endpoint({
  route: 'GET /api/telegram/verification-status/:phone',
  summary: 'Returns whether the bot has verified the phone number; the first `verified` signs in.',
  params: z.strictObject({ phone: shortString(50, { min: 1 }) }),
  response: z.object({ verified: z.boolean(), user: z.optional(user), over: z.optional(z.literal(true)) }),
  errors: ['unauthorized', 'second_factor_required', 'code_dead', 'identity_taken', 'too_many_requests'],
})

/** Returns the same secret to the same session until its first code is confirmed, a new one to another; then `forbidden`. */
export const setUpSecondFactor = endpoint({
  route: 'POST /api/auth/second-factor/setup',
  summary: 'Creates the secret of an authenticator app for staff without one.',
  access: 'customer',
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['unauthorized', 'forbidden'],
})

export const confirmSecondFactor = endpoint({
  route: 'POST /api/auth/second-factor',
  summary: 'Confirms the second factor of staff by a code of their app; this session then has staff access.',
  access: 'customer',
  body: z.strictObject({ code }),
  response: user,
  errors: ['unauthorized', 'forbidden', 'code_wrong', 'too_many_requests'],
})
