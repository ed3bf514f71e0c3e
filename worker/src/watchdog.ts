/** Milliseconds after which work that waits, while everything answers, means that the consumer is stuck. */
const STUCK_MS = 60_000

export interface WorkerVitals {
  /** Seconds that the oldest job has waited which nothing keeps from being sent. */
  oldestDueS: number
  lastCompletedAtMs: number
  /** When Redis, Postgres or Telegram last did not answer, or this process started. */
  lastFailureAtMs: number
}

/** A consumer that lost its blocking connection looks healthy to every ping: only work that does not get done tells. */
export function isStuck({ oldestDueS, lastCompletedAtMs, lastFailureAtMs }: WorkerVitals, nowMs: number): boolean {
  return oldestDueS * 1_000 > STUCK_MS && nowMs - Math.max(lastCompletedAtMs, lastFailureAtMs) > STUCK_MS
}
