import * as z from 'zod/mini'

/** Every error code of the API with its HTTP status. */
export const errorStatus = {
  invalid_request: 400,
  unauthorized: 401,
  wrong_credentials: 401,
  code_wrong: 401,
  forbidden: 403,
  not_verified: 403,
  password_wrong: 403,
  /** Correct, but the password before a promotion to staff: a new one must be set by a code. */
  password_reset_required: 403,
  second_factor_required: 403,
  not_found: 404,
  order_differs: 409,
  account_mismatch: 409,
  identity_taken: 409,
  /** The last sign-in method of the account cannot be removed. */
  last_way_in: 409,
  /** Edit conflict: another user has changed it since it was read. */
  changed_meanwhile: 409,
  slug_taken: 409,
  category_in_use: 409,
  /** `details` has the size, the change and the number of products (`packageInUse`). */
  package_in_use: 409,
  /** Another group of synonyms has the word. */
  synonym_taken: 409,
  /** The last admin cannot be removed. */
  last_admin: 409,
  order_cancelled: 410,
  code_dead: 410,
  too_large: 413,
  unsupported_media_type: 415,
  unavailable: 422,
  password_weak: 422,
  /** The shop has no bot, so it cannot verify phone numbers. */
  bot_unavailable: 422,
  cart_full: 422,
  /** The shop has as many groups of synonyms as it may have. */
  synonyms_full: 422,
  /** The shop has as many reply templates as it may have. */
  templates_full: 422,
  /** No chat of the customer is linked, so the bot cannot write. */
  chat_unlinked: 422,
  /** `details` has the picture (`picture`) and the reason (`reason`). */
  picture_unfit: 422,
  client_too_old: 426,
  too_many_requests: 429,
  internal: 500,
  busy: 503,
} as const

export type ErrorCode = keyof typeof errorStatus
/** Errors of every staff call for users without staff access. */
export const staffOnlyErrors = ['unauthorized', 'forbidden', 'second_factor_required'] as const satisfies ErrorCode[]

const codes = Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]

/** The error body of the API. The page translates `code`; `message` is for developers. */
export const problem = z.object({
  code: z.enum(codes),
  message: z.string(),
  details: z.optional(z.record(z.string(), z.unknown())),
  requestId: z.string(),
})
export type Problem = z.infer<typeof problem>
