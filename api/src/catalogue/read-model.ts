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

export interface ProductsAsked extends ProductFilter {
  search?: string | undefined
  limit: number
  offset: number
}

/** The catalogue in memory: everything a shopper can ask, answered as JSON text. */
export interface ReadModel {
  readonly version: number
  categories(lang: Language, page: { limit: number; offset: number }): { json: string; total: number }
  category(lang: Language, slug: string): string | undefined
  products(lang: Language, asked: ProductsAsked): string
  product(lang: Language, slug: string): string | undefined
  /** A product on the shelves, for lists that are somebody's own. */
  productById(lang: Language, id: string): Product | undefined
  snapshot(lang: Language): string
  /** Where everything that is sold is looked at, and when it was changed last (ISO 8601). */
  addresses(): { path: string; changedAt: string }[]
}

/** Builds the model of one version; every part is parsed by the contract's reply schema, once, here. */
export function buildReadModel(rows: CatalogueRows): ReadModel {
  const views = Object.fromEntries(languages.map((lang) => [lang, buildView(rows, lang)])) as Record<Language, View>
  const search = createSearch(searchDocuments(rows))
  const select = createSelection(rows.products)
  const places = new Map(rows.products.map(({ id }, place) => [id, place]))

  return {
    version: rows.version,
    categories(lang, { limit, offset }) {
      const all = views[lang].categories
      return { json: `[${all.slice(offset, offset + limit).join()}]`, total: all.length }
    },
    category: (lang, slug) => views[lang].categoryBySlug.get(slug),
    products(lang, asked) {
      const places = select(asked, isSearch(asked.search) ? search.find(asked.search) : undefined)
      const page = places.slice(asked.offset, asked.offset + asked.limit).map((place) => views[lang].products[place])
      return `{"products":[${page.join()}],"total":${places.length}}`
    },
    product: (lang, slug) => views[lang].productBySlug.get(slug),
    productById(lang, id) {
      const text = views[lang].products[places.get(id) ?? -1]
      // Parsed by the contract's schema before it became text.
      return text === undefined ? undefined : (JSON.parse(text) as Product)
    },
    snapshot: (lang) => views[lang].snapshot,
    addresses: () => [
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
  const byId = new Map(categories.map((each) => [each.id, each]))
  const products = rows.products.map((row): Product => {
    const home = byId.get(row.categoryId ?? '')
    return z.parse(product, {
      ...row,
      translations: sortTranslations(row.translations, lang),
      category: home ? { id: home.id, slug: home.slug, translations: home.translations } : null,
    })
  })
  const categoryTexts = categories.map((each) => JSON.stringify(each))
  const productTexts = products.map((each) => JSON.stringify(each))
  return {
    categories: categoryTexts,
    categoryBySlug: new Map(categories.map(({ slug }, place) => [slug, categoryTexts[place] ?? ''])),
    products: productTexts,
    productBySlug: new Map(products.map(({ slug }, place) => [slug, productTexts[place] ?? ''])),
    snapshot: JSON.stringify(snapshotOf(rows, categories, products, lang)),
  }
}

function snapshotOf(rows: CatalogueRows, categories: Category[], products: Product[], lang: Language): Snapshot {
  const documents = new Map(searchDocuments(rows).map((document) => [document.id, document]))
  return z.parse(snapshot, {
    schema: CATALOGUE_SCHEMA,
    version: rows.version,
    lang,
    currency: 'UAH',
    categories,
    products: products.map((each) => ({
      ...each,
      translations: each.translations.slice(0, 1),
      names: documents.get(each.id)?.names ?? '',
      about: documents.get(each.id)?.about ?? '',
    })),
  })
}

/** The texts that the search knows, in the shop's order: the phone gets the same ones in its snapshot. */
function searchDocuments(rows: CatalogueRows) {
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
