import { useEffect, useState } from 'react'
import type { OutboxDatabase } from './database.ts'
import { follow } from './follow.ts'
import { pageOutbox } from './page-outbox.ts'

/** A database that has said nothing for so long, in milliseconds, hangs. */
const PATIENCE_MS = 1_000

/** What the database says. `failed` when it cannot be read. */
export type Live<Value> = { state: 'reading' } | { state: 'read'; value: Value } | { state: 'failed' }

/**
 * What the database says now and from now on, whichever tab or worker changes it.
 *
 * @param read stays the same function as long as it asks the same (useCallback, or a function of the module)
 */
export function useLive<Value>(read: (db: OutboxDatabase) => Promise<Value>): Live<Value> {
  const [live, setLive] = useState<Live<Value>>({ state: 'reading' })
  useEffect(() => {
    const giveUp = () => setLive((now) => (now.state === 'reading' ? { state: 'failed' } : now))
    const timer = setTimeout(giveUp, PATIENCE_MS)
    const { db } = pageOutbox().parts
    const stop = follow(db, read, {
      next: (value) => setLive({ state: 'read', value }),
      error: () => setLive({ state: 'failed' }),
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [read])
  return live
}
