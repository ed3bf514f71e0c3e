import type { Log } from '@tsedra/service/log'
import type { Vitals, VitalTimes } from './jobs/vitals.ts'

/** Wait of a due job while all services respond after which the consumer counts as stuck, in ms. */
const STUCK_MS = 60_000
const WATCHDOG_INTERVAL_MS = 5_000

export interface WorkerVitals extends VitalTimes {
  /** Age in seconds of the oldest job that is due now. */
  oldestDueS: number
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
