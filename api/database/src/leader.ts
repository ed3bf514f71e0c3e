import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { lockOf, type Work } from './locks.ts'

/** How often somebody who is not the leader asks whether the place is free. */
const ASK_MS = 1_000

/**
 * Begins in one process of all that would do this work, until its signal or the end of the connection.
 *
 * An advisory lock lives and dies with its connection: the next one takes over within a second or so. It asks again and
 * again instead of waiting inside Postgres, where a query that waits for days would keep dead rows from being cleared.
 */
export function asLeader(url: string, work: Work, begin: (signal: AbortSignal) => Promise<void>): AsyncDisposable {
  const closing = new AbortController()
  const running = run()
  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await running
    },
  }

  async function run(): Promise<void> {
    while (!closing.signal.aborted) {
      await lead().catch(() => {})
      await sleep(ASK_MS, undefined, { signal: closing.signal }).catch(() => {})
    }
  }

  async function lead(): Promise<void> {
    const lost = new AbortController()
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2_000, keepAlive: true })
    client.on('error', () => {})
    client.once('end', () => lost.abort())
    const signal = AbortSignal.any([closing.signal, lost.signal])
    try {
      await client.connect()
      while (!signal.aborted) {
        // mutation test: one-poller
        const { rows } = await client.query<{ mine: boolean }>('SELECT pg_try_advisory_lock($1) AS mine', [
          lockOf(work),
        ])
        if (rows[0]?.mine) return await begin(signal)
        await sleep(ASK_MS, undefined, { signal }).catch(() => {})
      }
    } finally {
      await client.end().catch(() => {})
    }
  }
}
