import type { Db } from '@tsedra/database/connection'
import { type Retention, sweep } from '@tsedra/database/retention'
import type { Log } from '@tsedra/service/log'

const SWEEP_INTERVAL_MS = 3_600_000

export interface RetentionSweeper extends Disposable {
  /** When the last complete sweep of this process ended; 0 before the first. */
  readonly lastSweptAtMs: number
}

/** Deletes rows past their retention period, immediately and every hour. */
export function startRetentionSweeper(db: Db, retention: Retention, log: Log): RetentionSweeper {
  let stopping = false
  let lastSweptAtMs = 0
  void sweepOnce()
  const timer = setInterval(() => void sweepOnce(), SWEEP_INTERVAL_MS)

  return {
    get lastSweptAtMs() {
      return lastSweptAtMs
    },
    [Symbol.dispose]() {
      stopping = true
      clearInterval(timer)
    },
  }

  async function sweepOnce(): Promise<void> {
    try {
      await sweep(db, retention)
      lastSweptAtMs = Date.now()
    } catch (err) {
      if (!stopping) log.warn({ err }, 'retention: sweep failed')
    }
  }
}
