import type { ErrorCode } from '@tsedra/contract/errors'

/** The events that refusals are logged and counted as. */
export const refusalEvents = ['access-denied', 'cross-site', 'rate-limited', 'upload-refused'] as const
export type RefusalEvent = (typeof refusalEvents)[number]

interface RefusalOptions {
  /** Seconds until a retry can succeed: the `Retry-After` header. */
  retryAfterS?: number
  /** Event to log and count, where it does not follow from the code. */
  event?: RefusalEvent
  /** Id of the refused user. */
  user?: string
}

/**
 * An expected error that the client receives: thrown anywhere, converted into a response by the error handler.
 *
 * The error handler treats any other error as a bug and responds with `internal`.
 */
export class Refusal extends Error {
  override readonly name = 'Refusal'
  readonly code: ErrorCode
  readonly details: Record<string, unknown> | undefined
  readonly retryAfterS: number | undefined
  readonly event: RefusalEvent | undefined
  readonly user: string | undefined

  constructor(
    code: Exclude<ErrorCode, 'too_many_requests'>,
    message: string,
    details?: Record<string, unknown>,
    extra?: RefusalOptions,
  )
  /** A 429 requires `retryAfterS`. */
  constructor(
    code: ErrorCode,
    message: string,
    details: Record<string, unknown> | undefined,
    extra: RefusalOptions & { retryAfterS: number },
  )
  constructor(
    code: ErrorCode,
    message: string,
    details?: Record<string, unknown>,
    { retryAfterS, event, user }: RefusalOptions = {},
  ) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfterS = retryAfterS
    this.event = event
    this.user = user
  }
}

/** Returns the refusal of a rate limit, with `Retry-After`. */
export function tooManyRequests(waitS: number): Refusal {
  return new Refusal('too_many_requests', 'Too many tries. Please wait a little.', { waitS }, { retryAfterS: waitS })
}
