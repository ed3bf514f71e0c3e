import type { PackageSize } from '@tsedra/contract/packages'
import { createStore } from './store.ts'

export interface RequestedLine {
  productId: string
  slug: string
  packageSize: PackageSize
  quantity: number
}

/** What somebody wants to order: one product as they had it in front of them, the lines of a cart, or a purchase again. */
export type OrderRequest =
  | RequestedLine
  | {
      items: RequestedLine[]
      /** A purchase that is made again is no cart: it has a form of its own. */
      from: 'cart' | 'purchase'
      /** What has changed since, in the reader's words. */
      remarks?: readonly string[]
    }

interface OpenOrder {
  request: OrderRequest
  /** The page that the dialog lies over: with another one it is gone, in the same step in which that is drawn. */
  pathname: string
}

const orderStore = createStore<OpenOrder | undefined>(undefined)

export const useOrderDialog = orderStore.use
/** Opens the order dialog. */
export const openOrderDialog = (request: OrderRequest): void => orderStore.set({ request, pathname: location.pathname })
export const closeOrderDialog = (): void => orderStore.set(undefined)
