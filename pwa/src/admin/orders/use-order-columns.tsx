import type { listStaffOrders, StaffOrderRow } from '@tsedra/contract/admin-orders'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { orderNumber } from '@tsedra/contract/order-number'
import { useTranslations } from 'use-intl'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Icon } from '../../shared/ui/Icon.tsx'
import { OrderNumberText } from '../../shared/ui/OrderNumberText.tsx'
import type { Column } from '../table/AdminTable.tsx'
import { ChangeStatus } from './ChangeStatus.tsx'
import { formatPhone, formatShortKyivDateTime } from './format-order.ts'
import { OrderSummary } from './OrderSummary.tsx'
import { ResponseDeadline } from './ResponseDeadline.tsx'
import { useSelectionColumn } from './use-selection-column.tsx'
import type { useSelection } from './use-selection.ts'

interface Options {
  /** Undefined while loading. */
  page: ResponseOf<typeof listStaffOrders> | undefined
  /** The time of the server in milliseconds. */
  now: number
  selection: ReturnType<typeof useSelection>
  onOpen: (id: string) => void
}

/** Returns the columns of the order list. */
export function useOrderColumns({ page, now, selection, onOpen }: Options): Column<StaffOrderRow>[] {
  const t = useTranslations('desk')
  const language = useLanguage()
  const selectionColumn = useSelectionColumn(page?.orders ?? [], selection)
  return [
    selectionColumn,
    {
      key: 'number',
      header: t('column.number'),
      className: 'cell-number order-number',
      cell: ({ id }) => orderNumber(id),
    },
    {
      key: 'customer',
      header: t('column.customer'),
      className: 'main cell-name',
      cell: (order) => <CustomerName order={order} originalId={page?.possibleDuplicates?.[order.id]} />,
    },
    { key: 'phone', header: t('column.phone'), className: 'cell-phone', cell: PhoneLink },
    {
      key: 'items',
      header: t('column.items'),
      className: 'cell-items',
      cell: ({ id }) => <OrderSummary summary={page?.summaries[id]} />,
    },
    {
      key: 'status',
      header: t('column.status'),
      className: 'cell-order-status',
      cell: (order) => <ChangeStatus order={order} />,
    },
    {
      key: 'date',
      header: t('column.date'),
      className: 'muted cell-date',
      sort: 'deadline',
      cell: (order) => (
        <>
          <time dateTime={order.createdAt}>{formatShortKyivDateTime(order.createdAt, language)}</time>
          <ResponseDeadline order={order} now={now} />
        </>
      ),
    },
    {
      key: 'details',
      header: t('column.actions'),
      className: 'r cell-actions',
      isHeaderHidden: true,
      cell: ({ id, customerName }) => (
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-label={t('detailsOf', { number: orderNumber(id), name: customerName })}
          onClick={() => onOpen(id)}
        >
          {t('details')}
        </button>
      ),
    },
  ]
}

function CustomerName({ order, originalId }: { order: StaffOrderRow; originalId: string | undefined }) {
  const t = useTranslations('desk')
  const number = originalId && orderNumber(originalId)
  return (
    <>
      <span className="order-name">{order.customerName}</span>
      {number && order.status !== 'cancelled' && (
        <small className="mark-warn">
          <Icon name="copy" />
          <OrderNumberText text={t('duplicate.mark', { number })} number={number} />
        </small>
      )}
      {order.hasBackorder && (
        <small className="mark-warn">
          <Icon name="circle-alert" />
          {t('hasBackorder')}
        </small>
      )}
    </>
  )
}

const PhoneLink = ({ customerPhone }: StaffOrderRow) => (
  <a href={`tel:${customerPhone.replace(/[^\d+]/g, '')}`}>{formatPhone(customerPhone)}</a>
)
