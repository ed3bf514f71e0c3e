import type { CategoryInput, StaffCategory } from '@tsedra/contract/admin-catalogue'
import { languages } from '@tsedra/contract/language'
import { categoryFields, categoryTextFields } from '@tsedra/contract/product-fields'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
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
import { mergeDefined, mergeTranslations, rejectStaleVersion, requireFreeSlug } from './catalogue-entries.ts'
import { findFreeSlug, makeSlug } from './slug.ts'

type CategoryFields = Pick<StaffCategory, keyof typeof categoryFields>
type CategoryTranslations = StaffCategory['translations']

export async function readCategory(db: Db, id: string): Promise<StaffCategory | undefined> {
  return (await readCategories(db, [id]))[0]
}

/** Returns the categories that exist among these, in the order of the ids. */
export async function readCategories(db: Db, ids: readonly string[]): Promise<StaffCategory[]> {
  const { rows } = await db.raw<{ rows: CategoryRow[] }>(`${selectCategorySql} WHERE c.id = ANY(?)`, [[...ids]])
  const byId = new Map(rows.map((row) => [row.id, toEntity(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Adds a category, within changeCatalogue(). @throws Refusal `slug_taken` */
export async function addCategory(
  trx: Knex.Transaction,
  actor: Actor,
  { category, translations }: CategoryInput,
): Promise<StaffCategory> {
  const { slug: requestedSlug, version: _, ...input } = category
  const blank = emptyTexts(categoryTextFields)
  const texts = mergeTranslations(
    languages.map((language) => ({ ...blank, language }) as CategoryTranslations[number]),
    translations,
  )
  const names = Object.fromEntries(texts.map(({ language, name }) => [language, name]))
  const slug = requestedSlug
    ? await requireFreeSlug(trx, 'categories', requestedSlug)
    : await findFreeSlug(trx, 'categories', makeSlug(names) || 'category')
  const fields = mergeDefined({ ...(initialValues(categoryFields) as CategoryFields), slug }, input)

  const [added] = await trx('categories').insert(toColumns(categoryFields, fields), ['id'])
  await saveTranslations(trx, added.id, texts)
  await audit(trx, actor, { action: 'category.created', id: added.id, after: auditFieldsOf(fields, texts) })
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
  const blank = emptyTexts(categoryTextFields)
  after.translations = mergeTranslations(before.translations, translations).map((texts) => ({ ...blank, ...texts }))
  const changes = [auditFieldsOf(before, before.translations), auditFieldsOf(after, after.translations)] as const
  if (JSON.stringify(changes[0]) === JSON.stringify(changes[1])) return before

  if (after.slug !== before.slug) await requireFreeSlug(trx, 'categories', after.slug)
  await trx('categories')
    .where({ id })
    .update({ ...toColumns(categoryFields, after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
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
  await audit(trx, actor, { action: 'category.deleted', id, before: auditFieldsOf(before, before.translations) })
}

function requireCategory(category: StaffCategory | undefined): StaffCategory {
  if (!category) throw new Refusal('not_found', 'Category not found')
  return category
}

const auditFieldsOf = (fields: CategoryFields, texts: CategoryTranslations): Record<string, unknown> =>
  toAuditFields(categoryFields, fields, texts)

async function saveTranslations(trx: Knex.Transaction, categoryId: string, texts: CategoryTranslations): Promise<void> {
  await trx('category_translations')
    .insert(
      texts.map((text) => ({
        category_id: categoryId,
        language: text.language,
        ...toColumns(categoryTextFields, text),
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

const selectCategorySql = `
  SELECT c.id, ${selectListSql(categoryFields, 'c')}, c.version,
    c.created_at AS "createdAt", c.updated_at AS "updatedAt",
    (SELECT count(*)::int FROM products p WHERE p.category_id = c.id) AS "productsCount",
    ${translationsSql(categoryTextFields, 'category_translations', 't.category_id = c.id')} AS translations
  FROM categories c
`
