import { useEffect, useState } from 'react'

/** Milliseconds between updates: a displayed minute is at most half a minute late. */
const TICK_MS = 30_000

/**
 * Returns the time of the server in milliseconds, independent of the clock of this device; updates while mounted.
 *
 * @param serverNow `now` of a response; `receivedAt` is its arrival by the clock of this device
 */
export function useServerClock(serverNow: string | undefined, receivedAt: number): number {
  const [localNow, setLocalNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setLocalNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return serverNow === undefined ? localNow : Math.max(localNow, receivedAt) - receivedAt + Date.parse(serverNow)
}
