import type { StaffProduct } from '@tsedra/contract/admin-catalogue'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { languages } from '@tsedra/contract/language'
import { namesOf, productFields, productTextFields } from '@tsedra/contract/product-fields'
import {
  type importProducts,
  MAX_IMPORT_ROWS,
  type ProductColumn,
  productColumns,
  textColumn,
} from '@tsedra/contract/product-table'
import { parseCsv } from './csv.ts'
import { type CategoryKeys, cellFormats } from './product-cells.ts'
import type { TableRow } from './product-table.ts'

export type Problem = ResponseOf<typeof importProducts>['problems'][number]
export type ReportProblem = (line: number, column: string | null, problem: Problem['problem'], value?: string) => void
type Cells = Partial<TableRow>

/** Returns the rows below the header with their cells by column; blank rows are skipped. */
export function parseTable(csv: string, report: ReportProblem): { line: number; cells: Cells }[] {
  const lines = parseLines(csv, report)
  const header = (lines[0] ?? []).map((name) => name.trim().toLowerCase())
  for (const [index, name] of header.entries()) {
    if (!isColumn(name)) report(1, name, 'unknown_column', name)
    else if (header.indexOf(name) !== index) report(1, name, 'repeated_column', name)
  }
  if (lines.length > MAX_IMPORT_ROWS + 1) report(MAX_IMPORT_ROWS + 2, null, 'not_a_table', String(lines.length - 1))
  return lines.slice(1, MAX_IMPORT_ROWS + 1).flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return []
    if (line.length > header.length) report(index + 2, null, 'too_many_cells', line[header.length])
    const cells = header.flatMap((name, column) =>
      line[column] === undefined || !isColumn(name) ? [] : [[name, line[column].trim().replaceAll('\r\n', '\n')]],
    )
    return [{ line: index + 2, cells: Object.fromEntries(cells) as Cells }]
  })
}

function parseLines(csv: string, report: ReportProblem): string[][] {
  try {
    return parseCsv(csv)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    report(1, null, 'not_a_table')
    return []
  }
}

const isColumn = (name: string): name is ProductColumn => (productColumns as readonly string[]).includes(name)

/** Returns the request that the form would send for this row; the contract's schema validates it. */
export function toInput(cells: Cells, current: StaffProduct | undefined, categories: CategoryKeys) {
  const fields = namesOf(productFields).flatMap((name) => {
    const { kind, csvColumn } = productFields[name]
    const cell = cells[csvColumn]
    const value = cell === undefined ? undefined : cellFormats[kind].parse(cell, categories)
    return value === undefined ? [] : [[name, value] as const]
  })
  return {
    // A request always has a price.
    product: { price: current?.price ?? '', ...Object.fromEntries(fields) },
    translations: languages.map((language) => {
      const texts = namesOf(productTextFields).flatMap((name) => {
        const text = cells[textColumn(name, language)]
        return text === undefined ? [] : [[name, text] as const]
      })
      const translation = current?.translations.find((candidate) => candidate.language === language)
      return { language, name: translation?.name, ...Object.fromEntries(texts) }
    }),
  }
}

const columnByField: Readonly<Record<string, string>> = Object.fromEntries([
  ...Object.entries(productFields).map(([name, { csvColumn }]) => [name, csvColumn]),
  ...Object.entries(productTextFields).map(([name, { column }]) => [name, column]),
])

/** Returns the column of a field, for a path of the schema: `['translations', 0, 'seoTitle']` is `seo_title_ua`. */
export function findColumn([part, ...rest]: readonly PropertyKey[]): string | null {
  const field = String(part === 'translations' ? rest[1] : rest[0])
  const column = columnByField[field] ?? field
  return part === 'translations' ? `${column}_${languages[Number(rest[0])]}` : column
}
