import { useEffect, useState } from 'react'
import type { OutboxDatabase } from './database.ts'
import { observeQuery } from './observe-query.ts'
import { pageOutbox } from './page-outbox.ts'

/** Timeout of the first read, in ms: a database that takes longer hangs. */
const READ_TIMEOUT_MS = 1_000

/** The result of a query; `failed` when the database cannot be read. */
export type LiveQueryResult<Value> = { state: 'reading' } | { state: 'read'; value: Value } | { state: 'failed' }

/**
 * Returns the result of a query, and renders again after changes by any tab or worker.
 *
 * @param read a stable function (useCallback, or a function of the module): a new one starts a new query
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
