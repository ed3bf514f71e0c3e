import type { Language } from '@tsedra/contract/language'
import { pickTranslation } from '@tsedra/contract/language'
import { lineTotal, parseMoney, unitPrice } from '@tsedra/contract/money'
import type { PackageSize } from '@tsedra/contract/packages'
import type { StoredLine } from '@tsedra/database/orders'
import type { AskedLine } from './fingerprint.ts'

/** A product as the shop has it at this moment. */
export interface ProductToday {
  id: string
  slug: string
  /** Hryvnia for 50 g. */
  price: string
  packages: PackageSize[]
  /** Active, and so is its category. */
  sold: boolean
  names: Partial<Record<Language, string>>
}

/** Why a line cannot be had: the product is gone, or this package of it. */
export interface Unavailable {
  productId: string
  slug?: string
  name?: string
  packageSize: PackageSize | null
  reason: 'gone' | 'package'
}

export type Priced = { lines: StoredLine[]; total: number | null } | { unavailable: Unavailable[] }

/**
 * What the lines cost today, in kopiykas, by the shop's own rows; a package left open is the product's first.
 *
 * Either every line can be had or none is taken: an order is never silently smaller than what was asked.
 */
export function priceLines(asked: readonly AskedLine[], products: readonly ProductToday[], language: Language): Priced {
  const today = new Map(products.map((each) => [each.id, each]))
  const lines: StoredLine[] = []
  const unavailable: Unavailable[] = []
  let total = 0

  for (const { productId, packageSize, quantity } of asked) {
    const found = today.get(productId.toLowerCase())
    const size = packageSize ?? found?.packages[0]
    if (!found?.sold || !size) {
      unavailable.push({ productId, ...named(found, language), packageSize: packageSize ?? null, reason: 'gone' })
    } else if (!found.packages.includes(size)) {
      unavailable.push({ productId, ...named(found, language), packageSize: size, reason: 'package' })
    } else {
      const price = priceOf(found)
      const { id, slug, names } = found
      lines.push({ productId: id, slug, names, packageSize: size, quantity, unitPrice: unitPrice(price, size) })
      total += lineTotal(price, size, quantity)
    }
  }
  return unavailable.length > 0 ? { unavailable } : { lines, total: asked.length > 0 ? total : null }
}

/** The name to show, by the shop's one fallback rule, down to the slug. */
export function nameIn(names: StoredLine['names'], slug: string, language: Language): string {
  const translations = Object.entries(names).map(([key, name]) => ({ language: key as Language, name }))
  return pickTranslation(translations, language)?.name ?? slug
}

function named(product: ProductToday | undefined, language: Language): { slug?: string; name?: string } {
  return product ? { slug: product.slug, name: nameIn(product.names, product.slug, language) } : {}
}

function priceOf({ id, price }: ProductToday): number {
  const kopiykas = parseMoney(price)
  if (kopiykas === undefined) throw new Error(`price of ${id} cannot be read`)
  return kopiykas
}
