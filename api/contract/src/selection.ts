import type { Product, ProductSort } from './catalogue.ts'
import { parseMoney, unitPrice } from './money.ts'
import { type PackageSize, pickPackage } from './packages.ts'

export interface ProductFilter {
  featured?: boolean | undefined
  categoryId?: string | undefined
  /** Sold in this package. */
  package?: PackageSize | undefined
  /** Kopiykas, both included, of the package that is wanted, else of the one that is shown first. */
  minPrice?: number | undefined
  maxPrice?: number | undefined
  sort?: ProductSort | undefined
}

type Selectable = Pick<
  Product,
  'id' | 'categoryId' | 'price' | 'availablePackages' | 'likesCount' | 'isFeatured' | 'createdAt'
>

/**
 * The one way products are filtered and sorted, on the server and on the phone (infra/decisions/0018-local-catalogue.md).
 *
 * @param products in the shop's order
 * @returns a function that answers places in `products`. `found` are the ids of a search, best first: only these count,
 *   and the default sort keeps their order; undefined when nothing is searched.
 */
export function createSelection(products: readonly Selectable[]) {
  const indexById = new Map(products.map(({ id }, index) => [id, index]))
  const sorted = sortIndexes(products)

  return (filter: ProductFilter, searchHits?: readonly string[]): number[] => {
    const { sort = 'default' } = filter
    const hitIndexes = searchHits?.map((id) => indexById.get(id) ?? -1)
    const hitSet = hitIndexes && new Set(hitIndexes)
    const candidates = hitIndexes && sort === 'default' ? hitIndexes : sorted[sort]
    return candidates.filter((index) => {
      const product = products[index]
      if (!product || (hitSet && !hitSet.has(index))) return false
      return matchesFilter(product, filter)
    })
  }
}

function matchesFilter(product: Selectable, filter: ProductFilter): boolean {
  const { featured, categoryId, package: packageSize, minPrice = 0, maxPrice = Infinity } = filter
  if (featured !== undefined && product.isFeatured !== featured) return false
  if (categoryId && product.categoryId !== categoryId) return false
  if (packageSize && !product.availablePackages.includes(packageSize)) return false
  const price = unitPrice(parseMoney(product.price) ?? 0, pickPackage(product.availablePackages, packageSize))
  return price >= minPrice && price <= maxPrice
}

/** Places of the products in each sort order; ties keep the shop's order. */
function sortIndexes(products: readonly Selectable[]): Record<ProductSort, number[]> {
  const indexes = products.map((_, index) => index)
  const sortBy = (key: (product: Selectable) => number) => {
    const keys = products.map(key)
    return indexes.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  }
  return {
    default: indexes,
    price: sortBy(({ price }) => parseMoney(price) ?? 0),
    '-price': sortBy(({ price }) => -(parseMoney(price) ?? 0)),
    popular: sortBy(({ likesCount }) => -likesCount),
    newest: sortBy(({ createdAt }) => -Date.parse(createdAt)),
  }
}
