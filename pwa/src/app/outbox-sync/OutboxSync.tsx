import { CartOutboxSync } from './CartOutboxSync.tsx'
import { BarCheck } from '../../pending/BarCheck.tsx'
import { LostBanner } from '../../pending/LostBanner.tsx'
import { useSettledToasts } from '../../pending/use-settled-toasts.ts'
import { readShownOrders } from '../../pending/use-received-order.ts'
import { useLiveQuery } from '../../outbox/use-live-query.ts'

/** Opens the page's outbox, shows its open orders on every screen, and refetches the cart when one has settled. */
export function OutboxSync() {
  const result = useLiveQuery(readShownOrders)
  const { openIds: currentIds, received } = result.state === 'read' ? result.value : {}
  useSettledToasts(currentIds)
  return (
    <>
      <LostBanner />
      <BarCheck openIds={currentIds} received={received} />
      <CartOutboxSync openIds={currentIds} />
    </>
  )
}
