import type { StaffOrderRow } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { useOnline } from '../../shared/use-online.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { useBulkStatus } from './use-bulk-status.ts'
import { useConflictText } from './use-conflict-text.ts'

const targetStatuses = ['confirmed', 'completed', 'cancelled'] as const

interface Props {
  /** The selected orders of this page. */
  orders: readonly StaffOrderRow[]
  onClear: () => void
}

/** Changes the status of all selected orders; orders that another user has changed are listed with their status. */
export function OrderBulkBar({ orders, onClear }: Props) {
  const t = useTranslations('desk')
  const isOnline = useOnline()
  const { busy, rejected, clearRejected, changeAll } = useBulkStatus()
  const [isCancelling, setIsCancelling] = useState(false)

  const changeTo = async (status: OrderStatus) => {
    const changes = orders.filter((order) => order.status !== status)
    if (changes.length === 0 || (await changeAll(changes.map(({ id, status: from }) => ({ id, from, status })))))
      onClear()
    setIsCancelling(false)
  }
  return (
    <>
      <div className="bulk" role="region" aria-label={t('bulk.label')} hidden={orders.length === 0}>
        <span role="status">{t('bulk.selected', { count: orders.length })}</span>
        {targetStatuses.map((status) => (
          <button
            key={status}
            type="button"
            className="btn btn--line btn--sm"
            disabled={busy || !isOnline}
            onClick={() => (status === 'cancelled' ? setIsCancelling(true) : void changeTo(status))}
          >
            {t(`move.${status}`)}
          </button>
        ))}
        <button type="button" className="btn btn--quiet btn--sm" onClick={onClear}>
          {t('bulk.clear')}
        </button>
      </div>
      {rejected.length > 0 && <RejectedOrders rejected={rejected} onClose={clearRejected} />}
      {isCancelling && (
        <ConfirmDialog
          title={t('bulk.cancelTitle', { count: orders.length })}
          confirmLabel={t('bulk.cancelAction')}
          cancelLabel={t('cancel.keep')}
          busy={busy}
          onClose={() => setIsCancelling(false)}
          onConfirm={() => void changeTo('cancelled')}
        >
          <p>{t('bulk.cancelText')}</p>
        </ConfirmDialog>
      )}
    </>
  )
}

type Rejected = ReturnType<typeof useBulkStatus>['rejected']

function RejectedOrders({ rejected, onClose }: { rejected: Rejected; onClose: () => void }) {
  const t = useTranslations('desk')
  const getConflictText = useConflictText()
  return (
    <div className="bulk-rejected" role="alert">
      <b>{t('bulk.rejected', { count: rejected.length })}</b>
      <ul>
        {rejected.map(({ id, conflict }) => (
          <li key={id}>
            <span className="order-number">{orderNumber(id)}</span>{' '}
            {conflict ? getConflictText(conflict) : t('missing')}
          </li>
        ))}
      </ul>
      <button type="button" className="btn btn--line btn--sm" onClick={onClose}>
        <Icon name="x" size="i--sm" />
        {t('bulk.dismiss')}
      </button>
    </div>
  )
}
