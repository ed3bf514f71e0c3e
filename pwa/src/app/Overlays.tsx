import { useEffect } from 'react'
import { useLocation } from '../shared/router/Router.tsx'
import { withMessages } from '../shared/i18n/language.ts'
import { lazyComponent } from '../shared/lazy-component.ts'
import { closeOrderDialog, useOrderDialog } from '../shared/order-dialog-state.ts'
import { OverlayBoundary } from '../shared/ui/OverlayBoundary.tsx'
import { closeOverlay, useOpenOverlay } from '../shared/overlay-state.ts'

const NamedOverlay = lazyComponent(() => import('./overlays/NamedOverlay.tsx').then(({ NamedOverlay }) => NamedOverlay))
const OrderDialog = lazyComponent(() =>
  withMessages('orders', import('../orders/OrderDialog.tsx')).then(({ OrderDialog }) => OrderDialog),
)

/** Renders the open overlay and the order dialog; each chunk is fetched on first use. */
export function Overlays() {
  const overlay = useOpenOverlay()
  const order = useOrderDialog()
  const { pathname } = useLocation()
  const isStale = order && order.pathname !== pathname
  const isOrderOpen = order !== undefined
  // An order that cannot be sent is shown on the pending page, so its chunk is fetched before the network is lost.
  useEffect(() => {
    if (isOrderOpen) void import('../pending/PendingPage.tsx').catch(() => {})
  }, [isOrderOpen])
  useEffect(() => {
    if (isStale) closeOrderDialog()
    // The browser may navigate back to this page before the next one has rendered.
    if (!isOrderOpen) return undefined
    addEventListener('popstate', closeOrderDialog)
    return () => removeEventListener('popstate', closeOrderDialog)
  }, [isStale, isOrderOpen])
  return (
    <>
      {overlay && (
        <OverlayBoundary key={overlay} onClose={closeOverlay}>
          <NamedOverlay name={overlay} />
        </OverlayBoundary>
      )}
      {order && !isStale && (
        <OverlayBoundary onClose={closeOrderDialog}>
          <OrderDialog request={order.request} onClose={closeOrderDialog} />
        </OverlayBoundary>
      )}
    </>
  )
}
