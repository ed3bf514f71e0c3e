import { useTranslations } from 'use-intl'
import { useSearchParams } from '../../shared/router/Router.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { AlertsButton } from './alerts/AlertsButton.tsx'
import type { OrderFilter } from './order-filter.ts'
import { getOrderView, getViewAddress, orderViews } from './order-views.ts'

interface Props {
  filter: OrderFilter
  /** Undefined while loading. */
  counts: { pending: number; late: number } | undefined
  onHelp: () => void
}

const countOf = { new: 'pending', late: 'late' } as const

/** Saved views of the list as tabs with addresses of their own. */
export function OrderViews({ filter, counts, onHelp }: Props) {
  const t = useTranslations('desk.views')
  const [params] = useSearchParams()
  const current = getOrderView(filter)
  return (
    <div className="order-views">
      <nav aria-label={t('label')}>
        {orderViews.map((view) => (
          <Link key={view} to={getViewAddress(view, params)} aria-current={view === current ? 'page' : undefined}>
            {t(view)}
            {(view === 'new' || view === 'late') && (
              <span className={`order-views__count order-views__count--${view}`}>
                {counts?.[countOf[view]] || null}
              </span>
            )}
          </Link>
        ))}
      </nav>
      <div className="order-views__tools desktop-only">
        <AlertsButton className="btn btn--quiet btn--sm" />
        <button type="button" className="btn btn--quiet btn--sm" onClick={onHelp}>
          {t('keys')}
        </button>
      </div>
    </div>
  )
}
