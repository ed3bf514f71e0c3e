import type { PackageSize } from '@tsedra/contract/packages'
import { createStore } from '../shared/store.ts'

/** What somebody wants to order: one product as they had it in front of them, or the lines of a cart. */
export type OrderRequest =
  | { productId: string; slug: string; packageSize: PackageSize; quantity: number }
  | { items: { productId: string; slug: string; packageSize: PackageSize; quantity: number }[] }

const wanted = createStore<OrderRequest | undefined>(undefined)

export const useOrderRequest = wanted.use
/** Opens the order dialog. */
export const openOrder = (request: OrderRequest): void => wanted.set(request)
export const closeOrder = (): void => wanted.set(undefined)
