import type {
  StaffCategorySort,
  StaffCategory,
  StaffProductRow,
  StaffProductSort,
} from '@tsedra/contract/admin-catalogue'
import type { StaffDrink, StaffDrinkSort } from '@tsedra/contract/admin-drinks'
import { type Language, languages, sortTranslations } from '@tsedra/contract/language'
import { productFields } from '@tsedra/contract/product-fields'
import type { Db } from '@tsedra/database/connection'
import { stockSql } from '@tsedra/database/stock'
import { jsonPairsSql } from './catalogue-columns.ts'
import { readCategories } from './categories.ts'
import { readDrinks } from './drinks.ts'

export interface CatalogueListQuery<Sort> {
  /** Sorting by name uses the names in this language. */
  lang: Language
  /** Part of a name in any language, or of a slug. */
  search?: string | undefined
  categoryId?: string | undefined
  status?: 'active' | 'inactive' | undefined
  sort: Sort
  limit: number
  offset: number
}

/** Returns one page of products for staff. */
export async function listProducts(
  db: Db,
  query: CatalogueListQuery<StaffProductSort>,
): Promise<{ products: StaffProductRow[]; total: number }> {
  const { rows } = await db.raw<{ rows: { total: number; products: ListedProduct[] | null }[] }>(
    `WITH matched AS (
       SELECT p.id, row_number() OVER (ORDER BY ${productSorts[query.sort]} p.sort_order, p.created_at DESC, p.id) AS place
       FROM products p ${joinsForSort(query.sort)}
       WHERE (:isActive::boolean IS NULL OR p.is_active = :isActive::boolean)
         AND (:categoryId::uuid IS NULL OR p.category_id = :categoryId::uuid)
         AND (:search::text IS NULL OR p.slug ILIKE :search::text
              OR p.id IN (SELECT t.product_id FROM product_translations t WHERE t.name ILIKE :search::text)))
     ${productPageSql}`,
    buildBindings(query),
  )
  const [{ total, products } = { total: 0, products: null }] = rows
  const sortNames = (names: Translations) => sortTranslations(names ?? [], query.lang)
  return {
    total,
    products: (products ?? []).map(({ translations, category, stock, ...row }) => ({
      ...row,
      stock: stock ?? {},
      translations: sortNames(translations),
      category: category && { ...category, translations: sortNames(category.translations) },
    })),
  }
}

/** Returns one page of categories for staff. */
export async function listCategories(
  db: Db,
  query: CatalogueListQuery<StaffCategorySort>,
): Promise<{ categories: StaffCategory[]; total: number }> {
  const { ids, total } = await listIds(db, 'category', query)
  return { total, categories: await readCategories(db, ids) }
}

/** Returns one page of drinks for staff. */
export async function listDrinks(
  db: Db,
  query: CatalogueListQuery<StaffDrinkSort>,
): Promise<{ drinks: StaffDrink[]; total: number }> {
  const { ids, total } = await listIds(db, 'drink', query)
  return { total, drinks: await readDrinks(db, ids) }
}

/** Returns the ids on one page of categories or drinks, and the number of all that match. */
async function listIds(
  db: Db,
  entity: 'category' | 'drink',
  query: CatalogueListQuery<StaffCategorySort>,
): Promise<{ ids: string[]; total: number }> {
  const { rows } = await db.raw<{ rows: { total: number; ids: string[] | null }[] }>(
    `WITH matched AS (
       SELECT e.id, row_number() OVER (ORDER BY ${entitySorts(entity)[query.sort]} e.sort_order, e.created_at DESC, e.id) AS place
       FROM ${entityTables[entity]} e ${joinNamesSql(entity, 'e.id')}
       WHERE (:isActive::boolean IS NULL OR e.is_active = :isActive::boolean)
         AND (:search::text IS NULL OR e.slug ILIKE :search::text
              OR e.id IN (SELECT t.${entity}_id FROM ${entity}_translations t WHERE t.name ILIKE :search::text)))
     SELECT (SELECT count(*)::int FROM matched) AS total,
       (SELECT array_agg(m.id ORDER BY m.place)
        FROM (SELECT id, place FROM matched ORDER BY place LIMIT :limit OFFSET :offset) m) AS ids`,
    buildBindings(query),
  )
  const [{ total, ids } = { total: 0, ids: null }] = rows
  return { total, ids: ids ?? [] }
}

