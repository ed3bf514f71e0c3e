import { type CircuitBreaker } from './circuit-breaker.ts'
import { notSent, type NotDelivered } from './delivery.ts'

/** A failure in the terms that all channels share; each channel maps the errors of its protocol to one. */
export type Failure =
  /** No connection, or an error before the message was transferred: it has not arrived. */
  | { kind: 'unreachable'; reason: string }
  /** The connection was lost or timed out after the transfer began: the message may have arrived. */
  | { kind: 'interrupted'; reason: string }
  /** The service failed while it processed the message: it may have arrived. */
  | { kind: 'server-error'; reason: string }
  | { kind: 'rate-limited'; reason: string; retryAfterMs: number }
  /** The service rejected the channel's credentials or destination; only a person can correct that. */
  | { kind: 'misconfigured'; reason: string; probeMs: number }
  /** The service rejected this message or its recipient. */
  | { kind: 'rejected'; reason: string }

export interface FailurePolicy {
  /** `retry` counts an attempt, `drop` ends the job. */
  onRejected: 'retry' | 'drop'
  /** `retry` counts an attempt, `wait` opens the circuit. */
  onInterrupted: 'retry' | 'wait'
  /** Whether a rate limit of this channel stops the whole queue. */
  rateLimitPausesQueue: boolean
}

/** Opens the circuit for failures of the service and returns what the failure means for the job. */
export function toDelivery(failure: Failure, circuit: CircuitBreaker, policy: FailurePolicy): NotDelivered {
  const { kind, reason } = failure
  switch (kind) {
    case 'unreachable':
      return notSent(reason, circuit.open(reason))
    case 'server-error':
      return { kind: 'unknown', reason, waitMs: circuit.open(reason) }
    case 'interrupted':
      if (policy.onInterrupted === 'retry') return { kind: 'unknown', reason }
      return { kind: 'unknown', reason, waitMs: circuit.open(reason) }
    case 'rate-limited':
      return notSent(reason, circuit.open(reason, failure.retryAfterMs), policy.rateLimitPausesQueue)
    case 'misconfigured':
      return notSent(reason, circuit.open(reason, failure.probeMs))
    case 'rejected':
      if (policy.onRejected === 'drop') return { kind: 'nothing', reason }
      circuit.resetBackoff()
      return notSent(reason, 0)
  }
}
