import { useEffect, useState } from 'react'

/** A minute is told by its beginning: half of it late at most. */
const TICK_MS = 30_000

/**
 * The shop's clock in milliseconds, whatever the clock of this device says; it goes on while it is looked at.
 *
 * @param told what the shop said it was (`now` of an answer), and when that was heard here
 */
export function useShopClock(told: string | undefined, heardAt: number): number {
  const [here, setHere] = useState(Date.now)
  useEffect(() => {
    const timer = setInterval(() => setHere(Date.now()), TICK_MS)
    return () => clearInterval(timer)
  }, [])
  return told === undefined ? here : Math.max(here, heardAt) - heardAt + Date.parse(told)
}
