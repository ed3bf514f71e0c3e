import type { Product, ProductSort } from './catalogue.ts'
import { unitPrice } from './money.ts'
import { type PackageSize, pickPackage } from './packages.ts'
import { inStockFirst } from './stock.ts'

/** Prices of this package are compared, also where it is not sold. */
const SORTED_PACKAGE: PackageSize = '50г'

export interface ProductFilter {
  featured?: boolean | undefined
  categoryId?: string | undefined
  /** Sold in this package. */
  package?: PackageSize | undefined
  /** Kopiykas, inclusive, of the chosen package, else of the package shown first. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  sort?: ProductSort | undefined
}

/** What filters and sorts read of a product. */
export type Selectable = Pick<
  Product,
  | 'id'
  | 'categoryId'
  | 'price'
  | 'packagePrices'
  | 'availablePackages'
  | 'likesCount'
  | 'isFeatured'
  | 'createdAt'
  | 'stock'
>

/**
 * Creates the filter and sort of products that the server and the phone share
 * (infra/decisions/0018-local-catalogue.md).
 *
 * @param products in the shop's order
 * @returns a function that returns indexes into `products`. `found` are the ids of a search, best first: only these are
 * included, and the default sort keeps their order; undefined without a search. In every sort order, products without a
 * package in stock are last.
 */
export function createSelection(products: readonly Selectable[]) {
  const indexById = new Map(products.map(({ id }, index) => [id, index]))
  const sorted = sortIndexes(products)

  return (filter: ProductFilter, searchHits?: readonly string[]): number[] => {
    const { sort = 'default' } = filter
    const hitIndexes = searchHits?.map((id) => indexById.get(id) ?? -1)
    const hitSet = hitIndexes && new Set(hitIndexes)
    const candidates = hitIndexes && sort === 'default' ? hitIndexes : sorted[sort]
    const matches = candidates.filter((index) => {
      const product = products[index]
      if (!product || (hitSet && !hitSet.has(index))) return false
      return matchesFilter(product, filter)
    })
    // mutation test: out-of-stock-last
    return inStockFirst(matches, (index) => products[index])
  }
}

function matchesFilter(product: Selectable, filter: ProductFilter): boolean {
  const { featured, categoryId, package: packageSize, minPrice = 0, maxPrice = Infinity } = filter
  if (featured !== undefined && product.isFeatured !== featured) return false
  if (categoryId && product.categoryId !== categoryId) return false
  if (packageSize && !product.availablePackages.includes(packageSize)) return false
  const price = unitPrice(product, pickPackage(product.availablePackages, packageSize))
  return price >= minPrice && price <= maxPrice
}

/** Returns the indexes of the products in each sort order; products of equal rank keep the shop's order. */
function sortIndexes(products: readonly Selectable[]): Record<ProductSort, number[]> {
  const indexes = products.map((_, index) => index)
  const sortBy = (key: (product: Selectable) => number) => {
    const keys = products.map(key)
    return indexes.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  }
  return {
    default: indexes,
    price: sortBy((product) => unitPrice(product, SORTED_PACKAGE)),
    '-price': sortBy((product) => -unitPrice(product, SORTED_PACKAGE)),
    popular: sortBy(({ likesCount }) => -likesCount),
    newest: sortBy(({ createdAt }) => -Date.parse(createdAt)),
  }
}
