import type { CSSProperties } from 'react'
import { useCurrentUser } from '../session/current-user.ts'
import { withMessages } from '../shared/i18n/language.ts'
import { countRows, lastOrderStore } from '../shared/last-order.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { MountWhenIdle } from '../shared/ui/MountWhenIdle.tsx'

const LastOrder = lazyComponent(() =>
  withMessages('orders', import('./last-order/LastOrder.tsx')).then(({ LastOrder }) => LastOrder),
)

/**
 * Reserves the height of the last order, which has its own chunk. Hides an order of another account.
 *
 * @param isRequested the page was opened by the app shortcut: the order form opens, or the page shows why it cannot
 * @param onDismiss ends the request
 */
export function LastOrderPlace({ isRequested, onDismiss }: { isRequested: boolean; onDismiss: () => void }) {
  const lastOrder = lastOrderStore.use()
  const userId = useCurrentUser()?.user.id
  const order = lastOrder && (lastOrder.ownerId ?? userId) === userId ? lastOrder : null
  // Only the device has the order: the boot script sets the height of its place.
  if (import.meta.env.SSR) return <div className="last-order-place" />
  if (!isRequested && (!order || order.isDismissed)) return null
  return (
    <div className="last-order-place" style={{ '--slip-rows': countRows(order) } as CSSProperties}>
      <MountWhenIdle isImmediate>
        <LastOrder order={order} isRequested={isRequested} onDismiss={onDismiss} />
      </MountWhenIdle>
    </div>
  )
}
