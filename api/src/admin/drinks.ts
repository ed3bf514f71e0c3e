import type { DrinkInput, StaffDrink } from '@tsedra/contract/admin-drinks'
import { drinkFields, drinkTextFields } from '@tsedra/contract/product-fields'
import type { Actor } from '@tsedra/database/audit'
import type { Knex } from 'knex'
import { replaceDrinkInProducts } from './drinks-of-products.ts'
import { createEntityStore } from './translated-entities.ts'

const drinks = createEntityStore<StaffDrink>({
  name: 'drink',
  table: 'drinks',
  fields: drinkFields,
  textFields: drinkTextFields,
  isProductSql: 'e.slug = ANY(p.drinks)',
})

export const { readMany: readDrinks, require: requireDrink } = drinks

/** Adds a drink, within changeCatalogue(). @throws Refusal `slug_taken` */
export async function addDrink(
  trx: Knex.Transaction,
  actor: Actor,
  { drink, translations }: DrinkInput,
): Promise<StaffDrink> {
  const { version: _, ...fields } = drink
  return drinks.add(trx, actor, { fields, translations })
}

/** Changes a drink, within changeCatalogue(). @throws Refusal also `not_found`, `changed_meanwhile` */
export async function updateDrink(
  trx: Knex.Transaction,
  actor: Actor,
  id: string,
  { drink: { version, ...fields }, translations }: DrinkInput,
): Promise<StaffDrink> {
  const { before, after } = await drinks.update(trx, actor, id, { fields, translations, version })
  if (after.slug !== before.slug) await replaceDrinkInProducts(trx, actor, before.slug, after.slug)
  return drinks.require(trx, id)
}

/** Deletes a drink and removes it from products, within changeCatalogue(). */
export async function removeDrink(trx: Knex.Transaction, actor: Actor, id: string): Promise<void> {
  const drink = await drinks.require(trx, id)
  await drinks.remove(trx, actor, drink)
  await replaceDrinkInProducts(trx, actor, drink.slug, undefined)
}
