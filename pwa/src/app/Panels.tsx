import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'
import { withTexts } from '../shared/i18n/language.ts'
import { lazily } from '../shared/lazily.ts'
import { closeOrder, useOpenOrder } from '../shared/order-request.ts'
import { Over } from '../shared/ui/Over.tsx'
import { closePanel, usePanel } from '../shared/panels.ts'

const Panel = lazily(() => import('./overlays/Panel.tsx').then(({ Panel }) => Panel))
const OrderDialog = lazily(() =>
  withTexts('orders', import('../orders/OrderDialog.tsx')).then(({ OrderDialog }) => OrderDialog),
)

/** Whatever lies over the page; each part is fetched when it is first wanted. */
export function Panels() {
  const panel = usePanel()
  const order = useOpenOrder()
  const { pathname } = useLocation()
  const isGone = order && order.over !== pathname
  const isOpen = order !== undefined
  // An order that cannot be sent is shown on the pending page: it must be here before the network goes.
  useEffect(() => {
    if (isOpen) void import('../pending/PendingPage.tsx').catch(() => {})
  }, [isOpen])
  useEffect(() => {
    if (isGone) closeOrder()
    // Back to this page, before the next one has been drawn.
    if (!isOpen) return undefined
    addEventListener('popstate', closeOrder)
    return () => removeEventListener('popstate', closeOrder)
  }, [isGone, isOpen])
  return (
    <>
      {panel && (
        <Over key={panel} onClose={closePanel}>
          <Panel name={panel} />
        </Over>
      )}
      {order && !isGone && (
        <Over onClose={closeOrder}>
          <OrderDialog request={order.request} onClose={closeOrder} />
        </Over>
      )}
    </>
  )
}
