import type { Log } from '@tsedra/service/log'

export interface VitalTimes {
  lastCompletedAtMs: number
  /** When Redis, Postgres or Telegram last failed to respond, or when this process started. */
  lastFailureAtMs: number
}

export interface Vitals {
  recordCompletion: () => void
  recordFailure: (atMs?: number) => void
  /** Records a failure; connections reconnect by themselves, and relay and watchdog log lasting failures. */
  recordConnectionError: (error: Error) => void
  readTimes: () => VitalTimes
}

/** Creates the record of this process's last completion and last failure. */
export function createVitals(log: Log): Vitals {
  const times = { lastCompletedAtMs: 0, lastFailureAtMs: Date.now() }
  return {
    recordCompletion() {
      times.lastCompletedAtMs = Date.now()
    },
    recordFailure(atMs = Date.now()) {
      times.lastFailureAtMs = Math.max(times.lastFailureAtMs, atMs)
    },
    recordConnectionError(err) {
      times.lastFailureAtMs = Date.now()
      log.debug({ err }, 'worker: connection error')
    },
    readTimes: () => times,
  }
}
