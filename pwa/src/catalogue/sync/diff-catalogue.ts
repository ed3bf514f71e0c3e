import type { Snapshot } from '@tsedra/contract/snapshot'

/** A change that matters to customers: of prices, else of the products and packages for sale; likes and texts do not count. */
export type CatalogueChange = 'prices' | 'range'

type CatalogueProducts = Pick<Snapshot, 'products'>

export function diffCatalogue(before: CatalogueProducts, after: CatalogueProducts): CatalogueChange | undefined {
  const prices = new Map(before.products.map(({ id, price }) => [id, price]))
  if (after.products.some(({ id, price }) => (prices.get(id) ?? price) !== price)) return 'prices'
  return getRangeKey(before) === getRangeKey(after) ? undefined : 'range'
}

/** Returns a key of the products and their packages, independent of their order. */
const getRangeKey = ({ products }: CatalogueProducts): string =>
  products
    .map(({ id, availablePackages }) => `${id} ${availablePackages.join()}`)
    .toSorted()
    .join()
