import { CartOutboxSync } from './CartOutboxSync.tsx'
import { BarCheck } from '../../pending/BarCheck.tsx'
import { LostBanner } from '../../pending/LostBanner.tsx'
import { useSettledToasts } from '../../pending/use-settled-toasts.ts'
import { readOpenIds } from '../../outbox/queue.ts'
import { useLiveQuery } from '../../outbox/use-live-query.ts'

/** Opens the page's outbox, shows its open orders on every screen, and refetches the cart when one has settled. */
export function OutboxSync() {
  const result = useLiveQuery(readOpenIds)
  const currentIds = result.state === 'read' ? result.value : undefined
  useSettledToasts(currentIds)
  return (
    <>
      <LostBanner />
      <BarCheck openIds={currentIds} />
      <CartOutboxSync openIds={currentIds} />
    </>
  )
}
