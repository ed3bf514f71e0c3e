import { createHash } from 'node:crypto'
import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { type importProducts, type ProductColumn, productColumns } from '@tsedra/contract/product-table'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import { readPackages } from '@tsedra/database/packages'
import type { Knex } from 'knex'
import * as z from 'zod/mini'
import { Refusal } from '../http/refusal.ts'
import type { Pictures } from '../images/pictures.ts'
import { findColumn, parseTable, type Problem, type ReportProblem, toInput } from './parse-product-table.ts'
import { type CategoryKeys, splitWords } from './product-cells.ts'
import { readCategoryKeys, type TableRow, toTableRow } from './product-table.ts'
import {
  addProduct,
  updateProduct,
  findUnknownDrinks,
  findUnknownPackages,
  mergeProduct,
  buildProduct,
  readProducts,
} from './products.ts'

type ImportResult = ResponseOf<typeof importProducts>

/** One product that the import adds or changes. */
type Change = ImportResult['changes'][number] & {
  /** Undefined for a product that is added. */
  id: string | undefined
  input: ProductInput
}

interface Plan {
  rows: number
  changes: Change[]
  problems: Problem[]
}

/** Maximum number of problems and changes in the response. */
const REPORT_LIMITS = { problems: 100, changes: 500 }

/** Returns what a table would change, with its plan; a dry run. */
export async function planImport(db: Db, pictures: Pictures, csv: string): Promise<ImportResult> {
  return toResult(await buildPlan(db, (address) => pictures.mayStore(address), csv), false)
}

/** Returns the pictures of a table that may be stored, read from the store before the import takes its locks. */
export async function findStorablePictures(db: Db, pictures: Pictures, csv: string): Promise<ReadonlySet<string>> {
  const storable = new Set<string>()
  const collectStorable = async (address: string): Promise<boolean> => {
    if (await pictures.mayStore(address)) storable.add(address)
    return storable.has(address)
  }
  await buildPlan(db, collectStorable, csv)
  return storable
}

/** Applies a table, within changeCatalogue(), unless its plan has changed since. @throws Refusal `changed_meanwhile` */
export async function applyImport(
  trx: Knex.Transaction,
  actor: Actor,
  { csv, plan: planned, storable }: { csv: string; plan: string; storable: ReadonlySet<string> },
): Promise<ImportResult> {
  const currentPlan = await buildPlan(trx, async (address) => storable.has(address), csv)
  const result = toResult(currentPlan, true)
  // mutation test: import-plan-unchanged
  if (result.plan !== planned) throw new Refusal('changed_meanwhile', 'This would change something else by now.')
  for (const { id, input } of currentPlan.changes) {
    await (id ? updateProduct(trx, actor, id, input) : addProduct(trx, actor, input))
  }
  const { rows, created, changed } = result
  await audit(trx, actor, { action: 'products.imported', after: { rows, created, changed } })
  return result
}

function toResult({ rows, changes, problems }: Plan, applied: boolean): ImportResult {
  const created = changes.filter(({ kind }) => kind === 'create').length
  const reportedChanges = changes.map(({ line, slug, name, kind, fields }) => ({ line, slug, name, kind, fields }))
  return {
    applied,
    rows,
    created,
    changed: changes.length - created,
    unchanged: rows - changes.length,
    plan: problems.length > 0 ? null : createHash('sha256').update(JSON.stringify(reportedChanges)).digest('hex'),
    problems: problems.slice(0, REPORT_LIMITS.problems),
    changes: reportedChanges.slice(0, REPORT_LIMITS.changes),
  }
}

async function buildPlan(db: Db, mayStore: Pictures['mayStore'], csv: string): Promise<Plan> {
  const problems: Problem[] = []
  const report: ReportProblem = (line, column, problem, value = '') => {
    problems.push({ line, column, problem, value: value.slice(0, 100) })
  }
  const rows = parseTable(csv, report)
  const categories = await readCategoryKeys(db)
  const drinks = new Set(await db('drinks').pluck<string[]>('slug'))
  const { packages } = await readPackages(db)
  const products = new Map((await readProducts(db)).map((product) => [product.slug, product]))
  const seenSlugs = new Set<string>()
  const changes: Change[] = []
  for (const row of rows) {
    const slug = row.cells.slug ?? ''
    if (slug && seenSlugs.has(slug)) report(row.line, 'slug', 'repeated_slug', slug)
    seenSlugs.add(slug)
    const change = planRow(row, products.get(slug), categories, report)
    if (!change) continue
    for (const drink of findUnknownDrinks(change.input, products.get(slug), drinks)) {
      report(row.line, 'drinks', 'unknown_drink', drink)
    }
    for (const size of findUnknownPackages(change.input, packages)) report(row.line, 'packages', 'invalid', size)
    await reportUnfitPictures(change, mayStore, report)
    changes.push(change)
  }
  return { rows: rows.length, changes, problems }
}

/** Returns the change of one row; undefined when the row is invalid or changes nothing. */
function planRow(
  { line, cells }: { line: number; cells: Partial<TableRow> },
  current: StaffProduct | undefined,
  categories: CategoryKeys,
  report: ReportProblem,
): Change | undefined {
  const { slug = '', category } = cells
  if (category && !categories.ids.has(category)) report(line, 'category', 'unknown_category', category)
  const parsed = z.safeParse(productInput, toInput(cells, current, categories))
  if (!parsed.success) {
    for (const column of new Set(parsed.error.issues.map((issue) => findColumn(issue.path)))) {
      report(line, column, 'invalid', cells[column as ProductColumn] ?? '')
    }
    return undefined
  }
  const before = current && toTableRow(current, current.translations, categories)
  const after = buildRowAfter(parsed.data, current, categories)
  const fields = productColumns
    .filter((column) => after[column] !== (before?.[column] ?? ''))
    .map((column) => ({ column, before: before?.[column] ?? null, after: after[column] }))
  if (current && fields.length === 0) return undefined
  return {
    line,
    slug,
    name: after.name_ua,
    kind: current ? 'change' : 'create',
    fields,
    id: current?.id,
    input: parsed.data,
  }
}

async function reportUnfitPictures(
  { line, fields }: Change,
  mayStore: Pictures['mayStore'],
  report: ReportProblem,
): Promise<void> {
  for (const { column, after: addresses } of fields) {
    if (column !== 'image' && column !== 'gallery') continue
    for (const address of splitWords(addresses)) {
      // mutation test: import-picture-stored
      if (!(await mayStore(address))) report(line, column, 'unfit_picture', address)
    }
  }
}

function buildRowAfter(form: ProductInput, current: StaffProduct | undefined, categories: CategoryKeys): TableRow {
  if (!current) {
    const { fields, texts } = buildProduct(form)
    return toTableRow(fields, texts, categories)
  }
  const after = mergeProduct(current, form)
  return toTableRow(after, after.translations, categories)
}
