import {
  CATALOGUE_SCHEMA,
  type Category,
  category,
  type Product,
  product,
  type Snapshot,
  snapshot,
} from '@tsedra/contract/catalogue'
import { type Language, languages, sortTranslations } from '@tsedra/contract/language'
import { createSearch, isSearch } from '@tsedra/contract/search'
import { createSelection, type ProductFilter } from '@tsedra/contract/selection'
import * as z from 'zod/mini'
import type { CatalogueRows } from './catalogue-store.ts'

export interface ProductListRequest extends ProductFilter {
  search?: string | undefined
  limit: number
  offset: number
}

/** The catalogue in memory; queries return JSON text. */
export interface ReadModel {
  readonly version: number
  categories(lang: Language, page: { limit: number; offset: number }): { json: string; total: number }
  category(lang: Language, slug: string): string | undefined
  products(lang: Language, query: ProductListRequest): string
  product(lang: Language, slug: string): string | undefined
  /** Returns an active product, for cart and favourites. */
  productById(lang: Language, id: string): Product | undefined
  snapshot(lang: Language): string
  /** Paths of all categories and products with the time of their last change (ISO 8601). */
  listPaths(): { path: string; changedAt: string }[]
}

/** Builds the model of one version and validates every part with the contract's response schemas. */
export function buildReadModel(rows: CatalogueRows): ReadModel {
  const views = Object.fromEntries(languages.map((lang) => [lang, buildView(rows, lang)])) as Record<Language, View>
  const search = createSearch(buildSearchDocuments(rows))
  const select = createSelection(rows.products)
  const indexes = new Map(rows.products.map(({ id }, index) => [id, index]))

  return {
    version: rows.version,
    categories(lang, { limit, offset }) {
      const all = views[lang].categories
      return { json: `[${all.slice(offset, offset + limit).join()}]`, total: all.length }
    },
    category: (lang, slug) => views[lang].categoryBySlug.get(slug),
    products(lang, query) {
      const indexes = select(query, isSearch(query.search) ? search.find(query.search) : undefined)
      const page = indexes.slice(query.offset, query.offset + query.limit).map((index) => views[lang].products[index])
      return `{"products":[${page.join()}],"total":${indexes.length}}`
    },
    product: (lang, slug) => views[lang].productBySlug.get(slug),
    productById(lang, id) {
      const text = views[lang].products[indexes.get(id) ?? -1]
      // Validated by the contract's schema before it became text.
      return text === undefined ? undefined : (JSON.parse(text) as Product)
    },
    snapshot: (lang) => views[lang].snapshot,
    listPaths: () => [
      ...rows.categories.map(({ slug, updatedAt }) => ({ path: `/category/${slug}`, changedAt: updatedAt })),
      ...rows.products.map(({ slug, updatedAt }) => ({ path: `/product/${slug}`, changedAt: updatedAt })),
    ],
  }
}

interface View {
  categories: string[]
  categoryBySlug: Map<string, string>
  products: string[]
  productBySlug: Map<string, string>
  snapshot: string
}

function buildView(rows: CatalogueRows, lang: Language): View {
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
  const categoryTexts = categories.map((item) => JSON.stringify(item))
  const productTexts = products.map((item) => JSON.stringify(item))
  return {
    categories: categoryTexts,
    categoryBySlug: new Map(categories.map(({ slug }, index) => [slug, categoryTexts[index] ?? ''])),
    products: productTexts,
    productBySlug: new Map(products.map(({ slug }, index) => [slug, productTexts[index] ?? ''])),
    snapshot: JSON.stringify(buildSnapshot(rows, categories, products, lang)),
  }
}

function buildSnapshot(rows: CatalogueRows, categories: Category[], products: Product[], lang: Language): Snapshot {
  const documents = new Map(buildSearchDocuments(rows).map((document) => [document.id, document]))
  return z.parse(snapshot, {
    schema: CATALOGUE_SCHEMA,
    version: rows.version,
    lang,
    currency: 'UAH',
    categories,
    products: products.map((item) => ({
      ...item,
      translations: item.translations.slice(0, 1),
      names: documents.get(item.id)?.names ?? '',
      about: documents.get(item.id)?.about ?? '',
    })),
  })
}

/** Returns the search documents in the shop's order; the snapshots of phones contain the same texts. */
function buildSearchDocuments(rows: CatalogueRows) {
  const categoryNames = new Map(
    rows.categories.map(({ id, translations }) => [id, translations.map(({ name }) => name)]),
  )
  return rows.products.map(({ id, categoryId, translations }) => ({
    id,
    names: sortTranslations(translations, 'ua')
      .map(({ name }) => name)
      .join(' · '),
    about: [
      ...(categoryNames.get(categoryId ?? '') ?? []),
      ...sortTranslations(translations, 'ua').map(({ shortDescription }) => shortDescription ?? ''),
    ].join(' · '),
  }))
}
