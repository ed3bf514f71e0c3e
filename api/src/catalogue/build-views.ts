import { type Category, category, type Product, product } from '@tsedra/contract/catalogue'
import { type Drink, drink } from '@tsedra/contract/drinks'
import { type Language, languages, sortTranslations } from '@tsedra/contract/language'
import { productsOfDrink } from '@tsedra/contract/products-of-drink'
import { createSearch, createSearchInSlices, type ProductSearch, type SearchSource } from '@tsedra/contract/search'
import * as z from 'zod/mini'
import { buildSnapshot } from './build-snapshot.ts'
import type { StockedRows } from './select-rows.ts'

/** The catalogue in one language, as JSON. */
export interface View {
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

export const buildViews = (rows: StockedRows): Record<Language, View> =>
  Object.fromEntries(languages.map((lang) => [lang, buildView(rows, lang)])) as Record<Language, View>

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
