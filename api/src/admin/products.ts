import type { ProductInput, StaffProduct } from '@tsedra/contract/admin-catalogue'
import { languages } from '@tsedra/contract/language'
import { packageSizes } from '@tsedra/contract/packages'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { invalid, merge, mergeTexts, ownSlug, refuseStale, textsByField } from './shelf.ts'
import { freeSlug, slugOf } from './slug.ts'

/** What can be said of a product, without its texts. */
export type Facts = Pick<
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
export type Texts = StaffProduct['translations']

const fresh: Omit<Facts, 'slug' | 'price'> = {
  categoryId: null,
  imageUrl: null,
  galleryImages: [],
  availablePackages: [...packageSizes],
  isActive: true,
  isFeatured: false,
  sortOrder: 0,
}

const noTexts = { shortDescription: null, description: null, seoTitle: null, seoDescription: null }

export async function readProduct(db: Db, id: string): Promise<StaffProduct | undefined> {
  const { rows } = await db.raw<{ rows: ProductRow[] }>(`${wholeProduct} WHERE p.id = ?`, [id])
  return rows[0] && productOf(rows[0])
}

/** All products in the shop's order. */
export async function readProducts(db: Db): Promise<StaffProduct[]> {
  const { rows } = await db.raw<{ rows: ProductRow[] }>(
    `${wholeProduct} ORDER BY p.sort_order, p.created_at DESC, p.id`,
  )
  return rows.map(productOf)
}

/** A product as it would be made; its slug is empty unless one was asked for. */
export function newProduct({ product, translations }: ProductInput): { facts: Facts; texts: Texts } {
  const { version: _, ...given } = product
  const empty = languages.map((language): Texts[number] => ({ language, name: '', ...noTexts }))
  return {
    facts: merge<Facts>({ ...fresh, slug: '', price: given.price }, given),
    texts: mergeTexts(empty, translations),
  }
}

/** A product as it would be after a change. */
export function changedProduct(before: StaffProduct, { product, translations }: ProductInput): StaffProduct {
  const { version: _, ...given } = product
  const texts = mergeTexts(before.translations, translations).map((each) => ({ ...noTexts, ...each }))
  return { ...merge<StaffProduct>(before, given), translations: texts }
}

/**
 * Adds a product, within changeCatalogue().
 *
 * @param input pictures in it are addresses to store already
 * @throws Refusal `slug_taken`, `invalid_request` for a category that is not there
 */
export async function addProduct(trx: Knex.Transaction, who: Actor, input: ProductInput): Promise<StaffProduct> {
  const { facts, texts } = newProduct(input)
  const names = Object.fromEntries(texts.map(({ language, name }) => [language, name]))
  facts.slug = facts.slug
    ? await ownSlug(trx, 'products', facts.slug)
    : await freeSlug(trx, 'products', slugOf(names) || 'product')
  await refuseUnknown(trx, facts.categoryId)

  const [added] = await trx('products').insert(columnsOf(facts), ['id'])
  await saveTexts(trx, added.id, texts)
  await audit(trx, who, { action: 'product.created', id: added.id, after: said(facts, texts) })
  return present(await readProduct(trx, added.id))
}

/** Changes a product, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function alterProduct(
  trx: Knex.Transaction,
  who: Actor,
  id: string,
  input: ProductInput,
): Promise<StaffProduct> {
  const before = present(await readProduct(trx, id))
  // mutation test: product-edit-conflict
  refuseStale(input.product.version, before.version)
  const after = changedProduct(before, input)
  const changes = [said(before, before.translations), said(after, after.translations)] as const
  if (JSON.stringify(changes[0]) === JSON.stringify(changes[1])) return before

  if (after.slug !== before.slug) await ownSlug(trx, 'products', after.slug)
  if (after.categoryId !== before.categoryId) await refuseUnknown(trx, after.categoryId)
  await trx('products')
    .where({ id })
    .update({ ...columnsOf(after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
  await saveTexts(trx, id, after.translations)
  await audit(trx, who, { action: 'product.changed', id, before: changes[0], after: changes[1] })
  return present(await readProduct(trx, id))
}

/** Deletes a product, within changeCatalogue(); orders keep their lines. */
export async function removeProduct(trx: Knex.Transaction, who: Actor, id: string): Promise<void> {
  const before = present(await readProduct(trx, id))
  await trx('products').where({ id }).delete()
  await audit(trx, who, { action: 'product.deleted', id, before: said(before, before.translations) })
}

type Shown = Pick<ProductInput['product'], 'imageUrl' | 'galleryImages'>

export const picturesOf = ({ imageUrl, galleryImages = [] }: Shown): string[] => [
  ...(imageUrl ? [imageUrl] : []),
  ...galleryImages,
]

function present(found: StaffProduct | undefined): StaffProduct {
  if (!found) throw new Refusal('not_found', 'Product not found')
  return found
}

async function refuseUnknown(trx: Knex.Transaction, categoryId: string | null): Promise<void> {
  if (categoryId && !(await trx('categories').where({ id: categoryId }).first('id'))) {
    throw invalid('body.product.categoryId')
  }
}

/** Everything that was said of a product, flat: what is compared and written down. */
function said(facts: Facts, texts: Texts): Record<string, unknown> {
  const { slug, categoryId, price, imageUrl, galleryImages, availablePackages, isActive, isFeatured, sortOrder } = facts
  const plain = { slug, categoryId, price, imageUrl, galleryImages, availablePackages, isActive, isFeatured, sortOrder }
  return { ...plain, ...textsByField(texts) }
}

function columnsOf(facts: Facts) {
  return {
    slug: facts.slug,
    category_id: facts.categoryId,
    price: facts.price,
    image_url: facts.imageUrl,
    gallery_images: facts.galleryImages,
    available_packages: facts.availablePackages,
    is_active: facts.isActive,
    is_featured: facts.isFeatured,
    sort_order: facts.sortOrder,
  }
}

async function saveTexts(trx: Knex.Transaction, productId: string, texts: Texts): Promise<void> {
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
  translations: Texts | null
}

function productOf(row: ProductRow): StaffProduct {
  const texts = row.translations ?? []
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    translations: languages.flatMap((language) => texts.filter((each) => each.language === language)),
  }
}

const wholeProduct = `
  SELECT p.id, p.slug, p.category_id AS "categoryId", p.price::text, p.image_url AS "imageUrl",
    p.gallery_images AS "galleryImages", p.available_packages AS "availablePackages", p.is_active AS "isActive",
    p.is_featured AS "isFeatured", p.sort_order AS "sortOrder", p.likes_count AS "likesCount", p.version,
    p.created_at AS "createdAt", p.updated_at AS "updatedAt",
    (SELECT json_agg(json_build_object('language', t.language, 'name', t.name, 'shortDescription', t.short_description,
       'description', t.description, 'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
     FROM product_translations t WHERE t.product_id = p.id) AS translations
  FROM products p
`
