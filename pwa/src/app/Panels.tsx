import { Suspense, useEffect, useEffectEvent } from 'react'
import { useLocation } from 'react-router-dom'
import { withTexts } from '../shared/language.ts'
import { lazily } from '../shared/lazily.ts'
import { Boundary } from './Boundary.tsx'
import { closeOrder, useOpenOrder } from './order-request.ts'
import { closePanel, usePanel } from './panels.ts'
import { useMissing } from './use-missing.ts'

const Panel = lazily(() => import('./Panel.tsx').then(({ Panel }) => Panel))
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
  useEffect(() => {
    if (isGone) closeOrder()
    // Back to this page, before the next one has been drawn.
    if (!isOpen) return undefined
    addEventListener('popstate', closeOrder)
    return () => removeEventListener('popstate', closeOrder)
  }, [isGone, isOpen])
  return (
    <Suspense>
      {panel && (
        <Boundary key={panel} instead={<Absent onTold={closePanel} />}>
          <Panel name={panel} />
        </Boundary>
      )}
      {order && !isGone && (
        <Boundary instead={<Absent onTold={closeOrder} />}>
          <OrderDialog request={order.request} onClose={closeOrder} />
        </Boundary>
      )}
    </Suspense>
  )
}

/** A part that did not arrive: that is said, and the next touch asks for it again. */
function Absent({ onTold }: { onTold: () => void }) {
  const tell = useEffectEvent(useMissing())
  useEffect(() => {
    tell()
    onTold()
  }, [onTold])
  return null
}
