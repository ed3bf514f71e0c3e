import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { useSearchParams } from 'react-router-dom'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { Link } from '../../shared/ui/Link.tsx'
import { useMove } from './use-move.ts'

/** Which order this one may be a duplicate of, with a link to it and a button that cancels this one. */
export function Duplicate({ order, of }: { order: StaffOrder; of: string }) {
  const t = useTranslations('desk.duplicate')
  const online = useOnline()
  const { busy, move } = useMove()
  const [params] = useSearchParams()
  const other = new URLSearchParams(params)
  other.set('order', of)
  const canCancel = order.status === 'pending' || order.status === 'confirmed'
  return (
    <div className="note note--warn dup">
      <Icon name="copy" />
      <div>
        <p>{t('text', { number: orderNumber(of) })}</p>
        <div className="dup__acts">
          <Link className="btn btn--line" to={{ search: other.toString() }}>
            {t('open', { number: orderNumber(of) })}
          </Link>
          {canCancel && (
            <button
              type="button"
              className="btn btn--line"
              disabled={busy || !online}
              onClick={() => void move(order, 'cancelled')}
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
