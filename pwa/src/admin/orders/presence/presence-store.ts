import type { OrderPresence, reportOrderPresence } from '@tsedra/contract/admin-orders'
import { callApi } from '../../../shared/api.ts'
import { createStore } from '../../../shared/store.ts'
import { applyPresence, type Viewers } from './viewers.ts'

const viewersStore = createStore<Viewers>([])

export const useViewers = viewersStore.use

/** The order that is open in this tab. */
let openOrderId: string | undefined

/** Reports that this user opens an order, and requests reports of who else looks at it. */
export function openPresence(orderId: string): void {
  openOrderId = orderId
  void report(orderId, { isViewing: true, wantsReply: true })
}

/** Reports that this user closes an order. */
export function closePresence(orderId: string): void {
  openOrderId = undefined
  void report(orderId, { isViewing: false })
}

/** Reports that this user still looks at an order, before the earlier report expires. */
export const renewPresence = (orderId: string): void => void report(orderId, { isViewing: true })

/** Requests the other viewers' reports again: replies sent before the feed was connected are lost. */
export function refreshPresence(): void {
  if (openOrderId) openPresence(openOrderId)
}

/** Stores who has opened or closed an order, and answers a question about the order of this tab. */
export function receivePresence(presence: OrderPresence, ownId: string | undefined): void {
  viewersStore.set(applyPresence(viewersStore.get(), presence, Date.now()))
  if (presence.wantsReply && presence.userId !== ownId && presence.orderId === openOrderId) renewPresence(openOrderId)
}

/** A failure is ignored: presence is a hint. */
async function report(orderId: string, body: { isViewing: boolean; wantsReply?: boolean }): Promise<void> {
  await callApi<typeof reportOrderPresence>('PUT /api/admin/orders/:id/presence', {
    params: { id: orderId },
    body,
  }).catch(() => {})
}
