import { useEffect, useState } from 'react'

/** A minute is told by its beginning: half of it late at most. */
const TICK_MS = 30_000

/**
 * The shop's clock in milliseconds, whatever the clock of this device says; it goes on while it is looked at.
 *
 * @param serverNow what the shop said it was (`now` of an answer), and when that was heard here
 */
export function useServerClock(serverNow: string | undefined, receivedAt: number): number {
  const [localNow, setLocalNow] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setLocalNow(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return serverNow === undefined ? localNow : Math.max(localNow, receivedAt) - receivedAt + Date.parse(serverNow)
}
