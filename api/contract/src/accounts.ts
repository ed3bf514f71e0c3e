import * as z from 'zod/mini'
import { botLink } from './bot.ts'
import { endpoint } from './endpoint.ts'
import { languages } from './language.ts'
import { languageInput, shortString, text, threeVisiblePattern } from './text.ts'

/** Characters of a customer's password at least; staff need STAFF_PASSWORD_MIN. */
export const PASSWORD_MIN = 6
export const STAFF_PASSWORD_MIN = 12
export const PASSWORD_MAX = 128
export const CODE_LENGTH = 6
/** Seconds that a code is good for. */
export const CODE_TTL_S = 600
/** Seconds between two codes for one attempt. */
export const RESEND_INTERVAL_S = 60
/** Milliseconds between two questions whether the bot has seen the phone's owner. */
export const BOT_POLL_INTERVAL_MS = 2_000

/** Who someone says to be: an e-mail address when it has an @, else a phone number (infra/decisions/0019-accounts.md). */
export const emailOrPhone = text(254, { min: 3, pattern: threeVisiblePattern })

/**
 * A password as it was typed: nothing is trimmed or cut. Only NFC is applied, because one `й` can be typed in two ways.
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

/** Any six characters: a wrong one is wrong, not malformed. */
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
  /** Null until the person has chosen one. */
  language: z.nullable(z.enum(languages)),
  /** False when only a third party signs this person in. */
  hasPassword: z.boolean(),
  /** A Telegram chat is tied to this account: it hears what becomes of their orders. */
  hasTelegram: z.boolean(),
  /** Google signs this person in. */
  hasGoogle: z.boolean(),
  hasApple: z.boolean(),
  /** What staff still have to prove in this session; null for customers. */
  secondFactor: z.nullable(z.enum(['setup', 'code', 'done'])),
})
export type User = z.infer<typeof user>

/**
 * Something that waits for its proof. `userId` is the random id of the attempt, never that of an account, and only the
 * browser that began it can go on with it. E-mail is proved by code, a phone to the bot: its attempt has `bot`.
 *
 * Whatever asks for it answers 401 `unauthorized` in another browser, and after a wrong number was tapped in the bot;
 * 410 `code_dead` when its codes or tries are used up.
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
  summary: 'Who is signed in.',
  access: 'customer',
  response: user,
  errors: ['unauthorized'],
})

export const register = endpoint({
  route: 'POST /api/auth/register',
  summary: 'Begins a registration; the answer is the same whether or not there is such an account.',
  body: z.strictObject({ emailOrPhone, password, firstName, lastName, language: z.optional(languageInput) }),
  extraChecks: ['body.emailOrPhone'],
  response: verification,
  errors: ['password_weak', 'bot_unavailable', 'too_many_requests'],
})

export const verify = endpoint({
  route: 'POST /api/auth/verify',
  summary: 'Proves an address or a phone by its code, and signs in.',
  body: z.strictObject({ userId: z.uuid(), code }),
  response: signedInResponse,
  errors: ['unauthorized', 'second_factor_required', 'code_wrong', 'code_dead', 'identity_taken', 'too_many_requests'],
})

export const resendCode = endpoint({
  route: 'POST /api/auth/resend-code',
  summary: 'Sends another code, or makes another way to the bot; the one before is worth nothing from then on.',
  body: z.strictObject({ userId: z.uuid() }),
  response: verification,
  errors: ['unauthorized', 'code_dead', 'bot_unavailable', 'too_many_requests'],
})

/** 403 `not_verified` comes with an attempt in its details: the dialog goes on to the verify step. */
export const login = endpoint({
  route: 'POST /api/auth/login',
  summary: 'Signs in by password.',
  body: z.strictObject({ emailOrPhone, password }),
  response: signedInResponse,
  errors: ['wrong_credentials', 'password_reset_required', 'not_verified', 'bot_unavailable', 'too_many_requests'],
})

export const logout = endpoint({
  route: 'POST /api/auth/logout',
  summary: 'Ends this session; nothing to do is fine too.',
  response: z.object({ signedOut: z.literal(true) }),
})

export const requestReset = endpoint({
  route: 'POST /api/auth/password/reset',
  summary: 'Sends a code for a new password to whoever has this address; the answer is the same when nobody has.',
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
 * The phone is what the screen shows, never a credential: only the browser that began the attempt hears yes, or `over`
 * when asking again is of no use: a wrong number was tapped, the attempt is used up, or its time has passed.
 */
export const verificationStatus = endpoint({
  route: 'GET /api/telegram/verification-status/:phone',
  summary: 'Whether the bot has seen the phone’s owner; the first yes signs in.',
  params: z.strictObject({ phone: shortString(50, { min: 1 }) }),
  response: z.object({ verified: z.boolean(), user: z.optional(user), over: z.optional(z.literal(true)) }),
  errors: ['unauthorized', 'second_factor_required', 'code_dead', 'identity_taken', 'too_many_requests'],
})

/** Until the first code is confirmed a session is given the same secret again, another one a new secret; afterwards none. */
export const setUpSecondFactor = endpoint({
  route: 'POST /api/auth/second-factor/setup',
  summary: 'Makes the secret of an authenticator app, for staff who have none.',
  access: 'customer',
  response: z.object({ secret: z.string(), uri: z.string() }),
  errors: ['unauthorized', 'forbidden'],
})

export const confirmSecondFactor = endpoint({
  route: 'POST /api/auth/second-factor',
  summary: 'Proves staff by a code of their app; from then on this session may do what staff do.',
  access: 'customer',
  body: z.strictObject({ code }),
  response: user,
  errors: ['unauthorized', 'forbidden', 'code_wrong', 'too_many_requests'],
})
