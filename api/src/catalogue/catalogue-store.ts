import type { Category, Product } from '@tsedra/contract/catalogue'
import type { Drink } from '@tsedra/contract/drinks'
import { parseStoredPackages } from '@tsedra/contract/admin-packages'
import { type InfoPageName, infoPages } from '@tsedra/contract/info-page-names'
import type { InfoPageTexts } from '@tsedra/contract/info-pages'
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

/** The active catalogue of one version; translations are unordered. */
export interface CatalogueRows {
  version: number
  categories: (Omit<Category, 'productsCount'> & WithUpdatedAt)[]
  /** Their stock may have days that have passed; their prices of packages are those that staff have typed in. */
  products: (Omit<Product, 'category' | 'stock'> & WithUpdatedAt & { stock?: ProductStock | null })[]
  drinks: (Drink & WithUpdatedAt)[]
  /** Groups of words that mean the same. */
  synonyms: string[][]
  packages: readonly ShopPackage[]
  settings: ShopSettings
  /** The present version of each info page that the owner has written. */
  infoPages: InfoPageRow[]
}

export interface InfoPageRow {
  slug: InfoPageName
  texts: Partial<InfoPageTexts>
}

interface VersionedCatalogue {
  version: string
  categories: CatalogueRows['categories'] | null
  products: CatalogueRows['products'] | null
  drinks: CatalogueRows['drinks'] | null
  synonyms: string[][] | null
  packages: unknown
  settings: unknown
  infoPages: InfoPageRow[] | null
}

/**
 * Reads active products of active categories, in the shop's order (sortOrder, newest, id). One statement is one
 * snapshot: the version belongs to the rows.
 */
export async function readCatalogue(db: Db): Promise<CatalogueRows> {
  const { rows } = await db.raw<{ rows: VersionedCatalogue[] }>(selectCatalogueSql)
  const [row] = rows
  if (!row) throw new Error('catalogue_version is empty')
  return {
    version: Number(row.version),
    categories: row.categories ?? [],
    products: row.products ?? [],
    drinks: row.drinks ?? [],
    synonyms: row.synonyms ?? [],
    packages: parseStoredPackages(row.packages),
    settings: parseStoredSettings(row.settings),
    // A newer release may have more pages.
    infoPages: (row.infoPages ?? []).filter(({ slug }) => infoPages.includes(slug)),
  }
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
        'id', p.id, 'slug', p.slug, 'categoryId', p.category_id, 'price', p.price::text, 'imageUrl', p.image_url,
        'galleryImages', p.gallery_images, 'availablePackages', p.packages, 'packagePrices', p.package_prices, 'isActive', p.is_active,
        'isFeatured', p.is_featured, 'sortOrder', p.sort_order, 'likesCount', p.likes_count,
        'slicesPer50g', p.slices_per_50g, 'drinks', p.drinks, 'stock', ${stockSql},
        'createdAt', to_char(p.created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
        'updatedAt', to_char(p.updated_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
        'translations', (
          SELECT json_agg(json_build_object('language', t.language, 'name', t.name,
            'shortDescription', t.short_description, 'description', t.description,
            'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
          FROM product_translations t WHERE t.product_id = p.id)
      ) ORDER BY p.sort_order, p.created_at DESC, p.id)
      FROM products p
      LEFT JOIN categories c ON c.id = p.category_id
      WHERE p.is_active AND (p.category_id IS NULL OR c.is_active)
        AND EXISTS (SELECT FROM product_translations t WHERE t.product_id = p.id)) AS products,
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
