import type { listStaffOrders, StaffOrderRow } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isOrderId } from '../../orders/order-query.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { PageHeader } from '../frame/PageHeader.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { ListSearch } from '../table/ListSearch.tsx'
import { ResponseDeadline } from './ResponseDeadline.tsx'
import { ExportOrders } from './ExportOrders.tsx'
import { formatPhone, formatShortKyivDateTime } from './format-order.ts'
import { ChangeStatus } from './ChangeStatus.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { parseOrderFilter } from './order-filter.ts'
import { useServerClock } from './use-server-clock.ts'
import './orders-page.css'

/** `/admin/orders`: the order administration. Filters, page and the open order are in the address. */
export function OrdersPage() {
  const t = useTranslations('desk')
  const language = useLanguage()
  const state = usePageState()
  const cursor = state.get('page')
  const query = useAdminQuery<typeof listStaffOrders>('GET /api/admin/orders', {
    query: { ...parseOrderFilter(state), ...(isOrderId(cursor) && { before: cursor }) },
  })
  const { data } = query
  const now = useServerClock(data?.now, query.dataUpdatedAt)
  const [drafts] = useState(() => new Map<string, string>())
  const selectedOrderId = state.get('order')
  const selectOrder = (order: string) => state.set({ order, page: cursor })

  const columns: Column<StaffOrderRow>[] = [
    { key: 'number', header: t('column.number'), className: 'cell-number code', cell: ({ id }) => orderNumber(id) },
    {
      key: 'customer',
      header: t('column.customer'),
      className: 'main cell-name',
      cell: ({ id, status, customerName }) => {
        const originalId = status === 'cancelled' ? undefined : data?.possibleDuplicates?.[id]
        return (
          <>
            {customerName}
            {originalId && (
              <small className="mark-warn">
                <Icon name="copy" />
                {t('duplicate.mark', { number: orderNumber(originalId) })}
              </small>
            )}
          </>
        )
      },
    },
    { key: 'phone', header: t('column.phone'), className: 'cell-phone', cell: PhoneLink },
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
          onClick={() => selectOrder(id)}
        >
          {t('details')}
        </button>
      ),
    },
  ]
  return (
    <>
      <PageHeader title={t('title')} count={data && t('count', { count: data.total })}>
        <ListSearch label={t('search')} state={state} />
        <ExportOrders filter={parseOrderFilter(state)} now={now} />
      </PageHeader>
      <OrderFilters state={state} now={now} />
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.orders}
        getKey={({ id }) => id}
        query={query}
        state={state}
        empty={<EmptyState icon="inbox" title={t('empty')} />}
        className="order-cards"
        rowProps={({ id }) => (id === selectedOrderId ? { className: 'is-on' } : {})}
      />
      <CursorPager
        state={state}
        next={data?.next}
        summary={t('shown', { shown: data?.orders.length ?? 0, total: data?.total ?? 0 })}
      />
      {isOrderId(selectedOrderId) && (
        <OrderDrawer key={selectedOrderId} id={selectedOrderId} drafts={drafts} onClose={() => selectOrder('')} />
      )}
    </>
  )
}

const PhoneLink = ({ customerPhone }: StaffOrderRow) => (
  <a href={`tel:${customerPhone.replace(/[^\d+]/g, '')}`}>{formatPhone(customerPhone)}</a>
)
