import type { PackageSize } from '@tsedra/contract/packages'
import { createStore } from './store.ts'

export interface RequestedLine {
  productId: string
  slug: string
  packageSize: PackageSize
  quantity: number
}

/** Contents of the order dialog: one product as selected on its card, or lines: of a cart, a reorder, a drink, a plan. */
export type OrderRequest =
  | RequestedLine
  | {
      items: RequestedLine[]
      /** The id of the form's draft: a reorder, each drink and each planned product have their own. */
      from: 'cart' | 'purchase' | `drink:${string}` | `plan:${string}`
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
