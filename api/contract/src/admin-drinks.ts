import * as z from 'zod/mini'
import {
  changedResponse,
  doneResponse,
  everyLanguageMeta,
  everyLanguageOnce,
  idParams,
  orderBody,
  pageQuery,
  version,
} from './admin-catalogue.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { languages } from './language.ts'
import { drinkFields, drinkTextFields, shapeOf } from './product-fields.ts'
import { languageInput } from './text.ts'

/** Endpoints of the drinks that products go with: infra/decisions/0041-drinks-and-synonyms.md. */

export const staffDrinkSorts = ['default', 'name', '-name', 'status', '-status'] as const
export type StaffDrinkSort = (typeof staffDrinkSorts)[number]

/** In a change an omitted field stays; null or an empty text removes it. */
export const drinkInput = z.strictObject({
  drink: z.strictObject({ ...shapeOf(drinkFields, 'input'), version }),
  translations: z
    .array(z.strictObject({ language: languageInput, ...shapeOf(drinkTextFields, 'input') }))
    .check(everyLanguageOnce, everyLanguageMeta),
})
export type DrinkInput = z.output<typeof drinkInput>

export const staffDrink = z.object({
  id: z.uuid(),
  ...shapeOf(drinkFields, 'stored'),
  version: z.int(),
  /** Active and inactive products that go with the drink. */
  productsCount: z.int(),
  createdAt: z.iso.datetime(),
  updatedAt: z.iso.datetime(),
  /** In the order ua, ru, en. */
  translations: z.array(z.object({ language: z.enum(languages), ...shapeOf(drinkTextFields, 'stored') })),
})
export type StaffDrink = z.infer<typeof staffDrink>

const saveErrors = [...staffOnlyErrors, 'changed_meanwhile', 'slug_taken'] as const

export const listStaffDrinks = endpoint({
  route: 'GET /api/admin/drinks',
  summary: 'All drinks, inactive ones too: searched, sorted, paged.',
  access: 'staff',
  query: z.strictObject({ ...pageQuery, sort: z.optional(z.enum(staffDrinkSorts)) }),
  response: z.object({ drinks: z.array(staffDrink), total: z.int() }),
  errors: staffOnlyErrors,
})

export const getStaffDrink = endpoint({
  route: 'GET /api/admin/drinks/:id',
  summary: 'One drink with everything that can be changed.',
  access: 'staff',
  params: idParams,
  response: staffDrink,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const createDrink = endpoint({
  route: 'POST /api/admin/drinks',
  summary: 'Adds a drink; its slug comes from the English name unless one is given.',
  access: 'staff',
  body: drinkInput,
  status: [201],
  response: staffDrink,
  errors: saveErrors,
})

export const changeDrink = endpoint({
  route: 'PUT /api/admin/drinks/:id',
  summary: 'Changes a drink and its texts; a new slug replaces the former one in products.',
  access: 'staff',
  params: idParams,
  body: drinkInput,
  response: staffDrink,
  errors: [...saveErrors, 'not_found'],
})

export const deleteDrink = endpoint({
  route: 'DELETE /api/admin/drinks/:id',
  summary: 'Deletes a drink and removes it from products.',
  access: 'admin',
  params: idParams,
  response: doneResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const sortDrinks = endpoint({
  route: 'PUT /api/admin/drinks/order',
  summary: 'Distributes the positions of these drinks in the shop’s sort order in the given order.',
  access: 'staff',
  body: orderBody,
  extraChecks: ['body.ids'],
  response: changedResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})
