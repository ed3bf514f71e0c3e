import * as z from 'zod/mini'
import { stock } from './catalogue.ts'
import { priceInput } from './catalogue-inputs.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { languages } from './language.ts'
import {
  categoryFields,
  categoryTextFields,
  namesOf,
  type ProductField,
  productFields,
  productTextFields,
  shapeOf,
} from './product-fields.ts'
import { languageInput, queryInteger, text } from './text.ts'

/** Endpoints of the catalogue administration: infra/decisions/0027-audit-log-and-edit-conflicts.md. */

const language = z.enum(languages)
const name = z.object({ language, name: z.string() })
const ids = z.array(z.uuid()).check(z.minLength(1), z.maxLength(500))
export const idParams = z.strictObject({ id: z.uuid() })
const dateTime = z.iso.datetime()

export const staffProductSorts = [
  'default',
  'name',
  '-name',
  'category',
  '-category',
  'price',
  '-price',
  'status',
  '-status',
  'newest',
  'changed',
] as const
export type StaffProductSort = (typeof staffProductSorts)[number]
export const staffCategorySorts = ['default', 'name', '-name', 'status', '-status', 'newest', 'changed'] as const
export type StaffCategorySort = (typeof staffCategorySorts)[number]

export const pageQuery = {
  /** Language of the interface; names are sorted in it. */
  lang: z.optional(languageInput),
  /** Part of a name in any language, or of a slug. */
  search: z.optional(text(100)),
  status: z.optional(z.enum(['active', 'inactive'])),
  limit: z.optional(queryInteger(1, 100)),
  offset: z.optional(queryInteger(0, 1_000_000)),
}

/** The version that the client has read; `changed_meanwhile` when it is stale. Omitted, the last write wins. */
export const version = z.optional(z.int())

export const everyLanguageOnce = z.refine<{ language: string }[]>(
  (translations) =>
    translations.length === languages.length &&
    new Set(translations.map((translation) => translation.language)).size === languages.length,
  'each of ua, ru, en once',
)
export const everyLanguageMeta = z.meta({
  minItems: languages.length,
  maxItems: languages.length,
  allOf: ['^\\s*[Uu][AaKk]', '^\\s*[Rr][Uu]', '^\\s*[Ee][Nn]'].map((pattern) => ({
    contains: { properties: { language: { pattern } } },
  })),
})

/** In a change an omitted field stays; null or an empty text removes it. */
export const productInput = z.strictObject({
  product: z.strictObject({ ...shapeOf(productFields, 'input'), version }),
  translations: z
    .array(z.strictObject({ language: languageInput, ...shapeOf(productTextFields, 'input') }))
    .check(everyLanguageOnce, everyLanguageMeta),
})
export type ProductInput = z.output<typeof productInput>

export const categoryInput = z.strictObject({
  category: z.strictObject({ ...shapeOf(categoryFields, 'input'), version }),
  translations: z
    .array(z.strictObject({ language: languageInput, ...shapeOf(categoryTextFields, 'input') }))
    .check(everyLanguageOnce, everyLanguageMeta),
})
export type CategoryInput = z.output<typeof categoryInput>

export const staffProduct = z.object({
  id: z.uuid(),
  ...shapeOf(productFields, 'stored'),
  likesCount: z.int(),
  version: z.int(),
  createdAt: dateTime,
  updatedAt: dateTime,
  /** In the order ua, ru, en; old products may lack some. */
  translations: z.array(z.object({ language, ...shapeOf(productTextFields, 'stored') })),
})
export type StaffProduct = z.infer<typeof staffProduct>

/** Fields that are not in the admin table. */
const unlistedFields = Object.fromEntries(
  namesOf(productFields).flatMap((name) => (productFields[name].table === 'none' ? [[name, true]] : [])),
) as { [Name in ProductField as (typeof productFields)[Name]['table'] extends 'none' ? Name : never]: true }

export const staffProductRow = z.extend(z.omit(staffProduct, { translations: true, ...unlistedFields }), {
  /** The requested language first, then en, ua, ru: the first is the one to show. */
  translations: z.array(name),
  category: z.nullable(z.object({ id: z.uuid(), slug: z.string(), translations: z.array(name) })),
  /** The release before these fields sends none. */
  availablePackages: z.optional(productFields.availablePackages.stored),
  /** Packages that are not in stock; their days may have passed. */
  stock: z.optional(stock),
})
export type StaffProductRow = z.infer<typeof staffProductRow>

export const staffCategory = z.object({
  id: z.uuid(),
  ...shapeOf(categoryFields, 'stored'),
  version: z.int(),
  /** Active and inactive products in the category. */
  productsCount: z.int(),
  createdAt: dateTime,
  updatedAt: dateTime,
  translations: z.array(z.object({ language, ...shapeOf(categoryTextFields, 'stored') })),
})
export type StaffCategory = z.infer<typeof staffCategory>

