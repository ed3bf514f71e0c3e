import { createHash } from 'node:crypto'
import type { Category, Product } from '@tsedra/contract/catalogue'
import type { Drink } from '@tsedra/contract/drinks'
import { parseStoredPackages } from '@tsedra/contract/admin-packages'
import { type InfoPageName, infoPages } from '@tsedra/contract/info-page-names'
import type { InfoPageTexts } from '@tsedra/contract/info-pages'
import { sortTranslations } from '@tsedra/contract/language'
import type { ShopPackage } from '@tsedra/contract/package-prices'
import { parseStoredSettings, type ShopSettings } from '@tsedra/contract/shop-settings'
import type { Db } from '@tsedra/database/connection'
import { packagesSql } from '@tsedra/database/packages'
import { type ProductStock, stockSql } from '@tsedra/database/stock'
import { changeCatalogue } from './change-catalogue.ts'

interface WithUpdatedAt {
  /** ISO 8601, in UTC. */
  updatedAt: string
}

/** Its stock may have days that have passed; its prices of packages are those that staff have typed in. */
export type ProductRow = Omit<Product, 'category' | 'stock'> &
  WithUpdatedAt & {
    stock?: ProductStock | null
    /** Changes with every row of the database that the product is built from. */
    key?: string
  }

/** A product of which the reader has every row already. */
export interface KnownProduct {
  id: string
  key: string
}

/** The active catalogue of one version; translations are unordered. */
export interface CatalogueRows<P = ProductRow> {
  version: number
  categories: (Omit<Category, 'productsCount'> & WithUpdatedAt)[]
  /** In the shop's order. */
  products: P[]
  drinks: (Drink & WithUpdatedAt)[]
  /** Groups of words that mean the same. */
  synonyms: string[][]
  packages: readonly ShopPackage[]
  settings: ShopSettings
  /** The present version of each info page that the owner has written. */
  infoPages: InfoPageRow[]
}

/** The catalogue besides its products. */
export type SharedRows = Omit<CatalogueRows, 'products'>

/** The catalogue as far as it has changed: the products of the previous version are known. */
export type ChangedCatalogueRows = CatalogueRows<ProductRow | KnownProduct>

export interface InfoPageRow {
  slug: InfoPageName
  texts: Partial<InfoPageTexts>
}

interface VersionedCatalogue {
  version: string
  categories: CatalogueRows['categories'] | null
  drinks: CatalogueRows['drinks'] | null
  synonyms: string[][] | null
  packages: unknown
  settings: unknown
  infoPages: InfoPageRow[] | null
}

interface ProductKeyRow {
  id: string
  categoryId: string | null
  rowKey: string
  hasStock: boolean
}

/** Products per statement: the largest take a few kilobytes each. */
const BATCH = 1_000

export interface ReadCatalogueOptions {
  /** The day in Kyiv for which the stock is read. */
  day: string
  /** Returns the key of a product that need not be read again while it has this key. */
  findKey?: (id: string) => string | undefined
}

/**
 * Reads active products of active categories, in the shop's order (sortOrder, newest, id). Of the products it reads the
 * keys, and rows only of those with another key than `findKey` returns. One transaction is one snapshot: the version
 * belongs to the rows.
 */
export function readCatalogue(db: Db, options: ReadCatalogueOptions): Promise<ChangedCatalogueRows> {
  return db.transaction(async (trx) => readInTransaction(trx, options), {
    isolationLevel: 'repeatable read',
    readOnly: true,
  })
}

async function readInTransaction(trx: Db, { day, findKey }: ReadCatalogueOptions): Promise<ChangedCatalogueRows> {
  const { rows } = await trx.raw<{ rows: VersionedCatalogue[] }>(selectCatalogueSql)
  const [row] = rows
  if (!row) throw new Error('catalogue_version is empty')
  const catalogue = {
    version: Number(row.version),
    categories: row.categories ?? [],
    drinks: row.drinks ?? [],
    synonyms: row.synonyms ?? [],
    packages: parseStoredPackages(row.packages),
    settings: parseStoredSettings(row.settings),
    // A newer release may have more pages.
    infoPages: (row.infoPages ?? []).filter(({ slug }) => infoPages.includes(slug)),
  }
  const found = await trx.raw<{ rows: ProductKeyRow[] }>(selectProductKeysSql)
  const keyOf = createKeys(catalogue, day)
  const products: KnownProduct[] = found.rows.map((product) => ({ id: product.id, key: keyOf(product) }))
  // mutation test: changed-products-read
  const changed = products.filter(({ id, key }) => findKey?.(id) !== key)
  const changedRows = await readProducts(trx, changed)
  return { ...catalogue, products: products.map((product) => changedRows.get(product.id) ?? product) }
}

/** Creates the function that returns the key of a product: its rows, its category, and what all products depend on. */
function createKeys({ categories, drinks, packages }: SharedRows, day: string): (product: ProductKeyRow) => string {
  const shared = hash([packages, drinks.map(({ slug }) => slug).sort()])
  const categoryKeys = new Map(
    categories.map(({ id, slug, translations }) => [id, hash([slug, sortTranslations(translations, 'ua')])]),
  )
  return ({ categoryId, rowKey, hasStock }) =>
    hash([rowKey, categoryId && categoryKeys.get(categoryId), shared, hasStock && day])
}

