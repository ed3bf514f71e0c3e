import type { ErrorCode } from '@tsedra/contract/errors'

/** The events that refusals are logged and counted as. */
export const refusalEvents = ['access-denied', 'cross-site', 'rate-limited', 'upload-refused'] as const
export type RefusalEvent = (typeof refusalEvents)[number]

interface RefusalOptions {
  /** Seconds after which trying again makes sense; becomes the Retry-After header. */
  retryAfterS?: number
  /** Where the code alone does not tell what it is to be written down as. */
  event?: RefusalEvent
  /** Id of whoever was refused. */
  user?: string
}

/**
 * A "no" the caller is meant to hear: thrown anywhere, answered by one handler.
 *
 * Anything else that is thrown is a bug, and is answered as `internal`.
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
  /** A 429 says when to try again, or clients would have to guess. */
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
