import type { CategoryInput, StaffCategory } from '@tsedra/contract/admin-catalogue'
import { categoryFields, categoryTextFields } from '@tsedra/contract/product-fields'
import type { Actor } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { Refusal } from '../http/refusal.ts'
import { createEntityStore } from './translated-entities.ts'

const categories = createEntityStore<StaffCategory>({
  name: 'category',
  table: 'categories',
  fields: categoryFields,
  textFields: categoryTextFields,
  isProductSql: 'p.category_id = e.id',
})

export const { readMany: readCategories, require: requireCategory } = categories

/** Adds a category, within changeCatalogue(). @throws Refusal `slug_taken` */
export async function addCategory(
  trx: Knex.Transaction,
  actor: Actor,
  { category, translations }: CategoryInput,
): Promise<StaffCategory> {
  const { version: _, ...fields } = category
  return categories.add(trx, actor, { fields, translations })
}

/** Changes a category, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function updateCategory(
  trx: Knex.Transaction,
  actor: Actor,
  id: string,
  { category: { version, ...fields }, translations }: CategoryInput,
): Promise<StaffCategory> {
  return (await categories.update(trx, actor, id, { fields, translations, version })).after
}

/** Deletes a category, within changeCatalogue(). @throws Refusal `category_in_use` with the count while it has products */
export async function removeCategory(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const category = await categories.require(trx, id)
  const { productsCount } = category
  // mutation test: category-not-empty
  if (productsCount > 0) throw new Refusal('category_in_use', 'There are products in this category.', { productsCount })
  await categories.remove(trx, actor, category)
}
