import { type Language, pickTranslation } from '@tsedra/contract/language'
import type { PackageSize } from '@tsedra/contract/packages'
import { type ProductStock, stockSql } from '@tsedra/database/stock'
import { sanitiseInline } from '@tsedra/service/sanitise-text'
import type { Knex } from 'knex'

export interface StockProduct {
  id: string
  name: string
  packages: PackageSize[]
  stock: ProductStock
}

/** Maximum numbers of products in one answer, and of words in one search. */
const MAX_PRODUCTS = 5
const MAX_WORDS = 5

/** Returns the first products in the shop's order whose name in any language, or slug, contains every word. */
export async function findStockProducts(
  trx: Knex.Transaction,
  text: string,
  language: Language,
): Promise<StockProduct[]> {
  const words = text.split(/\s+/).filter(Boolean).slice(0, MAX_WORDS)
  if (words.length === 0) return []
  const condition = words.map(
    () => `(p.slug ILIKE ? OR EXISTS (
      SELECT FROM product_translations t WHERE t.product_id = p.id AND t.name ILIKE ?))`,
  )
  // mutation test: stock-wildcards-escaped
  const patterns = words.map((word) => `%${word.replace(/[\\%_]/g, '\\$&')}%`)
  return readProducts(
    trx,
    `WHERE ${condition.join(' AND ')} ORDER BY p.sort_order, p.created_at DESC, p.id LIMIT ${MAX_PRODUCTS}`,
    patterns.flatMap((pattern) => [pattern, pattern]),
    language,
  )
}

export async function readStockProduct(
  trx: Knex.Transaction,
  id: string,
  language: Language,
): Promise<StockProduct | undefined> {
  const [product] = await readProducts(trx, 'WHERE p.id = ?', [id], language)
  return product
}

interface Row {
  id: string
  slug: string
  names: Partial<Record<Language, string>>
  packages: PackageSize[]
  stock: ProductStock | null
}

async function readProducts(
  trx: Knex.Transaction,
  where: string,
  bindings: readonly string[],
  language: Language,
): Promise<StockProduct[]> {
  const { rows } = await trx.raw<{ rows: Row[] }>(
    `SELECT p.id, p.slug, p.packages, ${stockSql} AS stock,
       coalesce((SELECT json_object_agg(t.language, t.name) FROM product_translations t
         WHERE t.product_id = p.id), '{}') AS names
     FROM products p ${where}`,
    bindings,
  )
  return rows.map(({ id, slug, names, packages, stock }) => {
    const translations = Object.entries(names).map(([key, name]) => ({ language: key as Language, name }))
    const name = pickTranslation(translations, language)?.name ?? slug
    return { id, name: sanitiseInline(name), packages, stock: stock ?? {} }
  })
}
