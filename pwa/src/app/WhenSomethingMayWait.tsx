import { type ReactNode, Suspense, useEffect, useState } from 'react'
import type { OUTBOX_DATABASE } from '../outbox/database.ts'
import { whenIdle } from '../shared/idle.ts'
import { Boundary } from './Boundary.tsx'
import { useOrderRequest } from './order-request.ts'

/** Its type is the other's value: the name is known here without the code that opens it. */
const outbox: typeof OUTBOX_DATABASE = 'tsedra-outbox'

/**
 * Shows what looks after the outbox once there may be something in it: 40 KB that most visits never need.
 *
 * The outbox's database is made with the first order. Looked for when the page stands still and whenever it is seen again.
 */
export function WhenSomethingMayWait({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  const ordering = useOrderRequest() !== undefined
  if (ordering && !wanted) setWanted(true)

  useEffect(() => {
    if (wanted) return
    const look = () => void mayHold().then((holds) => holds && setWanted(true))
    const cancel = whenIdle(look)
    document.addEventListener('visibilitychange', look)
    addEventListener('online', look)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', look)
      removeEventListener('online', look)
    }
  }, [wanted])

  if (!wanted) return null
  return (
    <Boundary instead={null}>
      <Suspense>{children}</Suspense>
    </Boundary>
  )
}

/** A browser that does not tell is believed to hold something: an order must not be forgotten. */
async function mayHold(): Promise<boolean> {
  // Something was open and its database is gone: that has to be said (outbox/canary.ts).
  if (/(?:^|; )obx=/.test(document.cookie)) return true
  try {
    return (await indexedDB.databases()).some(({ name }) => name === outbox)
  } catch {
    return true
  }
}
