import type { CategoryInput, StaffCategory } from '@tsedra/contract/admin-catalogue'
import { languages } from '@tsedra/contract/language'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import {
  mergeDefined,
  mergeTranslations,
  requireFreeSlug,
  rejectStaleVersion,
  flattenTranslations,
} from './catalogue-entries.ts'
import { findFreeSlug, makeSlug } from './slug.ts'

type CategoryFields = Pick<StaffCategory, 'slug' | 'imageUrl' | 'isActive' | 'sortOrder'>
type CategoryTranslations = StaffCategory['translations']

const defaultFields: Omit<CategoryFields, 'slug'> = { imageUrl: null, isActive: true, sortOrder: 0 }
const emptyTexts = { description: null, seoTitle: null, seoDescription: null }

export async function readCategory(db: Db, id: string): Promise<StaffCategory | undefined> {
  return (await readCategories(db, [id]))[0]
}

/** Those of these categories that are there, in the order of the ids. */
export async function readCategories(db: Db, ids: readonly string[]): Promise<StaffCategory[]> {
  const { rows } = await db.raw<{ rows: CategoryRow[] }>(`${selectCategorySql} WHERE c.id = ANY(?)`, [[...ids]])
  const byId = new Map(rows.map((row) => [row.id, toStaffCategory(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Adds a category, within changeCatalogue(). @throws Refusal `slug_taken` */
export async function addCategory(
  trx: Knex.Transaction,
  actor: Actor,
  { category, translations }: CategoryInput,
): Promise<StaffCategory> {
  const { slug: requestedSlug, version: _, ...input } = category
  const texts: CategoryTranslations = mergeTranslations<CategoryTranslations[number]>(
    languages.map((language) => ({ language, name: '', ...emptyTexts })),
    translations,
  )
  const names = Object.fromEntries(texts.map(({ language, name }) => [language, name]))
  const slug = requestedSlug
    ? await requireFreeSlug(trx, 'categories', requestedSlug)
    : await findFreeSlug(trx, 'categories', makeSlug(names) || 'category')
  const fields = mergeDefined<CategoryFields>({ ...defaultFields, slug }, input)

  const [added] = await trx('categories').insert(toColumns(fields), ['id'])
  await saveTranslations(trx, added.id, texts)
  await audit(trx, actor, { action: 'category.created', id: added.id, after: toAuditFields(fields, texts) })
  return requireCategory(await readCategory(trx, added.id))
}

/** Changes a category, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function updateCategory(
  trx: Knex.Transaction,
  actor: Actor,
  id: string,
  { category, translations }: CategoryInput,
): Promise<StaffCategory> {
  const before = requireCategory(await readCategory(trx, id))
  const { version, ...input } = category
  rejectStaleVersion(version, before.version)
  const after = mergeDefined<StaffCategory>(before, input)
  after.translations = mergeTranslations(before.translations, translations).map((texts) => ({
    ...emptyTexts,
    ...texts,
  }))
  const changes = [toAuditFields(before, before.translations), toAuditFields(after, after.translations)] as const
  if (JSON.stringify(changes[0]) === JSON.stringify(changes[1])) return before

  if (after.slug !== before.slug) await requireFreeSlug(trx, 'categories', after.slug)
  await trx('categories')
    .where({ id })
    .update({ ...toColumns(after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
  await saveTranslations(trx, id, after.translations)
  await audit(trx, actor, { action: 'category.changed', id, before: changes[0], after: changes[1] })
  return requireCategory(await readCategory(trx, id))
}

/** Deletes a category, within changeCatalogue(). @throws Refusal `category_in_use` with the count while it has products */
export async function removeCategory(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const before = requireCategory(await readCategory(trx, id))
  const { productsCount } = before
  // mutation test: category-not-empty
  if (productsCount > 0) throw new Refusal('category_in_use', 'There are products in this category.', { productsCount })
  await trx('categories').where({ id }).delete()
  await audit(trx, actor, { action: 'category.deleted', id, before: toAuditFields(before, before.translations) })
}

function requireCategory(category: StaffCategory | undefined): StaffCategory {
  if (!category) throw new Refusal('not_found', 'Category not found')
  return category
}

function toAuditFields(
  { slug, imageUrl, isActive, sortOrder }: CategoryFields,
  texts: CategoryTranslations,
): Record<string, unknown> {
  return { slug, imageUrl, isActive, sortOrder, ...flattenTranslations(texts) }
}

function toColumns({ slug, imageUrl, isActive, sortOrder }: CategoryFields) {
  return { slug, image_url: imageUrl, is_active: isActive, sort_order: sortOrder }
}

async function saveTranslations(trx: Knex.Transaction, categoryId: string, texts: CategoryTranslations): Promise<void> {
  await trx('category_translations')
    .insert(
      texts.map(({ language, name, description, seoTitle, seoDescription }) => ({
        category_id: categoryId,
        language,
        name,
        description,
        seo_title: seoTitle,
        seo_description: seoDescription,
      })),
    )
    .onConflict(['category_id', 'language'])
    .merge()
}

type CategoryRow = Omit<StaffCategory, 'createdAt' | 'updatedAt' | 'translations'> & {
  createdAt: Date
  updatedAt: Date
  translations: CategoryTranslations | null
}

function toStaffCategory(row: CategoryRow): StaffCategory {
  const texts = row.translations ?? []
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    translations: languages.flatMap((language) => texts.filter((text) => text.language === language)),
  }
}

const selectCategorySql = `
  SELECT c.id, c.slug, c.image_url AS "imageUrl", c.is_active AS "isActive", c.sort_order AS "sortOrder", c.version,
    c.created_at AS "createdAt", c.updated_at AS "updatedAt",
    (SELECT count(*)::int FROM products p WHERE p.category_id = c.id) AS "productsCount",
    (SELECT json_agg(json_build_object('language', t.language, 'name', t.name, 'description', t.description,
       'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
     FROM category_translations t WHERE t.category_id = c.id) AS translations
  FROM categories c
`
