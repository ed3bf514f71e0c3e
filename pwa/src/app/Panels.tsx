import { Suspense, useEffect, useEffectEvent } from 'react'
import { withTexts } from '../shared/language.ts'
import { lazily } from '../shared/lazily.ts'
import { Boundary } from './Boundary.tsx'
import { closeOrder, useOrderRequest } from './order-request.ts'
import { closePanel, usePanel } from './panels.ts'
import { useMissing } from './use-missing.ts'

const Panel = lazily(() => import('./Panel.tsx').then(({ Panel }) => Panel))
// Without a network nothing can be fetched any more: the screen that says what became of a request comes with its form.
const OrderDialog = lazily(() =>
  withTexts('orders', Promise.all([import('../orders/OrderDialog.tsx'), import('../orders/OrderPage.tsx')])).then(
    ([{ OrderDialog }]) => OrderDialog,
  ),
)

/** Whatever lies over the page; each part is fetched when it is first wanted. */
export function Panels() {
  const panel = usePanel()
  const order = useOrderRequest()
  return (
    <Suspense>
      {panel && (
        <Boundary key={panel} instead={<Absent onTold={closePanel} />}>
          <Panel name={panel} />
        </Boundary>
      )}
      {order && (
        <Boundary instead={<Absent onTold={closeOrder} />}>
          <OrderDialog request={order} onClose={closeOrder} />
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
