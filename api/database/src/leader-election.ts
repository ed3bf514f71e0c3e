import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockIdOf, type LockName } from './advisory-locks.ts'

/** Interval, in ms, at which processes without the lock try to take it. */
const RETRY_MS = 1_000

/**
 * Runs `task` in exactly one process, the one with the advisory lock, until its signal or the end of the connection.
 *
 * The lock ends with its connection, so another process takes over within about a second. Processes poll instead of
 * waiting inside Postgres, where a query of several days would keep dead rows from being vacuumed.
 */
export function runAsLeader(
  url: string,
  lockName: LockName,
  task: (signal: AbortSignal) => Promise<void>,
): AsyncDisposable {
  const closing = new AbortController()
  const running = electRepeatedly()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }

  async function electRepeatedly(): Promise<void> {
    while (!closing.signal.aborted) {
      await tryToLead().catch(() => {})
      await sleep(RETRY_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function tryToLead(): Promise<void> {
    const connectionLost = new AbortController()
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true })
    client.on('error', () => {})
    client.once('end', () => connectionLost.abort())
    const signal = AbortSignal.any([closing.signal, connectionLost.signal])
    try {
      await client.connect()
      while (!signal.aborted) {
        // mutation test: one-poller
        const { rows } = await client.query<{ isLeader: boolean }>('SELECT pg_try_advisory_lock($1) AS "isLeader"', [
          lockIdOf(lockName),
        ])
        if (rows[0]?.isLeader) return await task(signal)
        await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
      }
    } finally {
      await client.end().catch(() => {})
    }
  }
}
