import { FollowOutbox } from '../cart/FollowOutbox.tsx'
import { PendingBadge } from './PendingBadge.tsx'
import { openIds } from './queue.ts'
import { useLive } from './use-live.ts'

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
