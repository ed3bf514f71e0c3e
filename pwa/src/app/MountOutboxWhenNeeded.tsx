import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '../shared/idle.ts'
import { ErrorBoundary } from '../shared/ui/ErrorBoundary.tsx'
import { outboxMayHaveEntries } from '../outbox/outbox-may-have-entries.ts'
import { useOrderDialog } from '../shared/order-dialog-state.ts'

/**
 * Shows what looks after the outbox once there may be something in it: 40 KB that most visits never need.
 *
 * The outbox's database is made with the first order. Looked for when the page stands still and whenever it is seen again.
 */
export function MountOutboxWhenNeeded({ children }: { children: ReactNode }) {
  const [isNeeded, setIsNeeded] = useState(false)
  const isOrdering = useOrderDialog() !== undefined
  if (isOrdering && !isNeeded) setIsNeeded(true)

  useEffect(() => {
    if (isNeeded) return
    const check = () => void outboxMayHaveEntries().then((hasEntries) => hasEntries && setIsNeeded(true))
    const cancel = runWhenIdle(check)
    document.addEventListener('visibilitychange', check)
    addEventListener('online', check)
    return () => {
      cancel()
      document.removeEventListener('visibilitychange', check)
      removeEventListener('online', check)
    }
  }, [isNeeded])

  if (!isNeeded) return null
  return (
    <ErrorBoundary fallback={null}>
      <Suspense>{children}</Suspense>
    </ErrorBoundary>
  )
}
