import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { type Language, languages } from './language.ts'
import { namesOf, type ProductField, productFields, productTextFields } from './product-fields.ts'
import { shortString } from './text.ts'

/** The catalogue as a table: infra/decisions/0027-audit-log-and-edit-conflicts.md. */

type CsvColumn = (typeof productFields)[ProductField]['csvColumn']
type TextColumn = (typeof productTextFields)[keyof typeof productTextFields]['column']
export type ProductColumn = CsvColumn | `${TextColumn}_${Language}`

/** Returns the CSV column of a text in one language: `name_ua`. */
export const textColumn = (field: keyof typeof productTextFields, language: Language): ProductColumn =>
  `${productTextFields[field].column}_${language}`

/** Columns of the table, in its order; each text has one per language. */
export const productColumns: readonly ProductColumn[] = [
  ...namesOf(productFields).map((field) => productFields[field].csvColumn),
  ...languages.flatMap((language) => namesOf(productTextFields).map((field) => textColumn(field, language))),
]

export const importProblems = [
  /** A quote is never closed: the rest of the table cannot be told apart. */
  'not_a_table',
  'unknown_column',
  'repeated_column',
  /** There are more cells than columns. */
  'too_many_cells',
  /** Two rows are about the same product. */
  'repeated_slug',
  'unknown_category',
  'unfit_picture',
  /** It does not fit the column: a price, a name, a number, … */
  'invalid',
] as const

/** Rows of a table at most. */
export const MAX_IMPORT_ROWS = 5_000

/** UTF-8 with a byte order mark; cells that a spreadsheet would run have an apostrophe in front. */
export const exportProducts = endpoint({
  route: 'GET /api/admin/products.csv',
  summary: 'All products in the shop’s order, as a table for a spreadsheet.',
  access: 'staff',
  response: z.string(),
  media: 'text/csv',
  errors: staffOnlyErrors,
})

/** Without `plan` nothing is changed: what would be is answered, with the plan that does it. */
export const importProducts = endpoint({
  route: 'POST /api/admin/products/import',
  summary: 'Adds and changes products from a table; rows are known by their slug, nothing is deleted.',
  access: 'staff',
  body: z.strictObject({
    /** The table as text: `;`, `,` or tabs, the first line says which columns there are. */
    csv: z.string().check(z.maxLength(3_900_000)),
    /** The one that was answered: what it names is done. `changed_meanwhile` when it would be something else by now. */
    plan: z.optional(shortString(64)),
  }),
  response: z.object({
    applied: z.boolean(),
    rows: z.int(),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Null while there are problems: all rows are right, or none is taken. */
    plan: z.nullable(z.string()),
    /** The first 100; `line` counts rows as a spreadsheet does, the head is 1. */
    problems: z.array(
      z.object({ line: z.int(), column: z.nullable(z.string()), problem: z.enum(importProblems), value: z.string() }),
    ),
    /** The first 500. `before` is null in what is new. */
    changes: z.array(
      z.object({
        line: z.int(),
        slug: z.string(),
        name: z.string(),
        kind: z.enum(['create', 'change']),
        fields: z.array(
          z.object({ column: z.enum(productColumns), before: z.nullable(z.string()), after: z.string() }),
        ),
      }),
    ),
  }),
  errors: [...staffOnlyErrors, 'changed_meanwhile', 'busy'],
})
