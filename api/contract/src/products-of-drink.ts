import { inStockFirst, type Stocked } from './stock.ts'

/**
 * Returns the products that go with a drink: those that name it earliest first, then in the shop's order; products
 * without a package in stock are last.
 */
export function productsOfDrink<P extends Stocked & { drinks?: readonly string[] | undefined }>(
  products: readonly P[],
  drinkSlug: string,
): P[] {
  const rankOf = (item: P) => item.drinks?.indexOf(drinkSlug) ?? -1
  const sorted = products.filter((item) => rankOf(item) >= 0).sort((a, b) => rankOf(a) - rankOf(b))
  return inStockFirst(sorted, (item) => item)
}
