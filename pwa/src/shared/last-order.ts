import type { OrderLine } from '@tsedra/contract/orders'
import { readLocal, writeLocal } from './local-storage.ts'
import { createStore } from './store.ts'

export type LastOrderLine = Pick<OrderLine, 'slug' | 'name' | 'packageSize' | 'quantity' | 'unitPrice'>

/** The lines of the order placed last on this device, without name and phone number. */
export interface LastOrder {
  id: string
  /** Id of the account that placed it; null for a guest, whose order belongs to the device. */
  ownerId: string | null
  lines: LastOrderLine[]
  /** The shopper has removed it from the home page. */
  isDismissed?: boolean
}

const LAST_ORDER_KEY = 'lastOrder'

function readStoredLastOrder(): LastOrder | null {
  try {
    return JSON.parse(readLocal(LAST_ORDER_KEY) ?? 'null') as LastOrder | null
  } catch {
    return null
  }
}

/** In local storage, because the first render of the home page needs it. */
export const lastOrderStore = createStore(readStoredLastOrder())

/** Rows of the slip: a longer order has a last row that counts the other lines. */
export const countRows = (order: LastOrder | null): number => Math.min(order?.lines.length ?? 1, 4)

export function setLastOrder(order: LastOrder | null): void {
  writeLocal(LAST_ORDER_KEY, order ? JSON.stringify(order) : undefined)
  // The boot script reserves the height with it (pwa/src/boot/main.ts).
  writeLocal('slipRows', order && !order.isDismissed ? String(countRows(order)) : undefined)
  lastOrderStore.set(order)
}

/** Deletes the last order if it is this one: it was cancelled. */
export function deleteLastOrder(id: string): void {
  if (lastOrderStore.get()?.id === id) setLastOrder(null)
}

/** Deletes the last order if another account placed it: this one has signed in. */
export function keepLastOrderOf(userId: string): void {
  if ((lastOrderStore.get()?.ownerId ?? userId) !== userId) setLastOrder(null)
}

addEventListener('storage', ({ key }) => {
  // Another tab may have signed out or erased the device. A null key: the whole storage was cleared.
  if (key === null || key === `tsedra.${LAST_ORDER_KEY}`) lastOrderStore.set(readStoredLastOrder())
})
