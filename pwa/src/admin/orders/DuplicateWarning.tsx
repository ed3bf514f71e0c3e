import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useSearchParams } from '../../shared/router/Router.tsx'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { OrderNumberText } from '../../shared/ui/OrderNumberText.tsx'
import { useChangeStatus } from './use-change-status.ts'

/** Which order this one may be a duplicate of, with a link to it and a button that cancels this one. */
export function DuplicateWarning({ order, originalId }: { order: StaffOrder; originalId: string }) {
  const t = useTranslations('desk.duplicate')
  const isOnline = useOnline()
  const { busy, move: changeStatus } = useChangeStatus()
  const [params] = useSearchParams()
  const linkParams = new URLSearchParams(params)
  linkParams.set('order', originalId)
  const number = orderNumber(originalId)
  const canCancel = order.status === 'pending' || order.status === 'confirmed'
  return (
    <div className="note note--warn duplicate-warning">
      <Icon name="copy" />
      <div>
        <p>
          <OrderNumberText text={t('text', { number })} number={number} />
        </p>
        <div className="dup__acts">
          <Link className="btn btn--line" to={`/admin/orders?${linkParams}`}>
            <OrderNumberText text={t('open', { number })} number={number} />
          </Link>
          {canCancel && (
            <button
              type="button"
              className="btn btn--line"
              disabled={busy || !isOnline}
              onClick={() => void changeStatus(order, 'cancelled')}
            >
              <Icon name="x" size="i--sm" />
              {t('cancel')}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}
