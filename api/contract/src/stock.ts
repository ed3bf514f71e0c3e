import { kyivDay } from './kyiv-day.ts'
import type { PackageSize } from './packages.ts'

/** `in`, `out`, or the day in Kyiv on which the package is back: `2026-12-03` (infra/decisions/0043-stock.md). */
export type Stock = string

/** A product with the packages that are not in stock; a missing package is in stock. */
export interface Stocked {
  availablePackages: readonly PackageSize[]
  stock?: Readonly<Record<PackageSize, Stock>> | undefined
}

/** Returns the stock of a package; on the day on which it is back it is in stock. */
export function stockOf({ stock }: Pick<Stocked, 'stock'>, size: PackageSize, today?: string): Stock {
  const stored = stock?.[size]
  // Days are compared as text; `out` is later than every day.
  // mutation test: stock-day-passed
  return stored !== undefined && stored > (today ?? kyivDay(Date.now())) ? stored : 'in'
}

/** Returns whether no package of the product is in stock. */
export const isOutOfStock = (product: Stocked, today?: string): boolean =>
  product.stock !== undefined && product.availablePackages.every((size) => stockOf(product, size, today) !== 'in')

/** Returns the items in their order, those of products without a package in stock last. */
export function inStockFirst<Item>(items: readonly Item[], productOf: (item: Item) => Stocked | undefined): Item[] {
  const isOut = (item: Item) => {
    const product = productOf(item)
    return product !== undefined && isOutOfStock(product)
  }
  return [...items.filter((item) => !isOut(item)), ...items.filter(isOut)]
}
