import type { ProductInput, StaffProduct } from '@tsedra/contract/admin-catalogue'
import { languages } from '@tsedra/contract/language'
import type { ShopPackage } from '@tsedra/contract/package-prices'
import { type ProductField, productFields, productTextFields } from '@tsedra/contract/product-fields'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { readPackages } from '@tsedra/database/packages'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import {
  emptyTexts,
  initialValues,
  selectListSql,
  toAuditFields,
  toColumns,
  toEntity,
  translationsSql,
} from './catalogue-columns.ts'
import {
  invalidRequest,
  mergeDefined,
  mergeTranslations,
  rejectStaleVersion,
  requireFreeSlug,
} from './catalogue-entries.ts'
import { findFreeSlug, makeSlug } from './slug.ts'

/** The fields of a product that staff edit, without its texts. */
export type ProductFields = Pick<StaffProduct, ProductField>
export type ProductTranslations = StaffProduct['translations']

export async function readProduct(db: Db, id: string): Promise<StaffProduct | undefined> {
  const { rows } = await db.raw<{ rows: ProductRow[] }>(`${selectProductSql} WHERE p.id = ?`, [id])
  return rows[0] && toEntity(rows[0])
}

/** Returns all products in the shop's order. */
export async function readProducts(db: Db): Promise<StaffProduct[]> {
  const { rows } = await db.raw<{ rows: ProductRow[] }>(
    `${selectProductSql} ORDER BY p.sort_order, p.created_at DESC, p.id`,
  )
  return rows.map((row) => toEntity(row))
}

/** Returns the product that a request would add; its slug is empty unless the request has one. */
export function buildProduct({ product, translations }: ProductInput): {
  fields: ProductFields
  texts: ProductTranslations
} {
  const { version: _, ...input } = product
  const blank = emptyTexts(productTextFields)
  const empty = languages.map((language) => ({ ...blank, language }) as ProductTranslations[number])
  return {
    fields: mergeDefined(initialValues(productFields) as ProductFields, input),
    texts: mergeTranslations(empty, translations),
  }
}

/** Returns a product with the changes of a request. */
export function mergeProduct(before: StaffProduct, { product, translations }: ProductInput): StaffProduct {
  const { version: _, ...input } = product
  const blank = emptyTexts(productTextFields)
  const texts = mergeTranslations(before.translations, translations).map((text) => ({ ...blank, ...text }))
  return { ...mergeDefined<StaffProduct>(before, input), translations: texts }
}

/**
 * Adds a product, within changeCatalogue().
 *
 * @param input its pictures are addresses that the caller has published
 * @throws Refusal `slug_taken`, `invalid_request` for a category or a drink that does not exist
 */
export async function addProduct(trx: Knex.Transaction, actor: Actor, input: ProductInput): Promise<StaffProduct> {
  const { fields, texts } = buildProduct(input)
  if (!input.product.availablePackages) fields.availablePackages = await listSizes(trx)
  const names = Object.fromEntries(texts.map(({ language, name }) => [language, name]))
  fields.slug = fields.slug
    ? await requireFreeSlug(trx, 'products', fields.slug)
    : await findFreeSlug(trx, 'products', makeSlug(names) || 'product')
  await rejectUnknownCategory(trx, fields.categoryId)
  await rejectUnknownDrinks(trx, input, undefined)
  await rejectUnknownPackages(trx, input)

  const [added] = await trx('products').insert(toColumns(productFields, fields), ['id'])
  await saveTranslations(trx, added.id, texts)
  await audit(trx, actor, { action: 'product.created', id: added.id, after: auditFieldsOf(fields, texts) })
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
  const changes = [auditFieldsOf(before, before.translations), auditFieldsOf(after, after.translations)] as const
  if (JSON.stringify(changes[0]) === JSON.stringify(changes[1])) return before

  if (after.slug !== before.slug) await requireFreeSlug(trx, 'products', after.slug)
  if (after.categoryId !== before.categoryId) await rejectUnknownCategory(trx, after.categoryId)
  await rejectUnknownDrinks(trx, input, before)
  await rejectUnknownPackages(trx, input)
  await trx('products')
    .where({ id })
    .update({ ...toColumns(productFields, after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
  await saveTranslations(trx, id, after.translations)
  await audit(trx, actor, { action: 'product.changed', id, before: changes[0], after: changes[1] })
  return requireProduct(await readProduct(trx, id))
}

/** Deletes a product, within changeCatalogue(); orders keep their lines. */
export async function removeProduct(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const before = requireProduct(await readProduct(trx, id))
  await trx('products').where({ id }).delete()
  await audit(trx, actor, { action: 'product.deleted', id, before: auditFieldsOf(before, before.translations) })
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

/** Returns the drinks that a change adds and that do not exist; those that the product has already stay. */
export function findUnknownDrinks(
  { product: { drinks = [] } }: ProductInput,
  before: StaffProduct | undefined,
  known: ReadonlySet<string>,
): string[] {
  return drinks.filter((slug) => !known.has(slug) && !before?.drinks.includes(slug))
}

async function rejectUnknownDrinks(
  trx: Knex.Transaction,
  input: ProductInput,
  before: StaffProduct | undefined,
): Promise<void> {
  const { drinks = [] } = input.product
  const known = new Set(await trx('drinks').whereIn('slug', drinks).pluck<string[]>('slug'))
  if (findUnknownDrinks(input, before, known).length > 0) throw invalidRequest('body.product.drinks')
}

const listSizes = async (trx: Knex.Transaction): Promise<string[]> =>
  (await readPackages(trx)).packages.map(({ size }) => size)

/** Returns the sizes of a request that the shop does not have. */
export const findUnknownPackages = (
  { product: { availablePackages = [] } }: ProductInput,
  known: readonly ShopPackage[],
): string[] => availablePackages.filter((size) => known.every((candidate) => candidate.size !== size))

async function rejectUnknownPackages(trx: Knex.Transaction, input: ProductInput): Promise<void> {
  const { packages } = await readPackages(trx)
  // mutation test: product-package-known
  if (findUnknownPackages(input, packages).length > 0) throw invalidRequest('body.product.availablePackages')
}

const auditFieldsOf = (fields: ProductFields, texts: ProductTranslations): Record<string, unknown> =>
  toAuditFields(productFields, fields, texts)

async function saveTranslations(trx: Knex.Transaction, productId: string, texts: ProductTranslations): Promise<void> {
  await trx('product_translations')
    .insert(
      texts.map((text) => ({ product_id: productId, language: text.language, ...toColumns(productTextFields, text) })),
    )
    .onConflict(['product_id', 'language'])
    .merge()
}

type ProductRow = Omit<StaffProduct, 'createdAt' | 'updatedAt' | 'translations'> & {
  createdAt: Date
  updatedAt: Date
  translations: ProductTranslations | null
}

const selectProductSql = `
  SELECT p.id, ${selectListSql(productFields, 'p')}, p.likes_count AS "likesCount", p.version,
    p.created_at AS "createdAt", p.updated_at AS "updatedAt",
    ${translationsSql(productTextFields, 'product_translations', 't.product_id = p.id')} AS translations
  FROM products p
`
