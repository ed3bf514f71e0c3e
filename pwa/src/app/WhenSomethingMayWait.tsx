import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { whenIdle } from '../shared/idle.ts'
import { Boundary } from '../shared/ui/Boundary.tsx'
import { mayHold } from '../outbox/may-hold.ts'
import { useOpenOrder } from '../shared/order-request.ts'

/**
 * Shows what looks after the outbox once there may be something in it: 40 KB that most visits never need.
 *
 * The outbox's database is made with the first order. Looked for when the page stands still and whenever it is seen again.
 */
export function WhenSomethingMayWait({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState(false)
  const ordering = useOpenOrder() !== undefined
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
