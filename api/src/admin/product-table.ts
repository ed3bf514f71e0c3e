import { languages } from '@tsedra/contract/language'
import { namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import { type ProductColumn, productColumns, textColumn } from '@tsedra/contract/product-table'
import type { Db } from '@tsedra/database/connection'
import { csvLine, csvStart } from './csv.ts'
import { type CategoryKeys, cellFormats } from './product-cells.ts'
import { type ProductFields, readProducts, type ProductTranslations } from './products.ts'

/** The cells of a row by column. */
export type TableRow = Record<ProductColumn, string>

export async function readCategoryKeys(db: Db): Promise<CategoryKeys> {
  const rows = await db('categories').select<{ id: string; slug: string }[]>('id', 'slug')
  return {
    slugs: new Map(rows.map(({ id, slug }) => [id, slug])),
    ids: new Map(rows.map(({ id, slug }) => [slug, id])),
  }
}

/** Returns the whole catalogue as CSV. */
export async function writeProductTable(db: Db): Promise<string> {
  const [products, categories] = [await readProducts(db), await readCategoryKeys(db)]
  const lines = products
    .map((product) => toTableRow(product, product.translations, categories))
    .map((row) => productColumns.map((name) => row[name]))
  return csvStart + [[...productColumns], ...lines].map(csvLine).join('')
}

/** Returns the cells of a product. */
export function toTableRow(
  product: ProductFields,
  translations: ProductTranslations,
  categories: CategoryKeys,
): TableRow {
  const fields = namesOf(productFields).map((name) => {
    const { kind, csvColumn } = productFields[name]
    return [csvColumn, cellFormats[kind].format(product[name], categories)]
  })
  const texts = languages.flatMap((language) => {
    const translation = translations.find((candidate) => candidate.language === language)
    return namesOf(productTextFields).map((name) => [textColumn(name, language), translation?.[name] ?? ''])
  })
  return Object.fromEntries([...fields, ...texts]) as TableRow // every column is one of these
}
