import { type Category, category, type Product, product } from '@tsedra/contract/catalogue'
import { CATALOGUE_SCHEMA, type Snapshot, snapshot } from '@tsedra/contract/snapshot'
import { type Language, languages, sortTranslations } from '@tsedra/contract/language'
import {
  createSearch,
  createSearchInSlices,
  isSearch,
  type ProductSearch,
  type SearchSource,
} from '@tsedra/contract/search'
import { createSelection, type ProductFilter } from '@tsedra/contract/selection'
import { type Drink, drink } from '@tsedra/contract/drinks'
import { productsOfDrink } from '@tsedra/contract/products-of-drink'
import type { InfoPageName } from '@tsedra/contract/info-page-names'
import { infoPage } from '@tsedra/contract/info-pages'
import type { ShopSettings } from '@tsedra/contract/shop-settings'
import { buildShopView } from '@tsedra/contract/build-shop-view'
import { shownTexts } from '@tsedra/contract/shown-texts'
import { stockOf } from '@tsedra/contract/stock'
import * as z from 'zod/mini'
import type { CatalogueRows } from './catalogue-store.ts'
import { listPackages, pricePackages } from './price-packages.ts'

export interface ProductListRequest extends ProductFilter {
  search?: string | undefined
  limit: number
  offset: number
}

/** The catalogue in memory; queries return JSON. Products are bytes of UTF-8, which are half of a string with Cyrillic. */
export interface ReadModel {
  readonly version: number
  readonly settings: ShopSettings
  /** The day in Kyiv for which it has the stock. */
  readonly day: string
  categories(lang: Language, page: { limit: number; offset: number }): { json: string; total: number }
  category(lang: Language, slug: string): string | undefined
  products(lang: Language, query: ProductListRequest): Buffer
  product(lang: Language, slug: string): Buffer | undefined
  /** Returns an active product, for cart and favourites. */
  productById(lang: Language, id: string): Product | undefined
  drinks(lang: Language): string
  drink(lang: Language, slug: string): Buffer | undefined
  /** Returns the owner's Markdown of an info page; undefined means the built-in text. */
  infoPageText(lang: Language, slug: InfoPageName): string | undefined
  infoPage(lang: Language, slug: InfoPageName): string
  snapshot(lang: Language): Buffer
  /** Builds the search index of a language ahead of the first search, with `pause` between short tasks. */
  prepareSearch(lang: Language, pause: () => Promise<unknown>): Promise<void>
  /** Paths of all categories, products and drinks with the time of their last change (ISO 8601). */
  listPaths(): { path: string; changedAt: string; translatedInto: Language[] }[]
}

/** Builds the model of one version and day in Kyiv and validates every part with the contract's response schemas. */
export function buildReadModel(catalogue: CatalogueRows, day: string): ReadModel {
  const rows = selectStock(linkDrinks(pricePackages(catalogue)), day)
  const views = buildViews(rows)
  const select = createSelection(rows.products.map(withoutTexts))
  const indexes = new Map(rows.products.map(({ id }, index) => [id, index]))
  const { version, settings, infoPages } = rows
  const packages = listPackages(rows)
  const packagesJson = packages ? `,"packages":${JSON.stringify(packages)}` : ''
  const paths = listPathsOf(rows)

  return {
    version,
    settings,
    day,
    categories(lang, { limit, offset }) {
      const all = views[lang].categories
      return { json: `[${all.slice(offset, offset + limit).join()}]`, total: all.length }
    },
    category: (lang, slug) => views[lang].categoryBySlug.get(slug),
    products(lang, query) {
      const found = isSearch(query.search) ? views[lang].search().find(query.search) : undefined
      const indexes = select({ ...query, package: query.package ?? found?.package }, found?.ids)
      const page = indexes.slice(query.offset, query.offset + query.limit)
      return joinProducts(
        '{"products":[',
        pickProducts(views[lang], page),
        `],"total":${indexes.length}${packagesJson}}`,
      )
    },
    product: (lang, slug) => views[lang].productBySlug.get(slug),
    productById(lang, id) {
      const json = views[lang].products[indexes.get(id) ?? -1]
      // Validated by the contract's schema before it was serialised.
      return json && (JSON.parse(json.toString()) as Product)
    },
    drinks: (lang) => views[lang].drinks,
    drink(lang, slug) {
      const page = views[lang].drinkBySlug.get(slug)
      return page && joinProducts(`{"drink":${page.drink},"products":[`, pickProducts(views[lang], page.products), ']}')
    },
    infoPageText,
    infoPage: (lang, slug) => JSON.stringify(z.parse(infoPage, { slug, markdown: infoPageText(lang, slug) ?? null })),
    snapshot: (lang) => views[lang].snapshot,
    prepareSearch: (lang, pause) => views[lang].prepareSearch(pause),
    listPaths: () => paths,
  }

  function infoPageText(lang: Language, slug: InfoPageName): string | undefined {
    return infoPages.find((page) => page.slug === slug)?.texts[lang] || undefined
  }
}

