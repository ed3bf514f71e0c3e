import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { runWhenIdle } from '../shared/idle.ts'
import { ErrorBoundary } from '../shared/ui/ErrorBoundary.tsx'
import { outboxMayHaveEntries } from '../outbox/outbox-may-have-entries.ts'
import { useOrderDialog } from '../shared/order-dialog-state.ts'

/**
 * Mounts the outbox components once the outbox may have entries: 40 KB that most visits never need.
 *
 * The first order creates the outbox's database. Its existence is checked when the page is idle, visible again or online.
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
