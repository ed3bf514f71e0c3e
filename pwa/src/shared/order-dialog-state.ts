import type { PackageSize } from '@tsedra/contract/packages'
import { createStore } from './store.ts'

export interface RequestedLine {
  productId: string
  slug: string
  packageSize: PackageSize
  quantity: number
}

/** Contents of the order dialog: one product as selected on its card, the lines of a cart, or a reorder. */
export type OrderRequest =
  | RequestedLine
  | {
      items: RequestedLine[]
      /** A reorder has its own form, separate from the cart's. */
      from: 'cart' | 'purchase'
      /** Changes since the original order, as translated texts. */
      remarks?: readonly string[]
    }

interface OpenOrder {
  request: OrderRequest
  /** Path of the page under the dialog; the dialog closes in the same render in which the path changes. */
  pathname: string
}

const orderStore = createStore<OpenOrder | undefined>(undefined)

export const useOrderDialog = orderStore.use
export const openOrderDialog = (request: OrderRequest): void => orderStore.set({ request, pathname: location.pathname })
export const closeOrderDialog = (): void => orderStore.set(undefined)
