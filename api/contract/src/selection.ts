import type { Product, ProductSort } from './catalogue.ts'
import { parseMoney, unitPrice } from './money.ts'
import { type PackageSize, shownPackage } from './packages.ts'

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
  const placeOf = new Map(products.map(({ id }, place) => [id, place]))
  const sorted = sortedPlaces(products)

  return (filter: ProductFilter, found?: readonly string[]): number[] => {
    const { sort = 'default' } = filter
    const hits = found?.map((id) => placeOf.get(id) ?? -1)
    const wanted = hits && new Set(hits)
    const places = hits && sort === 'default' ? hits : sorted[sort]
    return places.filter((place) => {
      const product = products[place]
      if (!product || (wanted && !wanted.has(place))) return false
      return fits(product, filter)
    })
  }
}

function fits(product: Selectable, filter: ProductFilter): boolean {
  const { featured, categoryId, package: wanted, minPrice = 0, maxPrice = Infinity } = filter
  if (featured !== undefined && product.isFeatured !== featured) return false
  if (categoryId && product.categoryId !== categoryId) return false
  if (wanted && !product.availablePackages.includes(wanted)) return false
  const price = unitPrice(parseMoney(product.price) ?? 0, shownPackage(product.availablePackages, wanted))
  return price >= minPrice && price <= maxPrice
}

/** Places of the products in each sort order; ties keep the shop's order. */
function sortedPlaces(products: readonly Selectable[]): Record<ProductSort, number[]> {
  const places = products.map((_, place) => place)
  const by = (key: (product: Selectable) => number) => {
    const keys = products.map(key)
    return places.toSorted((a, b) => (keys[a] ?? 0) - (keys[b] ?? 0) || a - b)
  }
  return {
    default: places,
    price: by(({ price }) => parseMoney(price) ?? 0),
    '-price': by(({ price }) => -(parseMoney(price) ?? 0)),
    popular: by(({ likesCount }) => -likesCount),
    newest: by(({ createdAt }) => -Date.parse(createdAt)),
  }
}
