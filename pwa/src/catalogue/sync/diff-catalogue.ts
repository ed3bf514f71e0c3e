import { unitPrice } from '@tsedra/contract/money'
import type { Snapshot } from '@tsedra/contract/snapshot'

/** A change that matters to customers: of prices, else of the products and packages for sale; likes and texts do not count. */
export type CatalogueChange = 'prices' | 'range'

type CatalogueProducts = Pick<Snapshot, 'products'>
type CatalogueProduct = Snapshot['products'][number]

export function diffCatalogue(before: CatalogueProducts, after: CatalogueProducts): CatalogueChange | undefined {
  const formerProducts = new Map(before.products.map((product) => [product.id, product]))
  const hasOtherPrice = (product: CatalogueProduct) => {
    const former = formerProducts.get(product.id)
    return former?.availablePackages.some(
      (size) => product.availablePackages.includes(size) && unitPrice(former, size) !== unitPrice(product, size),
    )
  }
  if (after.products.some(hasOtherPrice)) return 'prices'
  return getRangeKey(before) === getRangeKey(after) ? undefined : 'range'
}

/** Returns a key of the products and their packages, independent of their order. */
const getRangeKey = ({ products }: CatalogueProducts): string =>
  products
    .map(({ id, availablePackages }) => `${id} ${availablePackages.join()}`)
    .toSorted()
    .join()
