import { Suspense, useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { notify } from '../notices/notices.ts'
import { withTexts } from '../shared/language.ts'
import { lazily } from '../shared/lazily.ts'
import { Boundary } from './Boundary.tsx'
import { closeOrder, useOrderRequest } from './order-request.ts'
import { closePanel, usePanel } from './panels.ts'

const Panel = lazily(() => import('./Panel.tsx').then(({ Panel }) => Panel))
const OrderDialog = lazily(() =>
  withTexts('orders', import('../orders/OrderDialog.tsx')).then(({ OrderDialog }) => OrderDialog),
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
  const t = useTranslations('error')
  useEffect(() => {
    notify({ title: t('title'), text: t('text'), kind: 'bad' })
    onTold()
  }, [t, onTold])
  return null
}
