import type { Product } from '@tsedra/contract/catalogue'
import type { InfoPageName } from '@tsedra/contract/info-page-names'
import { infoPage } from '@tsedra/contract/info-pages'
import type { Language } from '@tsedra/contract/language'
import { productsOfDrink } from '@tsedra/contract/products-of-drink'
import { isSearch } from '@tsedra/contract/search'
import { createSelection, type ProductFilter } from '@tsedra/contract/selection'
import type { ShopSettings } from '@tsedra/contract/shop-settings'
import * as z from 'zod/mini'
import { buildViews, type View } from './build-views.ts'
import type { CatalogueRows } from './catalogue-store.ts'
import { listPackages, pricePackages } from './price-packages.ts'
import { linkDrinks, selectStock, type StockedRows } from './select-rows.ts'

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
  /** Paths of all categories, products and drinks with the time of their last change (ISO 8601) and their pictures. */
  listPaths(): { path: string; changedAt: string; translatedInto: Language[]; pictures: string[] }[]
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

const listPathsOf = (rows: StockedRows): ReturnType<ReadModel['listPaths']> => [
  ...rows.categories.map((row) => describePath('category', row)),
  ...rows.products.map((row) => describePath('product', row)),
  ...rows.drinks.map((row) => ({ ...describePath('drink', row), changedAt: findLastChange(row, rows.products) })),
]

interface EntityRow {
  slug: string
  updatedAt: string
  translations: readonly { language: Language }[]
  imageUrl?: string | null
  galleryImages?: readonly string[]
}

const describePath = (
  kind: 'category' | 'product' | 'drink',
  { slug, updatedAt, translations, imageUrl, galleryImages = [] }: EntityRow,
) => ({
  path: `/${kind}/${slug}`,
  changedAt: updatedAt,
  translatedInto: translations.map(({ language }) => language),
  pictures: [...(imageUrl ? [imageUrl] : []), ...galleryImages],
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
