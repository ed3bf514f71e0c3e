import type { OrderStatus } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { Icon, type IconName } from '../shared/ui/Icon.tsx'
import '../shared/ui/badge.css'

export const statusStyles: Record<OrderStatus, { icon: IconName; badge: string }> = {
  pending: { icon: 'clock', badge: 'badge--wait' },
  confirmed: { icon: 'circle-dot', badge: 'badge--info' },
  completed: { icon: 'circle-check', badge: 'badge--ok' },
  cancelled: { icon: 'circle-x', badge: '' },
}

/** Shows an order's status as icon, text and colour. */
export function StatusBadge({ status }: { status: OrderStatus }) {
  const t = useTranslations('order.status')
  const { icon, badge } = statusStyles[status]
  return (
    <span className={`badge ${badge}`}>
      <Icon name={icon} size="i--sm" />
      {t(status)}
    </span>
  )
}
