import { liveQuery } from 'dexie'
import { useEffect, useState } from 'react'

/** What the database says. `failed` when it cannot be read. */
export type Live<Value> = { state: 'reading' } | { state: 'read'; value: Value } | { state: 'failed' }

/**
 * What the database says now and from now on, whichever tab or worker changes it.
 *
 * @param read stays the same function as long as it asks the same (useCallback, or a function of the module)
 */
export function useLive<Value>(read: () => Promise<Value>): Live<Value> {
  const [live, setLive] = useState<Live<Value>>({ state: 'reading' })
  useEffect(() => {
    const watching = liveQuery(read).subscribe({
      next: (value) => setLive({ state: 'read', value }),
      error: () => setLive({ state: 'failed' }),
    })
    return () => watching.unsubscribe()
  }, [read])
  return live
}
