import { createHash } from 'node:crypto'
import { type Product, product, productTranslation } from '@tsedra/contract/catalogue'
import { type Language, languages, sortTranslations } from '@tsedra/contract/language'
import type { Selectable } from '@tsedra/contract/selection'
import type { ShopPackage } from '@tsedra/contract/package-prices'
import { shownTexts } from '@tsedra/contract/shown-texts'
import { snapshotProduct } from '@tsedra/contract/snapshot'
import { stockOf } from '@tsedra/contract/stock'
import * as z from 'zod/mini'
import type { CatalogueRows, ProductRow } from './catalogue-store.ts'
import { joinNames } from './join-names.ts'
import { pricePackages } from './price-packages.ts'

/**
 * What the read model holds of a product: bytes in UTF-8, which are half of a string with Cyrillic, and as objects only what
 * lists filter and sort by. It is shared by the read models of all versions in which the product is the same.
 */
export interface ProductEntry {
  readonly key: string | undefined
  readonly slug: string
  readonly fields: ProductFields
  readonly updatedAt: string
  /** In the order of the bytes. */
  readonly translatedInto: readonly Language[]
  /** Hash of what the search reads of the product. */
  readonly searchKey: string
  /** Mark of the version in which the product of a snapshot changed last (catalogue-changes.ts). */
  readonly changedAt: number
  /** The start of its JSON up to the translations, the translations, the products of the snapshots. */
  readonly bytes: Buffer
  /** Ends of the segments of `bytes`. */
  readonly ends: readonly number[]
}

type ProductFields = Selectable & Pick<Product, 'drinks'>

/** What the entries depend on besides the rows of the product. */
export interface EntryContext {
  categories: ReadonlyMap<string, CatalogueRows['categories'][number]>
  activeDrinks: ReadonlySet<string>
  packages: readonly ShopPackage[]
  /** The day in Kyiv for which the stock is built. */
  day: string
}

/** End of the JSON of a product without translations and category. */
const EMPTY_END = '],"category":null}'

/**
 * Builds the entry of a product and validates every part with the contract's schemas.
 *
 * @param former entry of the version before
 * @param mark of the present version
 */
export function buildProductEntry(
  stored: ProductRow,
  context: EntryContext,
  mark: number,
  former?: ProductEntry,
): ProductEntry {
  const row = resolveRow(stored, context)
  const { id, categoryId, price, availablePackages, likesCount, isFeatured, createdAt, packagePrices, stock } = row
  const translations = sortTranslations(row.translations, 'ua')
  const names = joinNames(translations)
  const about = describeForSearch(row, context)
  const empty = JSON.stringify(z.parse(product, { ...row, translations: [], category: null }))
  if (!empty.endsWith(EMPTY_END)) throw new Error('the category is not the last field of a product')
  const snapshotProducts = languages.map((lang) => {
    const shown = shownTexts(sortTranslations(translations, lang)).slice(0, 1)
    return JSON.stringify(z.parse(snapshotProduct, { ...row, translations: shown, names, about }))
  })
  const parts = [
    empty.slice(0, -EMPTY_END.length),
    ...translations.map((texts) => JSON.stringify(z.parse(productTranslation, texts))),
    ...snapshotProducts,
  ]
  const ends: number[] = []
  for (const part of parts) ends.push((ends.at(-1) ?? 0) + Buffer.byteLength(part))
  const searched = [categoryId, names, about, row.drinks, translations.map(({ description }) => description)]
  const entry = {
    key: stored.key,
    slug: row.slug,
    fields: {
      id,
      categoryId,
      price,
      availablePackages,
      likesCount,
      isFeatured,
      createdAt,
      drinks: row.drinks ?? [],
      ...(packagePrices && { packagePrices }),
      ...(stock && { stock }),
    },
    updatedAt: row.updatedAt,
    translatedInto: translations.map(({ language }) => language),
    searchKey: createHash('sha256').update(JSON.stringify(searched)).digest('base64url'),
    bytes: Buffer.from(parts.join('')),
    ends,
  }
  const isUnchanged =
    former && languages.every((lang) => readSnapshotProduct(former, lang).equals(readSnapshotProduct(entry, lang)))
  return { ...entry, changedAt: isUnchanged ? former.changedAt : mark }
}

/** Returns the product with the packages, drinks and stock that the shop shows. */
function resolveRow(stored: ProductRow, { activeDrinks, packages, day }: EntryContext) {
  const { stock, ...row } = pricePackages(stored, packages)
  const missing = row.availablePackages.flatMap((size) => {
    const state = stockOf({ stock: stock ?? undefined }, size, day)
    return state === 'in' ? [] : [[size, state] as const]
  })
  return {
    ...row,
    drinks: row.drinks?.filter((slug) => activeDrinks.has(slug)) ?? [],
    ...(missing.length > 0 && { stock: Object.fromEntries(missing) }),
  }
}

/** Returns category names and short descriptions in every language; the snapshots of phones contain the same text. */
function describeForSearch({ categoryId, translations }: ProductRow, { categories }: EntryContext): string {
  const category = categories.get(categoryId ?? '')
  return [
    ...sortTranslations(category?.translations ?? [], 'ua').map(({ name }) => name),
    ...sortTranslations(translations, 'ua').map(({ shortDescription }) => shortDescription ?? ''),
  ].join(' · ')
}

type EntryBytes = Pick<ProductEntry, 'bytes' | 'ends' | 'translatedInto'>

const readSegment = ({ bytes, ends }: EntryBytes, index: number): Buffer =>
  bytes.subarray(index === 0 ? 0 : ends[index - 1], ends[index])

/** Returns the product of the snapshot of a language, as JSON. */
export const readSnapshotProduct = (entry: EntryBytes, lang: Language): Buffer =>
  readSegment(entry, 1 + entry.translatedInto.length + languages.indexOf(lang))

/** Returns the JSON of a product in a language, in pieces. */
export function readProduct(entry: EntryBytes, lang: Language, categoryJson: string): Buffer[] {
  const sorted = sortTranslations(
    entry.translatedInto.map((language, index) => ({ language, index })),
    lang,
  )
  const translations = sorted.map(({ index }) => readSegment(entry, 1 + index))
  return [readSegment(entry, 0), ...joinBytes(translations), Buffer.from(`],"category":${categoryJson}}`)]
}

const comma = Buffer.from(',')

/** Puts commas between the items of an array in JSON. */
export const joinBytes = (items: readonly Buffer[]): Buffer[] =>
  items.flatMap((item, index) => (index === 0 ? [item] : [comma, item]))
