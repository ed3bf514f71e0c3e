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

/** The part of an order that a status change needs. */
export interface OrderWithStatus {
  id: string
  status: OrderStatus
  customerName: string
}

/**
 * Changes the status of an order with an optimistic update, and rolls back on an error. A conflict names the other user
 * (infra/decisions/0034-order-administration-ui.md).
 */
export function useChangeStatus() {
  const t = useTranslations()
  const client = useQueryClient()
  const { busy, mutate } = useAdminMutation()
  return { busy, move: changeStatus }

  async function changeStatus({ id, status: from }: OrderWithStatus, newStatus: OrderStatus): Promise<void> {
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
    }
    const result = await mutate(request, {
      successMessage: t('desk.moved'),
      errorMessages: { changed_meanwhile: null },
    })
    const conflict = 'error' in result ? getStatusConflict(result.error) : undefined
    if (!conflict) return
    const { status, actor, name } = conflict
    showToast({
      kind: 'bad',
      title: t('desk.overtaken.title', { number: orderNumber(id) }),
      text: t(`desk.overtaken.${name ? 'colleague' : actor}`, {
        status: t(`order.status.${status}`),
        name: name ?? '',
      }),
    })
  }
}

/** Returns the conflict of an error; undefined for other errors. */
function getStatusConflict(error: unknown) {
  if (!(error instanceof ApiError) || error.code !== 'changed_meanwhile') return undefined
  return statusConflict.safeParse(error.details).data
}

/** Sets the status in every cached query with this order. */
function setCachedStatus(client: QueryClient, id: string, status: OrderStatus): void {
  client.setQueriesData<ResponseOf<typeof listStaffOrders>>(
    { queryKey: [ADMIN_QUERY_KEY, 'GET /api/admin/orders'] },
    (page) => page && { ...page, orders: page.orders.map((order) => (order.id === id ? { ...order, status } : order)) },
  )
  client.setQueriesData<StaffOrder>({ queryKey: [ADMIN_QUERY_KEY, 'GET /api/admin/orders/:id'] }, (order) =>
    order?.id === id ? { ...order, status } : order,
  )
}
