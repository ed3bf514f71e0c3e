import type { Snapshot } from '@tsedra/contract/catalogue'

/** What of a newer catalogue matters to somebody who orders: prices, else what there is; likes and words do not. */
export type CatalogueChange = 'prices' | 'range'

type CatalogueProducts = Pick<Snapshot, 'products'>

export function diffCatalogue(before: CatalogueProducts, after: CatalogueProducts): CatalogueChange | undefined {
  const prices = new Map(before.products.map(({ id, price }) => [id, price]))
  if (after.products.some(({ id, price }) => (prices.get(id) ?? price) !== price)) return 'prices'
  return getRangeKey(before) === getRangeKey(after) ? undefined : 'range'
}

/** In any order: staff may have moved something. */
const getRangeKey = ({ products }: CatalogueProducts): string =>
  products
    .map(({ id, availablePackages }) => `${id} ${availablePackages.join()}`)
    .toSorted()
    .join()
