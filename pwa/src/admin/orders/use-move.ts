import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import {
  type listStaffOrders,
  movedMeanwhile,
  type setOrderStatus,
  type StaffOrder,
} from '@tsedra/contract/admin-orders'
import type { ReplyOf } from '@tsedra/contract/endpoint'
import { orderNumber } from '@tsedra/contract/order-number'
import type { OrderStatus } from '@tsedra/contract/orders'
import { useTranslations } from 'use-intl'
import { notify } from '../../shared/notices.ts'
import { ApiRefusal, call } from '../../shared/api.ts'
import { ADMIN } from '../admin-query.ts'
import { useAdminChange } from '../use-admin-change.ts'

/** As much of an order as is needed to change it. */
export interface Movable {
  id: string
  status: OrderStatus
  customerName: string
}

/**
 * Changes the status of an order: it is shown at once, and goes back when the shop refuses it. Who was faster is said
 * (infra/decisions/0034-desk-on-the-screen.md).
 */
export function useMove() {
  const t = useTranslations()
  const client = useQueryClient()
  const { busy, change } = useAdminChange()
  return { busy, move }

  async function move({ id, status: from }: Movable, to: OrderStatus): Promise<void> {
    if (from === to) return
    const ask = async () => {
      // What is on its way would show the status before.
      await client.cancelQueries({ queryKey: [ADMIN] })
      showStatus(client, id, to)
      try {
        await call<typeof setOrderStatus>('PUT /api/admin/orders/:id/status', {
          params: { id },
          body: { status: to, from },
        })
      } catch (error) {
        showStatus(client, id, overtakenBy(error)?.status ?? from)
        throw error
      }
    }
    const outcome = await change(ask, { done: t('desk.moved'), own: { changed_meanwhile: null } })
    const other = 'error' in outcome ? overtakenBy(outcome.error) : undefined
    if (!other) return
    const { status, actor, name } = other
    notify({
      kind: 'bad',
      title: t('desk.overtaken.title', { number: orderNumber(id) }),
      text: t(`desk.overtaken.${name ? 'colleague' : actor}`, {
        status: t(`order.status.${status}`),
        name: name ?? '',
      }),
    })
  }
}

/** Undefined when it was refused for another reason, or not at all. */
function overtakenBy(error: unknown) {
  if (!(error instanceof ApiRefusal) || error.code !== 'changed_meanwhile') return undefined
  return movedMeanwhile.safeParse(error.details).data
}

/** Everywhere on the screen where this order is shown. */
function showStatus(client: QueryClient, id: string, status: OrderStatus): void {
  client.setQueriesData<ReplyOf<typeof listStaffOrders>>(
    { queryKey: [ADMIN, 'GET /api/admin/orders'] },
    (page) => page && { ...page, orders: page.orders.map((order) => (order.id === id ? { ...order, status } : order)) },
  )
  client.setQueriesData<StaffOrder>({ queryKey: [ADMIN, 'GET /api/admin/orders/:id'] }, (order) =>
    order?.id === id ? { ...order, status } : order,
  )
}
