import type { ProductInput, StaffProduct } from '@tsedra/contract/admin-catalogue'
import { languages } from '@tsedra/contract/language'
import { packageSizes } from '@tsedra/contract/packages'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import {
  invalidRequest,
  mergeDefined,
  mergeTranslations,
  requireFreeSlug,
  rejectStaleVersion,
  flattenTranslations,
} from './catalogue-entries.ts'
import { findFreeSlug, makeSlug } from './slug.ts'

/** What can be said of a product, without its texts. */
export type ProductFields = Pick<
  StaffProduct,
  | 'slug'
  | 'categoryId'
  | 'price'
  | 'imageUrl'
  | 'galleryImages'
  | 'availablePackages'
  | 'isActive'
  | 'isFeatured'
  | 'sortOrder'
>
export type ProductTranslations = StaffProduct['translations']

const defaultFields: Omit<ProductFields, 'slug' | 'price'> = {
  categoryId: null,
  imageUrl: null,
  galleryImages: [],
  availablePackages: [...packageSizes],
  isActive: true,
  isFeatured: false,
  sortOrder: 0,
}

const emptyTexts = { shortDescription: null, description: null, seoTitle: null, seoDescription: null }

export async function readProduct(db: Db, id: string): Promise<StaffProduct | undefined> {
  const { rows } = await db.raw<{ rows: ProductRow[] }>(`${selectProductSql} WHERE p.id = ?`, [id])
  return rows[0] && toStaffProduct(rows[0])
}

/** All products in the shop's order. */
export async function readProducts(db: Db): Promise<StaffProduct[]> {
  const { rows } = await db.raw<{ rows: ProductRow[] }>(
    `${selectProductSql} ORDER BY p.sort_order, p.created_at DESC, p.id`,
  )
  return rows.map(toStaffProduct)
}

/** A product as it would be made; its slug is empty unless one was asked for. */
export function buildProduct({ product, translations }: ProductInput): {
  fields: ProductFields
  texts: ProductTranslations
} {
  const { version: _, ...input } = product
  const empty = languages.map((language): ProductTranslations[number] => ({ language, name: '', ...emptyTexts }))
  return {
    fields: mergeDefined<ProductFields>({ ...defaultFields, slug: '', price: input.price }, input),
    texts: mergeTranslations(empty, translations),
  }
}

/** A product as it would be after a change. */
export function mergeProduct(before: StaffProduct, { product, translations }: ProductInput): StaffProduct {
  const { version: _, ...input } = product
  const texts = mergeTranslations(before.translations, translations).map((text) => ({ ...emptyTexts, ...text }))
  return { ...mergeDefined<StaffProduct>(before, input), translations: texts }
}

/**
 * Adds a product, within changeCatalogue().
 *
 * @param input pictures in it are addresses to store already
 * @throws Refusal `slug_taken`, `invalid_request` for a category that is not there
 */
export async function addProduct(trx: Knex.Transaction, actor: Actor, input: ProductInput): Promise<StaffProduct> {
  const { fields, texts } = buildProduct(input)
  const names = Object.fromEntries(texts.map(({ language, name }) => [language, name]))
  fields.slug = fields.slug
    ? await requireFreeSlug(trx, 'products', fields.slug)
    : await findFreeSlug(trx, 'products', makeSlug(names) || 'product')
  await rejectUnknownCategory(trx, fields.categoryId)

  const [added] = await trx('products').insert(toColumns(fields), ['id'])
  await saveTranslations(trx, added.id, texts)
  await audit(trx, actor, { action: 'product.created', id: added.id, after: toAuditFields(fields, texts) })
  return requireProduct(await readProduct(trx, added.id))
}

