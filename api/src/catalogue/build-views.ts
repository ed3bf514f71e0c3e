import { type Category, category, product } from '@tsedra/contract/catalogue'
import { type Drink, drink } from '@tsedra/contract/drinks'
import { type Language, languages, sortTranslations } from '@tsedra/contract/language'
import { productsOfDrink } from '@tsedra/contract/products-of-drink'
import * as z from 'zod/mini'
import { buildSnapshotParts, type SnapshotParts } from './build-snapshot-parts.ts'
import type { SharedRows } from './catalogue-store.ts'
import type { ProductEntry } from './product-entries.ts'

/** The catalogue in one language without its products, as JSON. */
export interface View {
  categories: string[]
  categoryBySlug: Map<string, string>
  /** Categories as products contain them, by id. */
  productCategories: Map<string, string>
  drinks: string
  drinkBySlug: Map<string, string>
  snapshotParts: SnapshotParts
}

/** Returns the indexes of the products of each drink that has one, by slug. */
export function findProductsOfDrinks(
  drinks: readonly { slug: string }[],
  entries: readonly ProductEntry[],
): Map<string, number[]> {
  const products = entries.map(({ fields }, index) => ({ ...fields, index }))
  const found = drinks.map(({ slug }) => [slug, productsOfDrink(products, slug).map(({ index }) => index)] as const)
  return new Map(found.filter(([, indexes]) => indexes.length > 0))
}

/** @param shownDrinks slugs of the drinks that have a product */
export function buildViews(
  rows: SharedRows,
  entries: readonly ProductEntry[],
  shownDrinks: ReadonlySet<string>,
): Record<Language, View> {
  const counts = Map.groupBy(entries, ({ fields }) => fields.categoryId)
  const countProducts = (categoryId: string) => counts.get(categoryId)?.length ?? 0
  const shown = { ...rows, drinks: rows.drinks.filter(({ slug }) => shownDrinks.has(slug)) }
  return Object.fromEntries(languages.map((lang) => [lang, buildView(shown, countProducts, lang)])) as Record<
    Language,
    View
  >
}

function buildView(rows: SharedRows, countProducts: (categoryId: string) => number, lang: Language): View {
  const categories = rows.categories.map(
    (row): Category =>
      z.parse(category, {
        ...row,
        productsCount: countProducts(row.id),
        translations: sortTranslations(row.translations, lang),
      }),
  )
  const drinks = rows.drinks.map(
    (row): Drink => z.parse(drink, { ...row, translations: sortTranslations(row.translations, lang) }),
  )
  const toPair = (item: { slug: string }): [string, string] => [item.slug, JSON.stringify(item)]
  return {
    categories: categories.map((item) => JSON.stringify(item)),
    categoryBySlug: new Map(categories.map(toPair)),
    productCategories: new Map(
      categories.map((item) => [item.id, JSON.stringify(z.parse(product.shape.category, item))]),
    ),
    drinks: JSON.stringify(drinks),
    drinkBySlug: new Map(drinks.map(toPair)),
    snapshotParts: buildSnapshotParts(rows, { categories, drinks }, lang),
  }
}
