export interface Outage {
  reason: string
  untilMs: number
}

export interface CircuitBreaker {
  /** Returns the outage while the circuit is open; the first send after it is the probe. */
  readOutage: () => Outage | undefined
  /** Opens the circuit, for `forMs` or with exponential backoff, and returns the wait in ms. */
  open(reason: string, forMs?: number): number
  close(): void
  /** Restarts the backoff without closing the circuit. */
  resetBackoff(): void
}

const FIRST_WAIT_MS = 1_000

/** Creates a circuit breaker whose backoff is 1, 2, 4, … s up to `maxWaitMs`; its state is per process. */
export function createCircuitBreaker(maxWaitMs: number, onRecovery?: () => void): CircuitBreaker {
  let outage: Outage | undefined
  let consecutiveFailures = 0

  return {
    readOutage: () => (outage && outage.untilMs > Date.now() ? outage : undefined),
    open(reason, forMs = backoff()) {
      outage = { reason, untilMs: Date.now() + forMs }
      return forMs
    },
    close() {
      if (outage) onRecovery?.()
      outage = undefined
      consecutiveFailures = 0
    },
    resetBackoff() {
      consecutiveFailures = 0
    },
  }

  function backoff(): number {
    consecutiveFailures += 1
    return Math.min(FIRST_WAIT_MS * 2 ** (consecutiveFailures - 1), maxWaitMs)
  }
}

/** Returns a circuit breaker that never opens, for receivers that fail independently; each failure waits `waitMs`. */
export function createFixedDelay(waitMs: number): CircuitBreaker {
  return { readOutage: () => undefined, open: (_reason, forMs = waitMs) => forMs, close() {}, resetBackoff() {} }
}
