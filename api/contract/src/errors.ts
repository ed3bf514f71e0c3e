import * as z from 'zod/mini'

/** Every way the API can refuse, with the HTTP status that carries it. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  code_wrong: 401,
  forbidden: 403,
  not_verified: 403,
  password_wrong: 403,
  /** The former password of whoever has become staff: they have to set a new one by a code. */
  password_reset_required: 403,
  second_factor_required: 403,
  not_found: 404,
  order_differs: 409,
  account_mismatch: 409,
  identity_taken: 409,
  /** Without it nobody could sign in to the account any more. */
  last_way_in: 409,
  /** Somebody else has changed it since it was read. */
  changed_meanwhile: 409,
  slug_taken: 409,
  category_in_use: 409,
  /** Without this admin there would be none. */
  last_admin: 409,
  order_cancelled: 410,
  code_dead: 410,
  too_large: 413,
  unsupported_media_type: 415,
  unavailable: 422,
  password_weak: 422,
  /** The shop has no bot, and so no way to prove a phone. */
  bot_unavailable: 422,
  cart_full: 422,
  /** `details` say which (`picture`) and why (`reason`). */
  picture_unfit: 422,
  client_too_old: 426,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
/** What every call of the staff may answer to who is none. */
export const staffOnlyErrors = ['unauthorized', 'forbidden', 'second_factor_required'] as const satisfies ErrorCode[]

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** The one error body on the wire. Screens translate `code`; `message` is for people who read the wire. */
export const problem = z.object({
  code: z.enum(codes),
  message: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problem>
