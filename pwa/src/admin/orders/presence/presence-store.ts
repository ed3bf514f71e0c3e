import type { OrderPresence, reportOrderPresence } from '@tsedra/contract/admin-orders'
import { callApi } from '../../../shared/api.ts'
import { createStore } from '../../../shared/store.ts'
import { applyPresence, isKnownViewer, type Viewers } from './viewers.ts'

const viewersStore = createStore<Viewers>([])

export const useViewers = viewersStore.use

/** The order that is open in this tab. */
let openOrderId: string | undefined

export function setOpenOrder(orderId: string | undefined): void {
  openOrderId = orderId
}

/** Reports that this user opens or closes an order. A failure is ignored: presence is a hint. */
export async function reportPresence(orderId: string, isViewing: boolean): Promise<void> {
  await callApi<typeof reportOrderPresence>('PUT /api/admin/orders/:id/presence', {
    params: { id: orderId },
    body: { isViewing },
  }).catch(() => {})
}

/** Stores who has opened or closed an order. A newcomer to the order of this tab receives a report in return. */
export function receivePresence(presence: OrderPresence): void {
  const now = Date.now()
  const isNewcomer = presence.isViewing && !isKnownViewer(viewersStore.get(), presence, now)
  viewersStore.set(applyPresence(viewersStore.get(), presence, now))
  if (isNewcomer && presence.orderId === openOrderId) void reportPresence(presence.orderId, true)
}
