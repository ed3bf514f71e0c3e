import * as z from 'zod/mini'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { type Language, languages } from './language.ts'
import { namesOf, type ProductField, productFields, productTextFields } from './product-fields.ts'
import { shortString } from './text.ts'

/** Export and import of the catalogue as CSV: infra/decisions/0027-audit-log-and-edit-conflicts.md. */

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
  /** A quote is not closed, so cells cannot be separated. */
  'not_a_table',
  'unknown_column',
  'repeated_column',
  /** A row has more cells than columns. */
  'too_many_cells',
  /** Two rows have the same slug. */
  'repeated_slug',
  'unknown_category',
  'unknown_drink',
  'unfit_picture',
  /** Not valid in this column: a price, a name, a number, … */
  'invalid',
] as const

/** Maximum number of rows. */
export const MAX_IMPORT_ROWS = 5_000

/** UTF-8 with a byte order mark; an apostrophe in front of a formula keeps spreadsheets from running it. */
export const exportProducts = endpoint({
  route: 'GET /api/admin/products.csv',
  summary: 'All products in the shop’s order, as a table for a spreadsheet.',
  access: 'staff',
  response: z.string(),
  media: 'text/csv',
  errors: staffOnlyErrors,
})

/** Without `plan` a dry run: returns the changes and their plan. */
export const importProducts = endpoint({
  route: 'POST /api/admin/products/import',
  summary: 'Adds and changes products from a table; the slug identifies a row, nothing is deleted.',
  access: 'staff',
  body: z.strictObject({
    /** The CSV text: `;`, `,` or tabs; the first line has the column names. */
    csv: z.string().check(z.maxLength(3_900_000)),
    /** The plan of the dry run, which is applied. `changed_meanwhile` when the changes would now differ. */
    plan: z.optional(shortString(64)),
  }),
  response: z.object({
    applied: z.boolean(),
    rows: z.int(),
    created: z.int(),
    changed: z.int(),
    unchanged: z.int(),
    /** Null while there are problems: the import is all or nothing. */
    plan: z.nullable(z.string()),
    /** The first 100; `line` counts as a spreadsheet does, the header is 1. */
    problems: z.array(
      z.object({ line: z.int(), column: z.nullable(z.string()), problem: z.enum(importProblems), value: z.string() }),
    ),
    /** The first 500. `before` is null for a new product. */
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
