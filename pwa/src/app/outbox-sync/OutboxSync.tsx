import { CartOutboxSync } from './CartOutboxSync.tsx'
import { PendingBadge } from '../../pending/PendingBadge.tsx'
import { readOpenIds } from '../../outbox/queue.ts'
import { useLiveQuery } from '../../outbox/use-live-query.ts'

/** Looks after what waits: starts the sender, says so on every screen, and lets the cart know when it has left. */
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
