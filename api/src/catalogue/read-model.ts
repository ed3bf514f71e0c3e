import { createHash } from 'node:crypto'
import type { Product } from '@tsedra/contract/catalogue'
import type { InfoPageName } from '@tsedra/contract/info-page-names'
import { infoPage } from '@tsedra/contract/info-pages'
import { type Language, languages } from '@tsedra/contract/language'
import { isSearch, type SearchSource } from '@tsedra/contract/search'
import { createSelection, type ProductFilter } from '@tsedra/contract/selection'
import type { ShopSettings } from '@tsedra/contract/shop-settings'
import * as z from 'zod/mini'
import { buildViews, findProductsOfDrinks } from './build-views.ts'
import { type ComparedModel, markOf, trackChanges, writeDelta, writeSnapshot } from './catalogue-changes.ts'
import type { ChangedCatalogueRows, SharedRows } from './catalogue-store.ts'
import { createLazySearch, type LazySearch } from './create-lazy-search.ts'
import { hashEtag } from '../http/hash-etag.ts'
import { listPaths, type ListedPath } from './list-paths.ts'
import { listPackages } from './price-packages.ts'
import { buildProductEntry, joinBytes, type ProductEntry, readProduct } from './product-entries.ts'

export interface ProductListRequest extends ProductFilter {
  search?: string | undefined
  limit: number
  offset: number
}

/** The catalogue in memory; queries return JSON. */
export interface ReadModel {
  readonly version: number
  readonly settings: ShopSettings
  /** The day in Kyiv for which it has the stock. */
  readonly day: string
  /** What the next version of the read model is built upon. */
  readonly base: ReadModelBase
  categories(lang: Language, page: { limit: number; offset: number }): { json: string; total: number }
  category(lang: Language, slug: string): string | undefined
  products(lang: Language, query: ProductListRequest): Buffer
  product(lang: Language, slug: string): Buffer | undefined
  /** Returns the products that no category lists; undefined without any. */
  productsWithoutCategory(lang: Language): Buffer | undefined
  /** Returns an active product, for cart and favourites. */
  productById(lang: Language, id: string): Product | undefined
  drinks(lang: Language): string
  drink(lang: Language, slug: string): Buffer | undefined
  /** Returns the owner's Markdown of an info page; undefined means the built-in text. */
  infoPageText(lang: Language, slug: InfoPageName): string | undefined
  infoPage(lang: Language, slug: InfoPageName): string
  /** Writes the snapshot; the model does not hold a second copy of it. */
  snapshot(lang: Language): Buffer
  snapshotEtag(lang: Language): string
  /** Writes what phones of an older version lack; undefined when that is not known, or not much less than the snapshot. */
  delta(lang: Language, since: number): Buffer | undefined
  /** Builds the search index of a language ahead of the first search, with `pause` between short tasks. */
  prepareSearch(lang: Language, pause: () => Promise<unknown>): Promise<void>
  /** Paths of all categories, products and drinks. */
  listPaths(): ListedPath[]
}

export interface ReadModelBase extends ComparedModel {
  readonly searches: Record<Language, LazySearch>
}

/** A delta is at most this part of the snapshot: a phone applies the whole snapshot with less work. */
const MAX_DELTA_PART = 0.5

/**
 * Builds the model of one version and day in Kyiv. It takes products that have not changed from the former model, and
 * validates every other part with the contract's response schemas.
 */
