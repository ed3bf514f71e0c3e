import { languages } from '@tsedra/contract/language'
import { type ProductColumn, productColumns, textColumn } from '@tsedra/contract/product-table'
import type { Db } from '@tsedra/database/connection'
import { csvLine, csvStart } from './csv.ts'
import { type ProductFields, readProducts, type ProductTranslations } from './products.ts'

/** A row of the table: the text of each column. */
export type TableRow = Record<ProductColumn, string>

/** The slugs of categories by id. */
export async function readCategorySlugs(db: Db): Promise<Map<string, string>> {
  const rows = await db('categories').select<{ id: string; slug: string }[]>('id', 'slug')
  return new Map(rows.map(({ id, slug }) => [id, slug]))
}

/** The whole catalogue as a table. */
export async function writeProductTable(db: Db): Promise<string> {
  const [products, categories] = [await readProducts(db), await readCategorySlugs(db)]
  const lines = products
    .map((product) => toTableRow(product, product.translations, categories))
    .map((row) => productColumns.map((name) => row[name]))
  return csvStart + [[...productColumns], ...lines].map(csvLine).join('')
}

/** A product as people read and write it in a table; a price has a comma, as in Ukrainian. */
export function toTableRow(
  product: ProductFields,
  translations: ProductTranslations,
  categories: ReadonlyMap<string, string>,
): TableRow {
  const texts = languages.flatMap((language) => {
    const translation = translations.find((candidate) => candidate.language === language)
    return [
      [textColumn('name', language), translation?.name],
      [textColumn('short_description', language), translation?.shortDescription],
      [textColumn('description', language), translation?.description],
      [textColumn('seo_title', language), translation?.seoTitle],
      [textColumn('seo_description', language), translation?.seoDescription],
    ].map(([column, text]) => [column, text ?? ''])
  })
  return {
    slug: product.slug,
    category: categories.get(product.categoryId ?? '') ?? '',
    price: product.price.replace('.', ','),
    active: product.isActive ? '1' : '0',
    featured: product.isFeatured ? '1' : '0',
    sort_order: String(product.sortOrder),
    packages: product.availablePackages.join(' '),
    image: product.imageUrl ?? '',
    gallery: product.galleryImages.join(' '),
    ...Object.fromEntries(texts),
  } as TableRow // every column is one of these
}
