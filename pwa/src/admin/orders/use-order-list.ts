import type { listStaffOrders } from '@tsedra/contract/admin-orders'
import { isOrderId } from '../../orders/order-query.ts'
import { useLanguage } from '../../shared/i18n/language.ts'
import { usePageState } from '../table/use-page-state.ts'
import { useAdminQuery } from '../use-admin-query.ts'
import { parseOrderFilter, parseOrderSort } from './order-filter.ts'
import { useServerClock } from './use-server-clock.ts'
import { useUnsettledStatuses } from './unsettled-statuses.ts'

/** Returns the page of orders that the address describes, with the statuses that are being saved. */
export function useOrderList() {
  const lang = useLanguage()
  const state = usePageState()
  const cursor = state.get('page')
  const [filter, sort] = [parseOrderFilter(state), parseOrderSort(state)]
  const query = useAdminQuery<typeof listStaffOrders>('GET /api/admin/orders', {
    query: { ...filter, sort, lang, ...(isOrderId(cursor) && { before: cursor }) },
  })
  const now = useServerClock(query.data?.now, query.dataUpdatedAt)
  const unsettledStatuses = useUnsettledStatuses()
  const orders = query.data?.orders.map((order) => ({
    ...order,
    status: unsettledStatuses.get(order.id) ?? order.status,
  }))
  const selectedOrderId = state.get('order')
  const selectOrder = (order: string) => state.set({ order, page: cursor })
  return { state, filter, sort, query, orders, now, selectedOrderId, selectOrder }
}
