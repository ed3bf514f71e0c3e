import type { listStaffOrders, StaffOrderRow } from '@tsedra/contract/admin-orders'
import { orderNumber } from '@tsedra/contract/order-number'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isOrderId } from '../../orders/order-query.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { Empty } from '../../shared/ui/Empty.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminQuery } from '../admin-query.ts'
import { Head } from '../frame/Head.tsx'
import { AdminTable, type Column } from '../table/AdminTable.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { usePageState } from '../table/page-state.ts'
import { Search } from '../table/Search.tsx'
import { AnswerBy } from './AnswerBy.tsx'
import { ExportOrders } from './ExportOrders.tsx'
import { formatPhone, formatShortMoment } from './format.ts'
import { MoveOrder } from './MoveOrder.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { orderFilter } from './order-filter.ts'
import { useShopClock } from './use-shop-clock.ts'
import './desk.css'

/** `/admin/orders`: the order desk. Filters, page and the order that is open are in the address. */
export function OrdersPage() {
  const t = useTranslations('desk')
  const language = useLanguage()
  const state = usePageState()
  const before = state.get('page')
  const found = useAdminQuery<typeof listStaffOrders>('GET /api/admin/orders', {
    query: { ...orderFilter(state), ...(isOrderId(before) && { before }) },
  })
  const { data } = found
  const now = useShopClock(data?.now, found.dataUpdatedAt)
  const [drafts] = useState(() => new Map<string, string>())
  const opened = state.get('order')
  const open = (order: string) => state.set({ order, page: before })

  const columns: Column<StaffOrderRow>[] = [
    { key: 'number', head: t('column.number'), className: 'c-id code', cell: ({ id }) => orderNumber(id) },
    {
      key: 'customer',
      head: t('column.customer'),
      className: 'main c-name',
      cell: ({ id, status, customerName }) => {
        const other = status === 'cancelled' ? undefined : data?.possibleDuplicates?.[id]
        return (
          <>
            {customerName}
            {other && (
              <small className="mark-warn">
                <Icon name="copy" />
                {t('duplicate.mark', { number: orderNumber(other) })}
              </small>
            )}
          </>
        )
      },
    },
    { key: 'phone', head: t('column.phone'), className: 'c-tel', cell: Phone },
    { key: 'status', head: t('column.status'), className: 'c-st', cell: (order) => <MoveOrder order={order} /> },
    {
      key: 'date',
      head: t('column.date'),
      className: 'muted c-date',
      cell: (order) => (
        <>
          <time dateTime={order.createdAt}>{formatShortMoment(order.createdAt, language)}</time>
          <AnswerBy order={order} now={now} />
        </>
      ),
    },
    {
      key: 'details',
      head: t('column.actions'),
      className: 'r c-act',
      quiet: true,
      cell: ({ id, customerName }) => (
        <button
          type="button"
          className="btn btn--quiet btn--sm"
          aria-label={t('detailsOf', { number: orderNumber(id), name: customerName })}
          onClick={() => open(id)}
        >
          {t('details')}
        </button>
      ),
    },
  ]
  return (
    <>
      <Head title={t('title')} count={data && t('count', { count: data.total })}>
        <Search label={t('search')} state={state} />
        <ExportOrders filter={orderFilter(state)} now={now} />
      </Head>
      <OrderFilters state={state} now={now} />
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.orders}
        keyOf={({ id }) => id}
        found={found}
        state={state}
        empty={<Empty icon="inbox" title={t('empty')} />}
        className="ord-sm"
        rowProps={({ id }) => (id === opened ? { className: 'is-on' } : {})}
      />
      <CursorPager
        state={state}
        next={data?.next}
        text={t('shown', { shown: data?.orders.length ?? 0, total: data?.total ?? 0 })}
      />
      {isOrderId(opened) && <OrderDrawer key={opened} id={opened} drafts={drafts} onClose={() => open('')} />}
    </>
  )
}

const Phone = ({ customerPhone }: StaffOrderRow) => (
  <a href={`tel:${customerPhone.replace(/[^\d+]/g, '')}`}>{formatPhone(customerPhone)}</a>
)