const pictureErrors = ['picture_unfit', 'busy'] as const
const saveErrors = [...staffOnlyErrors, 'changed_meanwhile', 'slug_taken', ...pictureErrors] as const
export const doneResponse = z.object({ done: z.literal(true) })
export const changedResponse = z.object({ changed: z.int() })
/** Large enough for the whole catalogue. */
export const orderBody = z.strictObject({
  ids: z.array(z.uuid()).check(z.minLength(1), z.maxLength(5_000), z.meta({ uniqueItems: true })),
})
const pricesBody = z.strictObject({
  prices: z
    .array(z.strictObject({ id: z.uuid(), version: z.int(), price: priceInput }))
    .check(z.minLength(1), z.maxLength(500)),
})
export type ProductPrices = z.output<typeof pricesBody>
const statusBody = z.strictObject({ ids, isActive: z.boolean() })

export const listStaffProducts = endpoint({
  route: 'GET /api/admin/products',
  summary: 'All products, inactive ones too: searched, sorted, paged.',
  access: 'staff',
  query: z.strictObject({
    ...pageQuery,
    categoryId: z.optional(z.uuid()),
    sort: z.optional(z.enum(staffProductSorts)),
  }),
  response: z.object({ products: z.array(staffProductRow), total: z.int() }),
  errors: staffOnlyErrors,
})

export const getStaffProduct = endpoint({
  route: 'GET /api/admin/products/:id',
  summary: 'One product with everything that can be changed.',
  access: 'staff',
  params: idParams,
  response: staffProduct,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const createProduct = endpoint({
  route: 'POST /api/admin/products',
  summary: 'Adds a product; its slug comes from the English name unless one is given.',
  access: 'staff',
  body: productInput,
  status: [201],
  extraChecks: ['body.product.categoryId', 'body.product.drinks', 'body.product.availablePackages'],
  response: staffProduct,
  errors: saveErrors,
})

export const changeProduct = endpoint({
  route: 'PUT /api/admin/products/:id',
  summary: 'Changes a product and its texts.',
  access: 'staff',
  params: idParams,
  body: productInput,
  extraChecks: ['body.product.categoryId', 'body.product.drinks', 'body.product.availablePackages'],
  response: staffProduct,
  errors: [...saveErrors, 'not_found'],
})

export const deleteProduct = endpoint({
  route: 'DELETE /api/admin/products/:id',
  summary: 'Deletes a product; orders keep their items.',
  access: 'admin',
  params: idParams,
  response: doneResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const sortProducts = endpoint({
  route: 'PUT /api/admin/products/order',
  summary: 'Distributes the positions of these products in the shop’s sort order in the given order.',
  access: 'staff',
  body: orderBody,
  extraChecks: ['body.ids'],
  response: changedResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const setProductsActive = endpoint({
  route: 'POST /api/admin/products/status',
  summary: 'Shows products or hides them.',
  access: 'staff',
  body: statusBody,
  response: changedResponse,
  errors: staffOnlyErrors,
})

/** `changed_meanwhile` has the `ids` of the products that have a newer version in its details. */
export const setProductPrices = endpoint({
  route: 'PUT /api/admin/products/prices',
  summary: 'Sets the prices of several products, all or none.',
  access: 'staff',
  body: pricesBody,
  extraChecks: ['body.prices'],
  response: changedResponse,
  errors: [...staffOnlyErrors, 'not_found', 'changed_meanwhile'],
})

export const listStaffCategories = endpoint({
  route: 'GET /api/admin/categories',
  summary: 'All categories, inactive ones too: searched, sorted, paged.',
  access: 'staff',
  query: z.strictObject({
    ...pageQuery,
    sort: z.optional(z.enum(staffCategorySorts)),
  }),
  response: z.object({ categories: z.array(staffCategory), total: z.int() }),
  errors: staffOnlyErrors,
})

export const getStaffCategory = endpoint({
  route: 'GET /api/admin/categories/:id',
  summary: 'One category with everything that can be changed.',
  access: 'staff',
  params: idParams,
  response: staffCategory,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const createCategory = endpoint({
  route: 'POST /api/admin/categories',
  summary: 'Adds a category; its slug comes from the English name unless one is given.',
  access: 'staff',
  body: categoryInput,
  status: [201],
  response: staffCategory,
  errors: saveErrors,
})

export const changeCategory = endpoint({
  route: 'PUT /api/admin/categories/:id',
  summary: 'Changes a category and its texts.',
  access: 'staff',
  params: idParams,
  body: categoryInput,
  response: staffCategory,
  errors: [...saveErrors, 'not_found'],
})

/** `category_in_use` has the number of products in `details.productsCount`. */
export const deleteCategory = endpoint({
  route: 'DELETE /api/admin/categories/:id',
  summary: 'Deletes a category without products.',
  access: 'admin',
  params: idParams,
  response: doneResponse,
  errors: [...staffOnlyErrors, 'not_found', 'category_in_use'],
})

export const sortCategories = endpoint({
  route: 'PUT /api/admin/categories/order',
  summary: 'Distributes the positions of these categories in the shop’s sort order in the given order.',
  access: 'staff',
  body: orderBody,
  extraChecks: ['body.ids'],
  response: changedResponse,
  errors: [...staffOnlyErrors, 'not_found'],
})

export const setCategoriesActive = endpoint({
  route: 'POST /api/admin/categories/status',
  summary: 'Shows categories with their products or hides them.',
  access: 'staff',
  body: statusBody,
  response: changedResponse,
  errors: staffOnlyErrors,
})
