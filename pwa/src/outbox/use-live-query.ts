import { useEffect, useState } from 'react'
import type { OutboxDatabase } from './database.ts'
import { observeQuery } from './observe-query.ts'
import { pageOutbox } from './page-outbox.ts'

/** A database that has said nothing for so long, in milliseconds, hangs. */
const READ_TIMEOUT_MS = 1_000

/** What the database says. `failed` when it cannot be read. */
export type LiveQueryResult<Value> = { state: 'reading' } | { state: 'read'; value: Value } | { state: 'failed' }

/**
 * What the database says now and from now on, whichever tab or worker changes it.
 *
 * @param read stays the same function as long as it asks the same (useCallback, or a function of the module)
 */
export function useLiveQuery<Value>(read: (db: OutboxDatabase) => Promise<Value>): LiveQueryResult<Value> {
  const [result, setResult] = useState<LiveQueryResult<Value>>({ state: 'reading' })
  useEffect(() => {
    const onTimeout = () => setResult((current) => (current.state === 'reading' ? { state: 'failed' } : current))
    const timer = setTimeout(onTimeout, READ_TIMEOUT_MS)
    const { db } = pageOutbox().parts
    const stop = observeQuery(db, read, {
      next: (value) => setResult({ state: 'read', value }),
      error: () => setResult({ state: 'failed' }),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [read])
  return result
}
