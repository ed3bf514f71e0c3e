import type { ErrorCode } from '@tsedra/contract/errors'

interface Extra {
  /** Seconds after which trying again makes sense; becomes the Retry-After header. */
  retryAfterS?: number
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

  constructor(code: ErrorCode, message: string, details?: Record<string, unknown>, { retryAfterS }: Extra = {}) {
    super(message)
    this.code = code
    this.details = details
    this.retryAfterS = retryAfterS
  }
}