/** Changes a product, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function updateProduct(
  trx: Knex.Transaction,
  actor: Actor,
  id: string,
  input: ProductInput,
): Promise<StaffProduct> {
  const before = requireProduct(await readProduct(trx, id))
  // mutation test: product-edit-conflict
  rejectStaleVersion(input.product.version, before.version)
  const after = mergeProduct(before, input)
  const changes = [toAuditFields(before, before.translations), toAuditFields(after, after.translations)] as const
  if (JSON.stringify(changes[0]) === JSON.stringify(changes[1])) return before

  if (after.slug !== before.slug) await requireFreeSlug(trx, 'products', after.slug)
  if (after.categoryId !== before.categoryId) await rejectUnknownCategory(trx, after.categoryId)
  await trx('products')
    .where({ id })
    .update({ ...toColumns(after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
  await saveTranslations(trx, id, after.translations)
  await audit(trx, actor, { action: 'product.changed', id, before: changes[0], after: changes[1] })
  return requireProduct(await readProduct(trx, id))
}

/** Deletes a product, within changeCatalogue(); orders keep their lines. */
export async function removeProduct(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const before = requireProduct(await readProduct(trx, id))
  await trx('products').where({ id }).delete()
  await audit(trx, actor, { action: 'product.deleted', id, before: toAuditFields(before, before.translations) })
}

type PictureFields = Pick<ProductInput['product'], 'imageUrl' | 'galleryImages'>

export const listPictures = ({ imageUrl, galleryImages = [] }: PictureFields): string[] => [
  ...(imageUrl ? [imageUrl] : []),
  ...galleryImages,
]

function requireProduct(product: StaffProduct | undefined): StaffProduct {
  if (!product) throw new Refusal('not_found', 'Product not found')
  return product
}

async function rejectUnknownCategory(trx: Knex.Transaction, categoryId: string | null): Promise<void> {
  if (categoryId && !(await trx('categories').where({ id: categoryId }).first('id'))) {
    throw invalidRequest('body.product.categoryId')
  }
}

/** Everything that was said of a product, flat: what is compared and written down. */
function toAuditFields(fields: ProductFields, texts: ProductTranslations): Record<string, unknown> {
  const { slug, categoryId, price, imageUrl, galleryImages, availablePackages, isActive, isFeatured, sortOrder } =
    fields
  const plain = { slug, categoryId, price, imageUrl, galleryImages, availablePackages, isActive, isFeatured, sortOrder }
  return { ...plain, ...flattenTranslations(texts) }
}

function toColumns(fields: ProductFields) {
  return {
    slug: fields.slug,
    category_id: fields.categoryId,
    price: fields.price,
    image_url: fields.imageUrl,
    gallery_images: fields.galleryImages,
    available_packages: fields.availablePackages,
    is_active: fields.isActive,
    is_featured: fields.isFeatured,
    sort_order: fields.sortOrder,
  }
}

async function saveTranslations(trx: Knex.Transaction, productId: string, texts: ProductTranslations): Promise<void> {
  await trx('product_translations')
    .insert(
      texts.map(({ language, name, shortDescription, description, seoTitle, seoDescription }) => ({
        product_id: productId,
        language,
        name,
        short_description: shortDescription,
        description,
        seo_title: seoTitle,
        seo_description: seoDescription,
      })),
    )
    .onConflict(['product_id', 'language'])
    .merge()
}

type ProductRow = Omit<StaffProduct, 'createdAt' | 'updatedAt' | 'translations'> & {
  createdAt: Date
  updatedAt: Date
  translations: ProductTranslations | null
}

function toStaffProduct(row: ProductRow): StaffProduct {
  const texts = row.translations ?? []
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    translations: languages.flatMap((language) => texts.filter((text) => text.language === language)),
  }
}

const selectProductSql = `
  SELECT p.id, p.slug, p.category_id AS "categoryId", p.price::text, p.image_url AS "imageUrl",
    p.gallery_images AS "galleryImages", p.available_packages AS "availablePackages", p.is_active AS "isActive",
    p.is_featured AS "isFeatured", p.sort_order AS "sortOrder", p.likes_count AS "likesCount", p.version,
    p.created_at AS "createdAt", p.updated_at AS "updatedAt",
    (SELECT json_agg(json_build_object('language', t.language, 'name', t.name, 'shortDescription', t.short_description,
       'description', t.description, 'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
     FROM product_translations t WHERE t.product_id = p.id) AS translations
  FROM products p
`
