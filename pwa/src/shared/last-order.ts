import type { OrderLine } from '@tsedra/contract/orders'
import { readLocal } from './local-storage.ts'
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

/** Name in local storage. */
export const LAST_ORDER_KEY = 'lastOrder'

function readStoredLastOrder(): LastOrder | null {
  try {
    return JSON.parse(readLocal(LAST_ORDER_KEY) ?? 'null') as LastOrder | null
  } catch {
    return null
  }
}

/** In local storage, because the first render of the home page needs it; `last-order-changes.ts` changes it. */
export const lastOrderStore = createStore(readStoredLastOrder())

/** Rows of the slip: a longer order has a last row that counts the other lines. */
export const countRows = (order: LastOrder | null): number => Math.min(order?.lines.length ?? 1, 4)

// The server, which renders pages without an order, has none.
globalThis.addEventListener?.('storage', ({ key }) => {
  // Another tab may have signed out or erased the device. A null key: the whole storage was cleared.
  if (key === null || key === `tsedra.${LAST_ORDER_KEY}`) lastOrderStore.set(readStoredLastOrder())
})