const pickProducts = ({ products }: Pick<View, 'products'>, indexes: readonly number[]): Buffer[] =>
  indexes.flatMap((index) => products[index] ?? [])

/** Joins products with commas, without decoding them. */
function joinProducts(start: string, products: readonly Buffer[], end: string): Buffer {
  const parts = products.flatMap((product, index) => (index === 0 ? [product] : [comma, product]))
  return Buffer.concat([Buffer.from(start), ...parts, Buffer.from(end)])
}

const comma = Buffer.from(',')

/** Returns what filters and sorts read: the texts are in the views, and the model keeps no second copy. */
const withoutTexts = ({
  id,
  categoryId,
  price,
  packagePrices,
  availablePackages,
  likesCount,
  isFeatured,
  createdAt,
  stock,
}: StockedRows['products'][number]) => ({
  id,
  categoryId,
  price,
  availablePackages,
  likesCount,
  isFeatured,
  createdAt,
  ...(packagePrices && { packagePrices }),
  ...(stock && { stock }),
})

// Outside `buildReadModel`: a closure there would keep all rows in memory as long as the model.
const buildViews = (rows: StockedRows): Record<Language, View> =>
  Object.fromEntries(languages.map((lang) => [lang, buildView(rows, lang)])) as Record<Language, View>

const listPathsOf = (rows: StockedRows): ReturnType<ReadModel['listPaths']> => [
  ...rows.categories.map((row) => describePath('category', row)),
  ...rows.products.map((row) => describePath('product', row)),
  ...rows.drinks.map((row) => ({ ...describePath('drink', row), changedAt: findLastChange(row, rows.products) })),
]

interface EntityRow {
  slug: string
  updatedAt: string
  translations: readonly { language: Language }[]
}

const describePath = (kind: 'category' | 'product' | 'drink', { slug, updatedAt, translations }: EntityRow) => ({
  path: `/${kind}/${slug}`,
  changedAt: updatedAt,
  translatedInto: translations.map(({ language }) => language),
})

/** Returns when the drink or one of its products changed last: its page shows both. */
function findLastChange(
  { slug, updatedAt }: CatalogueRows['drinks'][number],
  products: StockedRows['products'],
): string {
  return productsOfDrink(products, slug).reduce(
    (latest, product) => (product.updatedAt > latest ? product.updatedAt : latest),
    updatedAt,
  )
}

interface View {
  categories: string[]
  categoryBySlug: Map<string, string>
  products: Buffer[]
  productBySlug: Map<string, Buffer>
  drinks: string
  /** A drink as JSON, and the indexes of its products. */
  drinkBySlug: Map<string, { drink: string; products: number[] }>
  snapshot: Buffer
  /** Creates the index at its first call. */
  search: () => ProductSearch
  prepareSearch: (pause: () => Promise<unknown>) => Promise<void>
}

/** Removes from products the drinks that are not active, and the drinks that no product goes with. */
function linkDrinks(rows: CatalogueRows): CatalogueRows {
  const active = new Set(rows.drinks.map(({ slug }) => slug))
  const products = rows.products.map((row) => ({
    ...row,
    drinks: row.drinks?.filter((slug) => active.has(slug)) ?? [],
  }))
  const linked = new Set(products.flatMap((row) => row.drinks))
  return { ...rows, products, drinks: rows.drinks.filter(({ slug }) => linked.has(slug)) }
}

/** The catalogue with the packages that are not in stock on a day. */
type StockedRows = Omit<CatalogueRows, 'products'> & {
  products: (Omit<CatalogueRows['products'][number], 'stock'> & Pick<Product, 'stock'>)[]
}

/** Removes the packages that are back in stock; a product with none left has no stock field. */
function selectStock(rows: CatalogueRows, day: string): StockedRows {
  const products = rows.products.map(({ stock, ...row }) => {
    const missing = row.availablePackages.flatMap((size) => {
      const stored = stockOf({ stock: stock ?? undefined }, size, day)
      return stored === 'in' ? [] : [[size, stored] as const]
    })
    return missing.length === 0 ? row : { ...row, stock: Object.fromEntries(missing) as Product['stock'] }
  })
  return { ...rows, products }
}

