import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/network.ts'
import { Icon, type IconName } from '../../shared/ui/Icon.tsx'
import { CancelOrder } from './CancelOrder.tsx'
import { StatusChoice } from './StatusChoice.tsx'
import { type Movable, useMove } from './use-move.ts'

type Move = Exclude<OrderStatus, 'pending'>

/** What is next for an order in most cases; everything else is in the list of statuses. */
const next: Record<OrderStatus, readonly Move[]> = {
  pending: ['confirmed', 'cancelled'],
  confirmed: ['completed', 'cancelled'],
  completed: [],
  cancelled: [],
}
const icons: Record<Move, IconName> = { confirmed: 'check', completed: 'check', cancelled: 'x' }

/** The status of an order and what to do next. A cancellation is asked about: its customer may be told at once. */
export function MoveOrder({ order, withButtons = false }: { order: Movable; withButtons?: boolean }) {
  const t = useTranslations('desk')
  const online = useOnline()
  const { busy, move } = useMove()
  const [cancelling, setCancelling] = useState(false)

  const choose = (status: OrderStatus) => {
    if (status === 'cancelled' && order.status !== 'cancelled') setCancelling(true)
    else void move(order, status)
  }
  return (
    <>
      <StatusChoice
        label={t('statusOf', { number: orderNumber(order.id), name: order.customerName })}
        status={order.status}
        disabled={busy || !online}
        onChoose={choose}
      />
      {withButtons && next[order.status].length > 0 && (
        <div className="two-btn">
          {next[order.status].map((status) => (
            <button
              key={status}
              type="button"
              className={`btn ${status === 'cancelled' ? 'btn--line' : 'btn--soft'}`}
              disabled={busy || !online}
              onClick={() => choose(status)}
            >
              <Icon name={icons[status]} size="i--sm" />
              {t(`move.${status}`)}
            </button>
          ))}
        </div>
      )}
      {cancelling && (
        <CancelOrder
          order={order}
          busy={busy}
          onClose={() => setCancelling(false)}
          onConfirm={() => void move(order, 'cancelled').then(() => setCancelling(false))}
        />
      )}
    </>
  )
}
