import type { CategoryInput, StaffCategory } from '@tsedra/contract/admin-catalogue'
import { languages } from '@tsedra/contract/language'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { merge, mergeTexts, ownSlug, refuseStale, textsByField } from './shelf.ts'
import { freeSlug, slugOf } from './slug.ts'

type Facts = Pick<StaffCategory, 'slug' | 'imageUrl' | 'isActive' | 'sortOrder'>
type Texts = StaffCategory['translations']

const fresh: Omit<Facts, 'slug'> = { imageUrl: null, isActive: true, sortOrder: 0 }
const noTexts = { description: null, seoTitle: null, seoDescription: null }

export async function readCategory(db: Db, id: string): Promise<StaffCategory | undefined> {
  return (await readCategories(db, [id]))[0]
}

/** Those of these categories that are there, in the order of the ids. */
export async function readCategories(db: Db, ids: readonly string[]): Promise<StaffCategory[]> {
  const { rows } = await db.raw<{ rows: CategoryRow[] }>(`${wholeCategory} WHERE c.id = ANY(?)`, [[...ids]])
  const byId = new Map(rows.map((row) => [row.id, categoryOf(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Adds a category, within changeCatalogue(). @throws Refusal `slug_taken` */
export async function addCategory(
  trx: Knex.Transaction,
  who: Actor,
  { category, translations }: CategoryInput,
): Promise<StaffCategory> {
  const { slug: asked, version: _, ...given } = category
  const texts: Texts = mergeTexts<Texts[number]>(
    languages.map((language) => ({ language, name: '', ...noTexts })),
    translations,
  )
  const names = Object.fromEntries(texts.map(({ language, name }) => [language, name]))
  const slug = asked
    ? await ownSlug(trx, 'categories', asked)
    : await freeSlug(trx, 'categories', slugOf(names) || 'category')
  const facts = merge<Facts>({ ...fresh, slug }, given)

  const [added] = await trx('categories').insert(columnsOf(facts), ['id'])
  await saveTexts(trx, added.id, texts)
  await audit(trx, who, { action: 'category.created', id: added.id, after: said(facts, texts) })
  return present(await readCategory(trx, added.id))
}

/** Changes a category, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function alterCategory(
  trx: Knex.Transaction,
  who: Actor,
  id: string,
  { category, translations }: CategoryInput,
): Promise<StaffCategory> {
  const before = present(await readCategory(trx, id))
  const { version, ...given } = category
  refuseStale(version, before.version)
  const after = merge<StaffCategory>(before, given)
  after.translations = mergeTexts(before.translations, translations).map((texts) => ({ ...noTexts, ...texts }))
  const changes = [said(before, before.translations), said(after, after.translations)] as const
  if (JSON.stringify(changes[0]) === JSON.stringify(changes[1])) return before

  if (after.slug !== before.slug) await ownSlug(trx, 'categories', after.slug)
  await trx('categories')
    .where({ id })
    .update({ ...columnsOf(after), version: trx.raw('version + 1'), updated_at: trx.fn.now() })
  await saveTexts(trx, id, after.translations)
  await audit(trx, who, { action: 'category.changed', id, before: changes[0], after: changes[1] })
  return present(await readCategory(trx, id))
}

/** Deletes a category, within changeCatalogue(). @throws Refusal `category_in_use` with the count while it has products */
export async function removeCategory(trx: Knex.Transaction, who: Actor, id: string): Promise<void> {
  const before = present(await readCategory(trx, id))
  const { productsCount } = before
  // mutation test: category-not-empty
  if (productsCount > 0) throw new Refusal('category_in_use', 'There are products in this category.', { productsCount })
  await trx('categories').where({ id }).delete()
  await audit(trx, who, { action: 'category.deleted', id, before: said(before, before.translations) })
}

function present(found: StaffCategory | undefined): StaffCategory {
  if (!found) throw new Refusal('not_found', 'Category not found')
  return found
}

function said({ slug, imageUrl, isActive, sortOrder }: Facts, texts: Texts): Record<string, unknown> {
  return { slug, imageUrl, isActive, sortOrder, ...textsByField(texts) }
}

function columnsOf({ slug, imageUrl, isActive, sortOrder }: Facts) {
  return { slug, image_url: imageUrl, is_active: isActive, sort_order: sortOrder }
}

async function saveTexts(trx: Knex.Transaction, categoryId: string, texts: Texts): Promise<void> {
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
  translations: Texts | null
}

function categoryOf(row: CategoryRow): StaffCategory {
  const texts = row.translations ?? []
  return {
    ...row,
    createdAt: row.createdAt.toISOString(),
    updatedAt: row.updatedAt.toISOString(),
    translations: languages.flatMap((language) => texts.filter((each) => each.language === language)),
  }
}

const wholeCategory = `
  SELECT c.id, c.slug, c.image_url AS "imageUrl", c.is_active AS "isActive", c.sort_order AS "sortOrder", c.version,
    c.created_at AS "createdAt", c.updated_at AS "updatedAt",
    (SELECT count(*)::int FROM products p WHERE p.category_id = c.id) AS "productsCount",
    (SELECT json_agg(json_build_object('language', t.language, 'name', t.name, 'description', t.description,
       'seoTitle', t.seo_title, 'seoDescription', t.seo_description))
     FROM category_translations t WHERE t.category_id = c.id) AS translations
  FROM categories c
`