const entityTables = { category: 'categories', drink: 'drinks' } as const

type Translations = StaffProductRow['translations'] | null
type ListedProduct = Omit<StaffProductRow, 'translations' | 'category' | 'stock'> & {
  stock: StaffProductRow['stock'] | null
  translations: Translations
  category: { id: string; slug: string; translations: Translations } | null
}

function buildBindings({ lang, search, status, categoryId, limit, offset }: Omit<CatalogueListQuery<string>, 'sort'>) {
  return {
    lang,
    languages: sortTranslations(
      languages.map((language) => ({ language })),
      lang,
    ).map(({ language }) => language),
    // mutation test: search-wildcards-escaped
    search: search ? `%${search.replace(/[\\%_]/g, '\\$&')}%` : null,
    isActive: status === undefined ? null : status === 'active',
    categoryId: categoryId ?? null,
    limit,
    offset,
  }
}

/** Sorts alphabetically, not by code point. */
const alphabetical = 'COLLATE "und-x-icu"'
/** Returns the name in the requested language, otherwise in the next one. The join finds almost every name. */
const nameSql = (
  entity: 'product' | 'category' | 'drink',
  id: string,
) => `coalesce(requested.name, (SELECT t.name FROM ${entity}_translations t
  WHERE t.${entity}_id = ${id} ORDER BY array_position(:languages::text[], t.language) LIMIT 1)) ${alphabetical}`
const joinNamesSql = (entity: 'product' | 'category' | 'drink', id: string) =>
  `LEFT JOIN ${entity}_translations requested ON requested.${entity}_id = ${id} AND requested.language = :lang`
const productName = nameSql('product', 'p.id')
const categoryOfProduct = nameSql('category', 'p.category_id')

const joinsForSort = (sort: StaffProductSort) =>
  sort.endsWith('category') ? joinNamesSql('category', 'p.category_id') : joinNamesSql('product', 'p.id')

/** Sort keys before the shop's own sort order. */
const productSorts: Record<StaffProductSort, string> = {
  default: '',
  name: `${productName},`,
  '-name': `${productName} DESC,`,
  category: `${categoryOfProduct},`,
  '-category': `${categoryOfProduct} DESC,`,
  price: 'p.price,',
  '-price': 'p.price DESC,',
  status: 'p.is_active DESC,',
  '-status': 'p.is_active,',
  newest: 'p.created_at DESC,',
  changed: 'p.updated_at DESC,',
}

const entitySorts = (entity: 'category' | 'drink'): Record<StaffCategorySort, string> => ({
  default: '',
  name: `${nameSql(entity, 'e.id')},`,
  '-name': `${nameSql(entity, 'e.id')} DESC,`,
  status: 'e.is_active DESC,',
  '-status': 'e.is_active,',
  newest: 'e.created_at DESC,',
  changed: 'e.updated_at DESC,',
})

const isoTimestampSql = (column: string) => `to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

const listedFields = Object.fromEntries(Object.entries(productFields).filter(([, { table }]) => table !== 'none'))

const productPageSql = `
  SELECT (SELECT count(*)::int FROM matched) AS total,
    (SELECT json_agg(json_build_object('id', p.id, ${jsonPairsSql(listedFields, 'p')},
        'likesCount', p.likes_count, 'version', p.version,
        'availablePackages', p.packages, 'stock', ${stockSql},
        'createdAt', ${isoTimestampSql('p.created_at')}, 'updatedAt', ${isoTimestampSql('p.updated_at')},
        'translations', (SELECT json_agg(json_build_object('language', t.language, 'name', t.name))
          FROM product_translations t WHERE t.product_id = p.id),
        'category', (SELECT json_build_object('id', c.id, 'slug', c.slug, 'translations',
            (SELECT json_agg(json_build_object('language', t.language, 'name', t.name))
             FROM category_translations t WHERE t.category_id = c.id))
          FROM categories c WHERE c.id = p.category_id)
      ) ORDER BY m.place)
     FROM (SELECT id, place FROM matched ORDER BY place LIMIT :limit OFFSET :offset) m JOIN products p USING (id)) AS products
`
