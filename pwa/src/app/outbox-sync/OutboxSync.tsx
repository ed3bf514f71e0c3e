import { CartOutboxSync } from './CartOutboxSync.tsx'
import { PendingBadge } from '../../pending/PendingBadge.tsx'
import { readOpenIds } from '../../outbox/queue.ts'
import { useLiveQuery } from '../../outbox/use-live-query.ts'

/** Opens the page's outbox, shows its pending orders on every screen, and refetches the cart when one has settled. */
export function OutboxSync() {
  const result = useLiveQuery(readOpenIds)
  const currentIds = result.state === 'read' ? result.value : undefined
  return (
    <>
      <PendingBadge openIds={currentIds} />
      <CartOutboxSync openIds={currentIds} />
    </>
  )
}