const hash = (value: unknown): string => createHash('sha256').update(JSON.stringify(value)).digest('base64url')

async function readProducts(trx: Db, products: readonly KnownProduct[]): Promise<Map<string, ProductRow>> {
  const keys = new Map(products.map(({ id, key }) => [id, key]))
  const rows = new Map<string, ProductRow>()
  for (let start = 0; start < products.length; start += BATCH) {
    const ids = products.slice(start, start + BATCH).map(({ id }) => id)
    const batch = await trx.raw<{ rows: { product: ProductRow }[] }>(selectProductsSql, [ids])
    for (const { product } of batch.rows) rows.set(product.id, { ...product, key: keys.get(product.id) ?? '' })
  }
  return rows
}

export async function readVersion(db: Db): Promise<number> {
  const row = await db<{ version: string }>('catalogue_version').first('version')
  return Number(row?.version)
}

/** Copies the like counts into the catalogue; triggers create the new version. */
export async function publishLikes(db: Db): Promise<void> {
  const [changed] = await db('products').whereRaw('likes_shown <> likes_count').limit(1).select('id')
  if (!changed) return
  await changeCatalogue(db, (trx) =>
    trx('products')
      .whereRaw('likes_shown <> likes_count')
      .update({ likes_shown: trx.ref('likes_count') }),
  )
}

/**
 * Every row of Postgres has the number of the transaction that wrote it (`xmin`): the numbers of the rows of a product
 * change whenever one of them is inserted, updated or deleted.
 */
const selectProductKeysSql = `
  SELECT p.id, p.category_id AS "categoryId", s.keys IS NOT NULL AS "hasStock",
    concat_ws(' ', p.xmin, t.keys, s.keys) AS "rowKey"
  FROM products p
  JOIN (SELECT product_id, string_agg(xmin::text, ',' ORDER BY language) AS keys
    FROM product_translations GROUP BY product_id) t ON t.product_id = p.id
  LEFT JOIN (SELECT product_id, string_agg(xmin::text, ',' ORDER BY package_size) AS keys
    FROM product_stock GROUP BY product_id) s ON s.product_id = p.id
  LEFT JOIN categories c ON c.id = p.category_id
  WHERE p.is_active AND (p.category_id IS NULL OR c.is_active)
  -- As precise as \`createdAt\`: phones sort by it.
  ORDER BY p.sort_order, date_trunc('milliseconds', p.created_at) DESC, p.id
`

const selectProductsSql = `
  SELECT json_build_object(
    'id', p.id, 'slug', p.slug, 'categoryId', p.category_id, 'price', p.price::text, 'imageUrl', p.image_url,
    'galleryImages', p.gallery_images, 'availablePackages', p.packages, 'packagePrices', p.package_prices, 'isActive', p.is_active,
    -- Not likes_count, which changes without a new version: processes of one version have equal rows.
    'isFeatured', p.is_featured, 'sortOrder', p.sort_order, 'likesCount', p.likes_shown,
    'slicesPer50g', p.slices_per_50g, 'drinks', p.drinks, 'stock', ${stockSql},
    'createdAt', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    'translations', (
      SELECT json_agg(json_build_object('language', t.language, 'name', t.name,
        'shortDescription', t.short_description, 'description', t.description,
        'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
      FROM product_translations t WHERE t.product_id = p.id)
  ) AS product
  FROM products p WHERE p.id = ANY(?)
`

const selectCatalogueSql = `
  SELECT
    (SELECT version FROM catalogue_version) AS version,
    (SELECT json_agg(json_build_object(
        'id', c.id, 'slug', c.slug, 'imageUrl', c.image_url, 'sortOrder', c.sort_order, 'isActive', c.is_active,
        'updatedAt', to_char(c.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'translations', (
          SELECT json_agg(json_build_object('language', t.language, 'name', t.name, 'description', t.description,
            'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
          FROM category_translations t WHERE t.category_id = c.id)
      ) ORDER BY c.sort_order, c.created_at DESC, c.id)
      FROM categories c
      WHERE c.is_active AND EXISTS (SELECT FROM category_translations t WHERE t.category_id = c.id)) AS categories,
    (SELECT json_agg(json_build_object(
        'slug', d.slug,
        'updatedAt', to_char(d.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'translations', (
          SELECT json_agg(json_build_object('language', t.language, 'name', t.name, 'reason', t.reason))
          FROM drink_translations t WHERE t.drink_id = d.id)
      ) ORDER BY d.sort_order, d.created_at DESC, d.id)
      FROM drinks d
      WHERE d.is_active AND EXISTS (SELECT FROM drink_translations t WHERE t.drink_id = d.id)) AS drinks,
    (SELECT json_agg(g.words ORDER BY g.created_at, g.id) FROM synonym_groups g) AS synonyms,
    ${packagesSql} AS packages,
    (SELECT settings FROM shop_settings) AS settings,
    (SELECT json_agg(json_build_object('slug', v.page, 'texts', v.texts) ORDER BY v.page)
      FROM (SELECT DISTINCT ON (page) page, texts FROM info_page_versions ORDER BY page, version DESC) v) AS "infoPages"
`
