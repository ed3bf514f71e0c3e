import type { PackageSize } from '@tsedra/contract/packages'
import { createStore } from '../shared/store.ts'

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

const wanted = createStore<OrderRequest | undefined>(undefined)

export const useOrderRequest = wanted.use
/** Opens the order dialog. */
export const openOrder = (request: OrderRequest): void => wanted.set(request)
export const closeOrder = (): void => wanted.set(undefined)
