import type { Language } from '@tsedra/contract/language'
import { pickTranslation } from '@tsedra/contract/language'
import { parseMoney, type Priced, unitPrice } from '@tsedra/contract/money'
import { parseStoredPackages } from '@tsedra/contract/admin-packages'
import { type ProductWithOwnPrices, resolvePackagePrices, type ShopPackage } from '@tsedra/contract/package-prices'
import type { PackageSize } from '@tsedra/contract/packages'
import { type Stock, stockOf } from '@tsedra/contract/stock'
import type { StoredLine } from '@tsedra/database/orders'
import type { RequestedLine } from './fingerprint.ts'

/** A product in its present state. */
export interface CurrentProduct extends ProductWithOwnPrices {
  id: string
  slug: string
  /** Packages that are not in stock; null without any. */
  stock: Record<PackageSize, Stock> | null
  /** The product and its category are active. */
  sold: boolean
  names: Partial<Record<Language, string>>
}

/** Why a line is unavailable: the product, or this package of it, is not sold or not in stock. */
export interface Unavailable {
  productId: string
  slug?: string
  name?: string
  packageSize: PackageSize | null
  reason: 'gone' | 'package'
  /** Of a package that is sold: `out`, or the day on which it is back. The release before this field ignores it. */
  stock?: Stock
}

export type PricingResult = { lines: StoredLine[]; total: number | null } | { unavailable: Unavailable[] }

interface PricingOptions {
  language: Language
  refusesOutOfStock: boolean
  packages: unknown
}

/**
 * Prices the lines in kopiykas from the shop's own rows; a line without a package gets the product's first.
 *
 * Returns either all lines or none: an order is never silently smaller than the request. A line of a package that is not
 * in stock is a backorder, or unavailable with `refusesOutOfStock`.
 *
 * @param packages package sizes of the shop, as stored
 */
export function priceLines(
  requested: readonly RequestedLine[],
  products: readonly CurrentProduct[],
  { language, refusesOutOfStock, packages }: PricingOptions,
): PricingResult {
  const productsById = new Map(products.map((product) => [product.id, product]))
  const lines: StoredLine[] = []
  const unavailable: Unavailable[] = []
  const shopPackages = parseStoredPackages(packages)
  let total = 0

  for (const { productId, packageSize, quantity } of requested) {
    const current = productsById.get(productId.toLowerCase())
    const size = packageSize ?? current?.availablePackages[0]
    const reject = (problem: Pick<Unavailable, 'packageSize' | 'reason' | 'stock'>) =>
      unavailable.push({ productId, ...describeProduct(current, language), ...problem })
    if (!current?.sold || !size) reject({ packageSize: packageSize ?? null, reason: 'gone' })
    else if (!current.availablePackages.includes(size)) reject({ packageSize: size, reason: 'package' })
    else {
      const stock = stockOf({ stock: current.stock ?? undefined }, size)
      // mutation test: out-of-stock-refused
      if (refusesOutOfStock && stock !== 'in') reject({ packageSize: size, reason: 'package', stock })
      const { id, slug, names } = current
      const price = unitPrice(requirePrice(current, shopPackages), size)
      // mutation test: out-of-stock-is-backorder
      const isBackorder = stock !== 'in'
      lines.push({
        productId: id,
        slug,
        names,
        packageSize: size,
        quantity,
        unitPrice: price,
        isBackorder,
      })
      total += price * quantity
    }
  }
  return unavailable.length > 0 ? { unavailable } : { lines, total: requested.length > 0 ? total : null }
}

/** Returns the name to show, by the shop's fallback rule; the slug without a translation. */
export function pickName(names: StoredLine['names'], slug: string, language: Language): string {
  const translations = Object.entries(names).map(([key, name]) => ({ language: key as Language, name }))
  return pickTranslation(translations, language)?.name ?? slug
}

function describeProduct(product: CurrentProduct | undefined, language: Language): { slug?: string; name?: string } {
  return product ? { slug: product.slug, name: pickName(product.names, product.slug, language) } : {}
}

/** Returns what the prices of the product's packages depend on. @throws when its price cannot be read */
function requirePrice(product: CurrentProduct, packages: readonly ShopPackage[]): Priced {
  if (parseMoney(product.price) === undefined) throw new Error(`price of ${product.id} cannot be read`)
  return { price: product.price, packagePrices: resolvePackagePrices(product, packages) }
}