export function buildReadModel(rows: ChangedCatalogueRows, day: string, former?: ReadModelBase): ReadModel {
  // What the closures below refer to stays in memory: not the rows of the products, and not the former model.
  const { products: _, ...shared } = rows
  const { version, settings, infoPages } = shared
  // A database that was restored from a backup: nothing is known about the versions in between.
  const predecessor = former && former.version <= version ? former : undefined
  const products = buildEntries(rows, day, predecessor)
  const entries = new Map(products.map((entry) => [entry.fields.id, entry]))
  const productsOfDrinks = findProductsOfDrinks(shared.drinks, products)
  const shownDrinks = new Set(productsOfDrinks.keys())
  const views = buildViews(shared, products, shownDrinks)
  const parts = mapLanguages((lang) => views[lang].snapshotParts)
  const compared = { version, entries, parts }
  const changes = trackChanges(compared, predecessor)
  const searches = openSearches(former?.searches, (lang) => ({
    key: hashSearchSource(shared, products, parts[lang].get('drinks')),
    readSource: () => JSON.parse(writeWhole(lang).toString()) as SearchSource,
  }))
  const base = { ...compared, changes, searches }
  const measureSnapshot = computeOnce((lang) => sumLengths(writeSnapshot(compared, lang)))
  const select = createSelection(products.map(({ fields }) => fields))
  const indexBySlug = new Map(products.map(({ slug }, index) => [slug, index]))
  const uncategorised = products.flatMap(({ fields }, index) => (fields.categoryId === null ? [index] : []))
  const packages = listPackages(shared)
  const packagesJson = packages ? `,"packages":${JSON.stringify(packages)}` : ''

  return {
    version,
    settings,
    day,
    base,
    categories(lang, { limit, offset }) {
      const all = views[lang].categories
      return { json: `[${all.slice(offset, offset + limit).join()}]`, total: all.length }
    },
    category: (lang, slug) => views[lang].categoryBySlug.get(slug),
    products(lang, query) {
      const found = isSearch(query.search) ? searches[lang].open().find(query.search) : undefined
      const indexes = select({ ...query, package: query.package ?? found?.package }, found?.ids)
      const page = indexes.slice(query.offset, query.offset + query.limit)
      return joinProducts('{"products":[', lang, page, `],"total":${indexes.length}${packagesJson}}`)
    },
    product(lang, slug) {
      const entry = products[indexBySlug.get(slug) ?? -1]
      return entry && writeProduct(lang, entry)
    },
    productsWithoutCategory: (lang) =>
      uncategorised.length > 0 ? joinProducts('{"products":[', lang, uncategorised, ']}') : undefined,
    productById(lang, id) {
      const entry = entries.get(id)
      // Validated by the contract's schema before it was serialised.
      return entry && (JSON.parse(writeProduct(lang, entry).toString()) as Product)
    },
    drinks: (lang) => views[lang].drinks,
    drink(lang, slug) {
      const drink = views[lang].drinkBySlug.get(slug)
      if (drink === undefined) return undefined
      return joinProducts(`{"drink":${drink},"products":[`, lang, productsOfDrinks.get(slug) ?? [], ']}')
    },
    infoPageText,
    infoPage: (lang, slug) => JSON.stringify(z.parse(infoPage, { slug, markdown: infoPageText(lang, slug) ?? null })),
    snapshot: writeWhole,
    snapshotEtag: computeOnce((lang) => hashEtag(writeWhole(lang))),
    delta(lang, since) {
      const delta = writeDelta(base, lang, since)
      return delta && sumLengths(delta) <= MAX_DELTA_PART * measureSnapshot(lang) ? Buffer.concat(delta) : undefined
    },
    prepareSearch: (lang, pause) => searches[lang].prepare(pause),
    listPaths: () => listPaths(shared, products, productsOfDrinks),
  }

  function writeWhole(lang: Language): Buffer {
    return Buffer.concat(writeSnapshot(compared, lang))
  }

  function writeProduct(lang: Language, entry: ProductEntry): Buffer {
    const category = views[lang].productCategories.get(entry.fields.categoryId ?? '')
    return Buffer.concat(readProduct(entry, lang, category ?? 'null'))
  }

  /** Joins products with commas, without decoding them. */
  function joinProducts(start: string, lang: Language, indexes: readonly number[], end: string): Buffer {
    const written = indexes.flatMap((index) => {
      const entry = products[index]
      return entry ? [writeProduct(lang, entry)] : []
    })
    return Buffer.concat([Buffer.from(start), ...joinBytes(written), Buffer.from(end)])
  }

  function infoPageText(lang: Language, slug: InfoPageName): string | undefined {
    return infoPages.find((page) => page.slug === slug)?.texts[lang] || undefined
  }
}

/** Returns the products in the shop's order: those that were read, and those that the former model has. */
function buildEntries(rows: ChangedCatalogueRows, day: string, former: ReadModelBase | undefined): ProductEntry[] {
  const context = {
    categories: new Map(rows.categories.map((category) => [category.id, category])),
    activeDrinks: new Set(rows.drinks.map(({ slug }) => slug)),
    packages: rows.packages,
    day,
  }
  const mark = markOf(rows.version, former)
  return rows.products.map((row) => {
    const existing = former?.entries.get(row.id)
    if ('slug' in row) return buildProductEntry(row, context, mark, existing)
    if (existing?.key !== row.key) throw new Error('a known product is not in the former read model')
    return existing
  })
}

/** Returns the searches of the former model where they read the same texts. */
function openSearches(
  former: Record<Language, LazySearch> | undefined,
  describe: (lang: Language) => { key: string; readSource: () => SearchSource },
): Record<Language, LazySearch> {
  return mapLanguages((lang) => {
    const { key, readSource } = describe(lang)
    const existing = former?.[lang]
    return existing?.key === key ? existing : createLazySearch(key, readSource)
  })
}

/** Returns a hash of what the search reads; products are part of it in their order. */
function hashSearchSource(
  { categories, synonyms, packages }: SharedRows,
  products: readonly ProductEntry[],
  drinks: string | undefined,
): string {
  const hash = createHash('sha256').update(JSON.stringify([categories, synonyms, packages, drinks]))
  for (const { fields, searchKey } of products) hash.update(fields.id).update(searchKey)
  return hash.digest('base64url')
}

const sumLengths = (pieces: readonly Buffer[]): number => pieces.reduce((sum, { length }) => sum + length, 0)

/** Computes the value of a language at the first call. */
function computeOnce<Value>(compute: (lang: Language) => Value): (lang: Language) => Value {
  const values = new Map<Language, Value>()
  return (lang) => {
    const value = values.get(lang) ?? compute(lang)
    values.set(lang, value)
    return value
  }
}

const mapLanguages = <Value>(create: (lang: Language) => Value): Record<Language, Value> =>
  Object.fromEntries(languages.map((lang) => [lang, create(lang)])) as Record<Language, Value>
