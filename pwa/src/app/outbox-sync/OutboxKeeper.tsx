import { FollowOutbox } from './FollowOutbox.tsx'
import { PendingBadge } from '../../pending/PendingBadge.tsx'
import { openIds } from '../../outbox/queue.ts'
import { useLive } from '../../outbox/use-live.ts'

/** Looks after what waits: starts the sender, says so on every screen, and lets the cart know when it has left. */
export function OutboxKeeper() {
  const live = useLive(openIds)
  const open = live.state === 'read' ? live.value : undefined
  return (
    <>
      <PendingBadge open={open} />
      <FollowOutbox open={open} />
    </>
  )
}
