import { countRows, LAST_ORDER_KEY, type LastOrder, lastOrderStore } from './last-order.ts'
import { writeLocal } from './local-storage.ts'

/** Rows for which the boot script reserves the height of the slip (pwa/src/boot/reserve-last-order.ts). */
const RESERVED_ROWS_KEY = 'slipRows'

export function setLastOrder(order: LastOrder | null): void {
  writeLocal(LAST_ORDER_KEY, order ? JSON.stringify(order) : undefined)
  writeLocal(RESERVED_ROWS_KEY, order && !order.isDismissed ? String(countRows(order)) : undefined)
  lastOrderStore.set(order)
}

/** Deletes the last order if it is this one: it was cancelled. */
export function deleteLastOrder(id: string): void {
  if (lastOrderStore.get()?.id === id) setLastOrder(null)
}

/** Keeps the last order of the user who has signed in, or of a guest, and deletes that of another account. */
export function keepLastOrderOf(userId: string): void {
  const order = lastOrderStore.get()
  setLastOrder((order?.ownerId ?? userId) === userId ? order : null)
}

/** Reserves no height for the order of an account whose session has ended: it is hidden until the account signs in. */
export function hideLastOrderOfAccount(): void {
  if (lastOrderStore.get()?.ownerId) writeLocal(RESERVED_ROWS_KEY, undefined)
}
