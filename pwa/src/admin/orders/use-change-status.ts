import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type listStaffOrders,
  statusConflict,
  type setOrderStatus,
  type StaffOrder,
} from '@tsedra/contract/admin-orders'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { showToast } from '../../shared/toasts.ts'
import { ApiError, callApi } from '../../shared/api.ts'
import { ADMIN_QUERY_KEY } from '../use-admin-query.ts'
import { useAdminMutation } from '../use-admin-mutation.ts'
import { offerUndo } from './undo-stack.ts'
import { holdStatuses } from './unsettled-statuses.ts'
import { useConflictText } from './use-conflict-text.ts'

/** The part of an order that a status change needs. */
export interface OrderWithStatus {
  id: string
  status: OrderStatus
  customerName: string
}

/**
 * Changes the status of an order with an optimistic update, and rolls back on an error. A conflict names the other user;
 * a success can be undone by a second change (infra/decisions/0044-order-list.md).
 */
export function useChangeStatus() {
  const t = useTranslations('desk')
  const getConflictText = useConflictText()
  const client = useQueryClient()
  const { busy, mutate } = useAdminMutation()
  return { busy, move: changeStatus }

  async function changeStatus(order: OrderWithStatus, newStatus: OrderStatus, isUndo = false): Promise<void> {
    const { id, status: from } = order
    if (from === newStatus) return
    const request = async () => {
      // Responses in flight have the former status.
      await client.cancelQueries({ queryKey: [ADMIN_QUERY_KEY] })
      setCachedStatus(client, id, newStatus)
      try {
        await callApi<typeof setOrderStatus>('PUT /api/admin/orders/:id/status', {
          params: { id },
          body: { status: newStatus, from },
        })
      } catch (error) {
        setCachedStatus(client, id, getStatusConflict(error)?.status ?? from)
        throw error
      }
      setCachedStatus(client, id, newStatus)
    }
    const release = holdStatuses([{ id, status: newStatus }])
    const result = await mutate(request, { errorMessages: { changed_meanwhile: null } })
    release()
    if ('response' in result) return announceChange(order, newStatus, isUndo)
    const conflict = getStatusConflict(result.error)
    if (conflict) {
      const title = t('overtaken.title', { number: orderNumber(id) })
      showToast({ kind: 'bad', title, text: getConflictText(conflict) })
    }
  }

  function announceChange(order: OrderWithStatus, newStatus: OrderStatus, isUndo: boolean): void {
    if (isUndo) return showToast({ subject: orderNumber(order.id), title: t('undo.done') })
    const undo = offerUndo(() => void changeStatus({ ...order, status: newStatus }, order.status, true))
    showToast({
      subject: orderNumber(order.id),
      title: t('moved'),
      action: { label: t('undo.action'), run: undo },
    })
  }
}

/** Returns the conflict of an error; undefined for other errors. */
function getStatusConflict(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined
  return statusConflict.safeParse(error.details).data
}

/** Sets the status in every cached query with this order. */
export function setCachedStatus(client: QueryClient, id: string, status: OrderStatus): void {
  client.setQueriesData<ResponseOf<typeof listStaffOrders>>(
    { queryKey: [ADMIN_QUERY_KEY, 'GET /api/admin/orders'] },
    (page) => page && { ...page, orders: page.orders.map((order) => (order.id === id ? { ...order, status } : order)) },
  )
  client.setQueriesData<StaffOrder>({ queryKey: [ADMIN_QUERY_KEY, 'GET /api/admin/orders/:id'] }, (order) =>
    order?.id === id ? { ...order, status } : order,
  )
}
