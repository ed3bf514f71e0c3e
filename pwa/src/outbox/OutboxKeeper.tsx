import { FollowOutbox } from '../cart/FollowOutbox.tsx'
import { PendingBadge } from './PendingBadge.tsx'

/** Looks after what waits: says so on every screen, and lets the cart know when it has left. */
export function OutboxKeeper() {
  return (
    <>
      <PendingBadge />
      <FollowOutbox />
    </>
  )
}
