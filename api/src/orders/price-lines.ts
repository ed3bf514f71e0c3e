import type { Language } from '@tsedra/contract/language'
import { pickTranslation } from '@tsedra/contract/language'
import { lineTotal, parseMoney, unitPrice } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import type { StoredLine } from '@tsedra/database/orders'
import type { RequestedLine } from './fingerprint.ts'

/** A product in its present state. */
export interface CurrentProduct {
  id: string
  slug: string
  /** Hryvnia for 50 g. */
  price: string
  packages: PackageSize[]
  /** The product and its category are active. */
  sold: boolean
  names: Partial<Record<Language, string>>
}

/** Why a line is unavailable: the product, or this package of it, is not sold. */
export interface Unavailable {
  productId: string
  slug?: string
  name?: string
  packageSize: PackageSize | null
  reason: 'gone' | 'package'
}

export type PricingResult = { lines: StoredLine[]; total: number | null } | { unavailable: Unavailable[] }

/**
 * Prices the lines in kopiykas from the shop's own rows; a line without a package gets the product's first.
 *
 * Returns either all lines or none: an order is never silently smaller than the request.
 */
export function priceLines(
  requested: readonly RequestedLine[],
  products: readonly CurrentProduct[],
  language: Language,
): PricingResult {
  const productsById = new Map(products.map((product) => [product.id, product]))
  const lines: StoredLine[] = []
  const unavailable: Unavailable[] = []
  let total = 0

  for (const { productId, packageSize, quantity } of requested) {
    const current = productsById.get(productId.toLowerCase())
    const size = packageSize ?? current?.packages[0]
    if (!current?.sold || !size) {
      unavailable.push({
        productId,
        ...describeProduct(current, language),
        packageSize: packageSize ?? null,
        reason: 'gone',
      })
    } else if (!current.packages.includes(size)) {
      unavailable.push({ productId, ...describeProduct(current, language), packageSize: size, reason: 'package' })
    } else {
      const price = parsePrice(current)
      const { id, slug, names } = current
      lines.push({ productId: id, slug, names, packageSize: size, quantity, unitPrice: unitPrice(price, size) })
      total += lineTotal(price, size, quantity)
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

function parsePrice({ id, price }: CurrentProduct): number {
  const kopiykas = parseMoney(price)
  if (kopiykas === undefined) throw new Error(`price of ${id} cannot be read`)
  return kopiykas
}
