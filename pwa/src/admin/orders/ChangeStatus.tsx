import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { StatusSelect } from './StatusSelect.tsx'
import { type OrderWithStatus, useChangeStatus } from './use-change-status.ts'

type TargetStatus = Exclude<OrderStatus, 'pending'>

/** Usual next statuses; the select has the others. */
const nextStatuses: Record<OrderStatus, readonly TargetStatus[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}
const statusIcons: Record<TargetStatus, IconName> = { confirmed: 'check', completed: 'check', cancelled: 'x' }

/** The status of an order with its next steps. A cancellation needs confirmation: the customer may be notified. */
export function ChangeStatus({ order, hasButtons = false }: { order: OrderWithStatus; hasButtons?: boolean }) {
  const t = useTranslations('desk')
  const isOnline = useOnline()
  const { busy, move: changeStatus } = useChangeStatus()
  const [isCancelling, setIsCancelling] = useState(false)

  const selectStatus = (status: OrderStatus) => {
    if (status === 'cancelled' && order.status !== 'cancelled') setIsCancelling(true)
    else void changeStatus(order, status)
  }
  return (
    <>
      <StatusSelect
        label={t('statusOf', { number: orderNumber(order.id), name: order.customerName })}
        status={order.status}
        disabled={busy || !isOnline}
        onChange={selectStatus}
      />
      {hasButtons && nextStatuses[order.status].length > 0 && (
        <div className="two-buttons">
          {nextStatuses[order.status].map((status) => (
            <button
              key={status}
              type="button"
              className={`btn ${status === 'cancelled' ? 'btn--line' : 'btn--soft'}`}
              disabled={busy || !isOnline}
              onClick={() => selectStatus(status)}
            >
              <Icon name={statusIcons[status]} size="i--sm" />
              {t(`move.${status}`)}
            </button>
          ))}
        </div>
      )}
      {isCancelling && (
        <CancelOrder
          order={order}
          busy={busy}
          onClose={() => setIsCancelling(false)}
          onConfirm={() => void changeStatus(order, 'cancelled').then(() => setIsCancelling(false))}
        />
      )}
    </>
  )
}
