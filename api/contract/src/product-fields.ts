import * as z from 'zod/mini'
import {
  countInput,
  packagePricesInput,
  drinksInput,
  longText,
  pictureInput,
  priceInput,
  shortText,
  sortOrderInput,
  titleText,
} from './catalogue-inputs.ts'
import { MAX_PACKAGES } from './package-prices.ts'
import { packageSizes } from './packages.ts'
import { packageInput, packageSize, slug, text } from './text.ts'

/**
 * Defines every field of a product that staff edit, in the order of the CSV columns. Schemas, SQL columns, audit log, CSV,
 * admin table, form and edit conflicts derive from it: infra/decisions/0027-audit-log-and-edit-conflicts.md.
 */

/** Selects the form control, the CSV format and the SQL cast of a field. */
export type FieldKind =
  | 'slug'
  | 'category'
  | 'price'
  | 'flag'
  | 'integer'
  | 'count'
  | 'packages'
  | 'packagePrices'
  | 'picture'
  | 'gallery'
  | 'drinks'

export interface CatalogueField {
  kind: FieldKind
  /** Name of the column in SQL. */
  column: string
  /** Name of the column in CSV. */
  csvColumn: string
  /** Schema in `POST` and `PUT`. */
  input: z.ZodMiniType
  /** Schema in responses. */
  stored: z.ZodMiniType
  /** Value of a new product whose request omits the field. */
  initial: unknown
  /** In the admin table: a column of its own, only data of the row, or nothing. */
  table: 'column' | 'data' | 'none'
}

export const productFields = {
  slug: {
    kind: 'slug',
    column: 'slug',
    csvColumn: 'slug',
    input: z.optional(slug),
    stored: z.string(),
    initial: '',
    table: 'data',
  },
  categoryId: {
    kind: 'category',
    column: 'category_id',
    csvColumn: 'category',
    input: z.optional(z.nullable(z.uuid())),
    stored: z.nullable(z.uuid()),
    initial: null,
    table: 'column',
  },
  price: {
    kind: 'price',
    column: 'price',
    csvColumn: 'price',
    input: priceInput,
    stored: z.string(),
    initial: '',
    table: 'column',
  },
  isActive: {
    kind: 'flag',
    column: 'is_active',
    csvColumn: 'active',
    input: z.optional(z.boolean()),
    stored: z.boolean(),
    initial: true,
    table: 'column',
  },
  isFeatured: {
    kind: 'flag',
    column: 'is_featured',
    csvColumn: 'featured',
    input: z.optional(z.boolean()),
    stored: z.boolean(),
    initial: false,
    table: 'column',
  },
  sortOrder: {
    kind: 'integer',
    column: 'sort_order',
    csvColumn: 'sort_order',
    input: z.optional(sortOrderInput),
    stored: z.int(),
    initial: 0,
    table: 'data',
  },
  availablePackages: {
    kind: 'packages',
    column: 'packages',
    csvColumn: 'packages',
    input: z.optional(z.array(packageInput).check(z.minLength(1), z.maxLength(MAX_PACKAGES))),
    stored: z.array(packageSize),
    initial: packageSizes,
    table: 'none',
  },
  packagePrices: {
    kind: 'packagePrices',
    column: 'package_prices',
    csvColumn: 'package_prices',
    input: z.optional(packagePricesInput),
    stored: z.record(packageSize, z.string()),
    initial: {},
    table: 'none',
  },
  imageUrl: {
    kind: 'picture',
    column: 'image_url',
    csvColumn: 'image',
    input: z.optional(z.nullable(pictureInput)),
    stored: z.nullable(z.string()),
    initial: null,
    table: 'data',
  },
  galleryImages: {
    kind: 'gallery',
    column: 'gallery_images',
    csvColumn: 'gallery',
    input: z.optional(z.array(pictureInput).check(z.maxLength(10))),
    stored: z.array(z.string()),
    initial: [],
    table: 'none',
  },
  slicesPer50g: {
    kind: 'count',
    column: 'slices_per_50g',
    csvColumn: 'slices_per_50g',
    input: z.optional(z.nullable(countInput)),
    stored: z.nullable(z.int()),
    initial: null,
    table: 'none',
  },
  drinks: {
    kind: 'drinks',
    column: 'drinks',
    csvColumn: 'drinks',
    input: z.optional(drinksInput),
    stored: z.array(z.string()),
    initial: [],
    table: 'none',
  },
} as const satisfies Record<string, CatalogueField>
export type ProductField = keyof typeof productFields

const { slug: slugField, isActive, sortOrder, imageUrl } = productFields
export const categoryFields = { slug: slugField, imageUrl, isActive, sortOrder } as const
export const drinkFields = { slug: slugField, isActive, sortOrder } as const

/** A text that exists once per language; CSV names it by its column in SQL: `short_description_ua`. */
interface TextField {
  column: string
  input: z.ZodMiniType
  stored: z.ZodMiniType
}

const nullableText = z.nullable(z.string())

export const productTextFields = {
  name: { column: 'name', input: text(255, { min: 1 }), stored: z.string() },
  shortDescription: { column: 'short_description', input: shortText, stored: nullableText },
  description: { column: 'description', input: longText, stored: nullableText },
  seoTitle: { column: 'seo_title', input: titleText, stored: nullableText },
  seoDescription: { column: 'seo_description', input: shortText, stored: nullableText },
} as const satisfies Record<string, TextField>

const { shortDescription: _, ...categoryTexts } = productTextFields
export const categoryTextFields = categoryTexts
export const drinkTextFields = {
  name: productTextFields.name,
  reason: { column: 'reason', input: shortText, stored: nullableText },
} as const satisfies Record<string, TextField>

/** Returns the keys of a definition with their type. */
export const namesOf = <Fields extends object>(fields: Fields) => Object.keys(fields) as (keyof Fields & string)[]

/** Returns one schema per field, for `z.object`. */
export const shapeOf = <Part extends 'input' | 'stored', Fields extends Record<string, Record<Part, z.ZodMiniType>>>(
  fields: Fields,
  part: Part,
) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, field[part]])) as {
    -readonly [Name in keyof Fields]: Fields[Name][Part]
  }