function buildView(rows: StockedRows, lang: Language): View {
  const counts = Map.groupBy(rows.products, (row) => row.categoryId)
  const categories = rows.categories.map(
    (row): Category =>
      z.parse(category, {
        ...row,
        productsCount: counts.get(row.id)?.length ?? 0,
        translations: sortTranslations(row.translations, lang),
      }),
  )
  const byId = new Map(categories.map((item) => [item.id, item]))
  const products = rows.products.map((row): Product => {
    const parent = byId.get(row.categoryId ?? '')
    return z.parse(product, {
      ...row,
      translations: sortTranslations(row.translations, lang),
      category: parent ? { id: parent.id, slug: parent.slug, translations: parent.translations } : null,
    })
  })
  const drinks = rows.drinks.map(
    (row): Drink => z.parse(drink, { ...row, translations: sortTranslations(row.translations, lang) }),
  )
  const indexes = new Map(products.map((item, index) => [item, index]))
  const drinkPages = drinks.map((item) => ({
    drink: JSON.stringify(item),
    products: productsOfDrink(products, item.slug).map((member) => indexes.get(member) ?? -1),
  }))
  const categoryTexts = categories.map((item) => JSON.stringify(item))
  const productBytes = products.map((item) => Buffer.from(JSON.stringify(item)))
  const source = buildSnapshot(rows, { categories, products, drinks }, lang)
  return {
    categories: categoryTexts,
    categoryBySlug: new Map(zip(categories, categoryTexts)),
    products: productBytes,
    productBySlug: new Map(zip(products, productBytes)),
    drinks: JSON.stringify(drinks),
    drinkBySlug: new Map(zip(drinks, drinkPages)),
    snapshot: Buffer.from(JSON.stringify(source)),
    ...createLazySearch(source),
  }
}

/** Returns the slug of each item with its value. */
const zip = <Value>(items: readonly { slug: string }[], values: readonly Value[]): [string, Value][] =>
  values.flatMap((value, index) => {
    const slug = items[index]?.slug
    return slug === undefined ? [] : [[slug, value]]
  })

/** Creates the index once; the source can be collected afterwards. */
function createLazySearch(source: SearchSource): Pick<View, 'search' | 'prepareSearch'> {
  let state: { source: SearchSource } | { search: ProductSearch } = { source }
  const keep = (search: ProductSearch): ProductSearch => {
    if (!('search' in state)) state = { search }
    return state.search
  }
  return {
    search: () => ('search' in state ? state.search : keep(createSearch(state.source))),
    async prepareSearch(pause) {
      if ('source' in state) keep(await createSearchInSlices(state.source, pause))
    },
  }
}

interface ViewItems {
  categories: Category[]
  products: Product[]
  drinks: Drink[]
}

function buildSnapshot(rows: StockedRows, { categories, products, drinks }: ViewItems, lang: Language): Snapshot {
  const documents = new Map(buildSearchDocuments(rows).map((document) => [document.id, document]))
  return z.parse(snapshot, {
    schema: CATALOGUE_SCHEMA,
    version: rows.version,
    lang,
    currency: 'UAH',
    categories: categories.map((item) => ({
      ...item,
      translations: shownTexts(item.translations),
    })),
    products: products.map((item) => ({
      ...item,
      translations: shownTexts(item.translations).slice(0, 1),
      names: documents.get(item.id)?.names ?? '',
      about: documents.get(item.id)?.about ?? '',
    })),
    drinks: drinks.map((item) => ({
      ...item,
      translations: item.translations.slice(0, 1),
      names: joinNames(item.translations),
    })),
    synonyms: rows.synonyms,
    packages: listPackages(rows),
    shop: buildShopView(rows.settings, lang),
    pages: buildInfoPages(rows, lang),
  })
}

/** Returns the owner's texts of one language; undefined without any. */
function buildInfoPages({ infoPages }: Pick<CatalogueRows, 'infoPages'>, lang: Language): Snapshot['pages'] {
  const texts = infoPages.flatMap(({ slug, texts: { [lang]: text } }) => (text ? [[slug, text]] : []))
  return texts.length > 0 ? (Object.fromEntries(texts) as Snapshot['pages']) : undefined
}

/** Returns the search documents in the shop's order; the snapshots of phones contain the same texts. */
function buildSearchDocuments(rows: StockedRows) {
  const categoryNames = new Map(
    rows.categories.map(({ id, translations }) => [id, translations.map(({ name }) => name)]),
  )
  return rows.products.map(({ id, categoryId, translations }) => ({
    id,
    names: joinNames(translations),
    about: [
      ...(categoryNames.get(categoryId ?? '') ?? []),
      ...sortTranslations(translations, 'ua').map(({ shortDescription }) => shortDescription ?? ''),
    ].join(' · '),
  }))
}

const joinNames = (translations: Product['translations'] | Drink['translations']): string =>
  sortTranslations<{ language: Language; name: string }>(translations, 'ua')
    .map(({ name }) => name)
    .join(' · ')
