import { useEffect, useEffectEvent, useId, useState } from 'react'
import { useSearchParams } from '../../shared/router/Router.tsx'
import { useTranslations } from 'use-intl'
import { useCurrentProducts } from '../../orders/reorder/use-current-products.ts'
import { useReorder } from '../../orders/reorder/use-reorder.ts'
import { countRows, type LastOrder as Order } from '../../shared/last-order.ts'
import { setLastOrder } from '../../shared/last-order-changes.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { describeRows } from './describe-rows.ts'
import { Row } from './Row.tsx'
import { Total } from './Total.tsx'
import './last-order.css'

interface Props {
  order: Order | null
  isRequested: boolean
  /** Called once the order is stored as dismissed. */
  onDismiss: () => void
}

/** The last order as a slip, with a button that opens the order form with the same lines; or that there is none. */
export function LastOrder({ order, isRequested, onDismiss }: Props) {
  const titleId = useId()
  const [, setParams] = useSearchParams()
  // An order that another tab places later does not open the form here.
  const [isFormRequested] = useState(isRequested && order !== null)
  const removeRequest = useEffectEvent(() =>
    setParams(
      (params) => {
        params.delete('again')
        return params
      },
      { replace: true },
    ),
  )
  useEffect(() => {
    if (isRequested) removeRequest()
  }, [isRequested])
  return (
    <section className="wrap last-order" aria-labelledby={titleId}>
      <div className="slip">
        {order ? (
          <Slip titleId={titleId} order={order} isFormRequested={isFormRequested} onDismiss={onDismiss} />
        ) : (
          <NoOrder titleId={titleId} />
        )}
      </div>
    </section>
  )
}

interface SlipProps extends Pick<Props, 'onDismiss'> {
  titleId: string
  order: Order
  /** Opens the form at once. */
  isFormRequested: boolean
}

function Slip({ titleId, order, isFormRequested, onDismiss }: SlipProps) {
  const t = useTranslations('reorder')
  const { products, isFailed } = useCurrentProducts(order.lines)
  const { busy, reorder } = useReorder(order.lines)
  const rows = describeRows(order.lines, products)
  const shownRows = rows.slice(0, order.lines.length > countRows(order) ? countRows(order) - 1 : undefined)
  const hiddenCount = rows.length - shownRows.length
  const isNothingLeft = products !== undefined && rows.every(({ isGone }) => isGone)

  const openForm = useEffectEvent(() => void reorder())
  useEffect(() => {
    if (isFormRequested) openForm()
  }, [isFormRequested])

  function dismiss(): void {
    setLastOrder({ ...order, isDismissed: true })
    onDismiss()
    document.getElementById('main')?.focus()
  }

  return (
    <>
      <div className="slip__head">
        <h2 className="serif t-1" id={titleId}>
          {t('title')}
        </h2>
        <button type="button" className="icon-btn icon-btn--sm" aria-label={t('dismiss')} onClick={dismiss}>
          <Icon name="x" size="i--sm" />
        </button>
      </div>
      <ul className="slip__rows">
        {shownRows.map((row) => (
          <Row key={row.key} row={row} />
        ))}
        {hiddenCount > 0 && <li className="muted">{t('more', { count: hiddenCount })}</li>}
      </ul>
      <div className="slip__foot">
        {isNothingLeft ? (
          <p>{t('nothingLeft')}</p>
        ) : (
          <>
            <Total rows={rows} isKnown={products !== undefined} isFailed={isFailed} />
            <button
              type="button"
              className="btn btn--primary"
              disabled={busy}
              aria-busy={busy}
              onClick={() => void reorder()}
            >
              {t('action')}
            </button>
          </>
        )}
      </div>
    </>
  )
}

/** The app shortcut was opened, and this device has no order yet. */
function NoOrder({ titleId }: { titleId: string }) {
  const t = useTranslations()
  return (
    <>
      <div className="slip__head">
        <h2 className="serif t-1" id={titleId}>
          {t('reorder.none')}
        </h2>
      </div>
      <p>{t('reorder.noneText')}</p>
      <p>
        {t('reorder.elsewhere')}{' '}
        <Link className="slip__link" to="/profile">
          {t('nav.profile')}
        </Link>
      </p>
    </>
  )
}
