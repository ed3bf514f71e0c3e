import type { Log } from '@tsedra/service/log'

/** Wait of a due job while all services respond after which the consumer counts as stuck, in ms. */
const STUCK_MS = 60_000
const WATCHDOG_INTERVAL_MS = 5_000

interface VitalTimes {
  lastCompletedAtMs: number
  /** When Redis, Postgres or Telegram last failed to respond, or when this process started. */
  lastFailureAtMs: number
}

export interface WorkerVitals extends VitalTimes {
  /** Age in seconds of the oldest job that is due now. */
  oldestDueS: number
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

interface Options {
  vitals: Vitals
  /** Pings Redis and Postgres, records failures and returns the age of the oldest due job in seconds. */
  checkServices: () => Promise<number>
  /** Called when the consumer is stuck: only a restart of the process helps. */
  onStuck: () => void
  log: Log
}

/** Starts the watchdog: the process restarts when the consumer is stuck although all services respond. */
export function startWatchdog({ vitals, checkServices, onStuck, log }: Options): Disposable {
  const timer = setInterval(() => void check(), WATCHDOG_INTERVAL_MS)
  return { [Symbol.dispose]: () => clearInterval(timer) }

  async function check(): Promise<void> {
    try {
      const oldestDueS = await checkServices()
      if (!isStuck({ oldestDueS, ...vitals.readTimes() }, Date.now())) return
      log.fatal({ oldestDueS }, 'watchdog: consumer stuck, restarting the process')
      onStuck()
    } catch {
      vitals.recordFailure()
    }
  }
}

/** Returns whether due jobs wait without progress: a consumer without its blocking connection passes every ping. */
export function isStuck({ oldestDueS, lastCompletedAtMs, lastFailureAtMs }: WorkerVitals, nowMs: number): boolean {
  return oldestDueS * 1_000 > STUCK_MS && nowMs - Math.max(lastCompletedAtMs, lastFailureAtMs) > STUCK_MS
}
