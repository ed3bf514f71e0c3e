import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { isOrderId } from '../../orders/order-query.ts'
import { EmptyState } from '../../shared/ui/EmptyState.tsx'
import { Icon } from '../../shared/ui/Icon.tsx'
import { PageHeader } from '../frame/PageHeader.tsx'
import { AdminTable } from '../table/AdminTable.tsx'
import { CursorPager } from '../table/CursorPager.tsx'
import { LiveSearch } from '../table/LiveSearch.tsx'
import { AlertsButton } from './alerts/AlertsButton.tsx'
import { EnterOrderButton } from './enter/EnterOrderButton.tsx'
import { ExportOrders } from './ExportOrders.tsx'
import { OrderBulkBar } from './OrderBulkBar.tsx'
import { OrderDrawer } from './OrderDrawer.tsx'
import { OrderFilters } from './OrderFilters.tsx'
import { OrderViews } from './OrderViews.tsx'
import { PickingList } from './print/PickingList.tsx'
import { ReplyDialog } from './replies/ReplyDialog.tsx'
import { ShortcutsDialog } from './ShortcutsDialog.tsx'
import { useOrderColumns } from './use-order-columns.tsx'
import { useOrderKeyboard } from './use-order-keyboard.ts'
import { useOrderList } from './use-order-list.ts'
import { useSelection } from './use-selection.ts'
import './orders-page.css'

/** `/admin/orders`: the order administration. View, filters, page and the open order are in the address. */
export function OrdersPage() {
  const t = useTranslations('desk')
  const list = useOrderList()
  const { state, filter, sort, query, orders, now, selectedOrderId, selectOrder } = list
  const [drafts] = useState(() => new Map<string, string>())
  const [areFiltersOpen, setAreFiltersOpen] = useState(false)
  const selection = useSelection()
  const keyboard = useOrderKeyboard(list, selection)
  const columns = useOrderColumns({ page: query.data, now, selection, onOpen: selectOrder })
  // The table marks the sort in use, which may be the default of the view.
  const sortedState = { ...state, get: (name: string) => (name === 'sort' ? sort : state.get(name)) }

  return (
    <div className={`orders-page ${areFiltersOpen ? 'orders-page--filters' : ''}`}>
      <PageHeader title={t('title')} count={query.data && t('count', { count: query.data.total })}>
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
          <EnterOrderButton onEntered={selectOrder} />
          <PickingList days={filter} />
          <ExportOrders filter={filter} now={now} />
          <AlertsButton className="btn btn--line mobile-only" />
        </div>
      </PageHeader>
      <OrderFilters state={state} sort={sort} now={now} />
      <OrderViews filter={filter} counts={query.data} onHelp={keyboard.openHelp} />
      <OrderBulkBar
        orders={orders?.filter(({ id }) => selection.ids.has(id)) ?? []}
        onClear={() => selection.selectOnly([])}
      />
      <AdminTable
        label={t('title')}
        columns={columns}
        rows={orders}
        getKey={({ id }) => id}
        query={query}
        state={sortedState}
        empty={<EmptyState icon="inbox" title={t('empty')} />}
        className="order-cards"
        hasSortSelect={false}
        rowProps={keyboard.getRowProps}
      />
      <CursorPager
        key={`${JSON.stringify(filter)}${sort}`}
        state={state}
        next={query.data?.next}
        summary={t('shown', { shown: orders?.length ?? 0, total: query.data?.total ?? 0 })}
      />
      {isOrderId(selectedOrderId) && (
        <OrderDrawer key={selectedOrderId} id={selectedOrderId} drafts={drafts} onClose={() => selectOrder('')} />
      )}
      {keyboard.replyOrderId && <ReplyDialog id={keyboard.replyOrderId} onClose={keyboard.closeReply} />}
      {keyboard.isHelpOpen && <ShortcutsDialog onClose={keyboard.closeHelp} />}
    </div>
  )
}
