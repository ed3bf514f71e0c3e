import type { listStaffOrders } from '@tsedra/contract/admin-orders'
import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isOrderId } from '../../orders/order-query.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { useAdminQuery } from '../use-admin-query.ts'
import { PageHeader } from '../frame/PageHeader.tsx'
import { AdminTable } from '../table/AdminTable.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { LiveSearch } from '../table/LiveSearch.tsx'
import { usePageState } from '../table/use-page-state.ts'
import { ExportOrders } from './ExportOrders.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderViews } from './OrderViews.tsx'
import { parseOrderFilter, parseOrderSort } from './order-filter.ts'
import { useOrderColumns } from './use-order-columns.tsx'
import { useServerClock } from './use-server-clock.ts'
import './orders-page.css'

/** `/admin/orders`: the order administration. View, filters, page and the open order are in the address. */
export function OrdersPage() {
  const t = useTranslations('desk')
  const lang = useLanguage()
  const state = usePageState()
  const cursor = state.get('page')
  const [filter, sort] = [parseOrderFilter(state), parseOrderSort(state)]
  const query = useAdminQuery<typeof listStaffOrders>('GET /api/admin/orders', {
    query: { ...filter, sort, lang, ...(isOrderId(cursor) && { before: cursor }) },
  })
  const { data } = query
  const now = useServerClock(data?.now, query.dataUpdatedAt)
  const [drafts] = useState(() => new Map<string, string>())
  const [areFiltersOpen, setAreFiltersOpen] = useState(false)
  const selectedOrderId = state.get('order')
  const selectOrder = (order: string) => state.set({ order, page: cursor })
  const columns = useOrderColumns({ page: data, now, onOpen: selectOrder })
  // The table marks the sort in use, which may be the default of the view.
  const sortedState = { ...state, get: (name: string) => (name === 'sort' ? sort : state.get(name)) }

  return (
    <div className={`orders-page ${areFiltersOpen ? 'orders-page--filters' : ''}`}>
      <PageHeader title={t('title')} count={data && t('count', { count: data.total })}>
        <LiveSearch label={t('search')} state={state} />
        <button
          type="button"
          className="btn btn--line mobile-only"
          aria-expanded={areFiltersOpen}
          onClick={() => setAreFiltersOpen(!areFiltersOpen)}
        >
          {t('filter.open')}
          <Icon name="chevron-down" size="i--sm" />
        </button>
        <div className="order-exports">
          <ExportOrders filter={filter} now={now} />
        </div>
      </PageHeader>
      <OrderFilters state={state} sort={sort} now={now} />
      <OrderViews filter={filter} counts={data} />
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={data?.orders}
        getKey={({ id }) => id}
        query={query}
        state={sortedState}
        empty={<EmptyState icon="inbox" title={t('empty')} />}
        className="order-cards"
        hasSortSelect={false}
        rowProps={({ id }) => (id === selectedOrderId ? { className: 'is-on' } : {})}
      />
      <CursorPager
        key={`${JSON.stringify(filter)}${sort}`}
        state={state}
        next={data?.next}
        summary={t('shown', { shown: data?.orders.length ?? 0, total: data?.total ?? 0 })}
      />
      {isOrderId(selectedOrderId) && (
        <OrderDrawer key={selectedOrderId} id={selectedOrderId} drafts={drafts} onClose={() => selectOrder('')} />
      )}
    </div>
  )
}
