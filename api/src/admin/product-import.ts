import { createHash } from 'node:crypto'
import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import { languages } from '@tsedra/contract/language'
import {
  type importProducts,
  MAX_IMPORT_ROWS,
  type ProductColumn,
  productColumns,
  textColumn,
} from '@tsedra/contract/product-table'
import { type Actor, audit } from '@tsedra/database/audit'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import * as z from 'zod/mini'
import { Refusal } from '../http/refusal.ts'
import type { Pictures } from '../images/pictures.ts'
import { parseCsv } from './csv.ts'
import { type TableRow, readCategorySlugs, toTableRow } from './product-table.ts'
import { addProduct, updateProduct, mergeProduct, buildProduct, readProducts } from './products.ts'

type ImportResult = ResponseOf<typeof importProducts>
type Problem = ImportResult['problems'][number]

/** One product that is added or changed. */
type Change = ImportResult['changes'][number] & {
  /** None yet of what is added. */
  id: string | undefined
  form: ProductInput
}

interface Plan {
  rows: number
  changes: Change[]
  problems: Problem[]
}

/** Told of a long table at most. */
const REPORT_LIMITS = { problems: 100, changes: 500 }

/** What a table would change, and the plan that does it. Changes nothing. */
export async function planImport(db: Db, pictures: Pictures, csv: string): Promise<ImportResult> {
  return toResult(await buildPlan(db, (address) => pictures.mayStore(address), csv), false)
}

/** Those of the pictures in a table that may be stored: the store is asked before anything is held. */
export async function findStorablePictures(db: Db, pictures: Pictures, csv: string): Promise<ReadonlySet<string>> {
  const storable = new Set<string>()
  const collectStorable = async (address: string): Promise<boolean> => {
    if (await pictures.mayStore(address)) storable.add(address)
    return storable.has(address)
  }
  await buildPlan(db, collectStorable, csv)
  return storable
}

/** Does it, within changeCatalogue(), when it still is what was planned. @throws Refusal `changed_meanwhile` */
export async function applyImport(
  trx: Knex.Transaction,
  actor: Actor,
  { csv, plan: planned, storable }: { csv: string; plan: string; storable: ReadonlySet<string> },
): Promise<ImportResult> {
  const currentPlan = await buildPlan(trx, async (address) => storable.has(address), csv)
  const result = toResult(currentPlan, true)
  // mutation test: import-plan-unchanged
  if (result.plan !== planned) throw new Refusal('changed_meanwhile', 'This would change something else by now.')
  for (const { id, form } of currentPlan.changes) {
    await (id ? updateProduct(trx, actor, id, form) : addProduct(trx, actor, form))
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
  const report = (line: number, column: string | null, problem: Problem['problem'], value = ''): void => {
    problems.push({ line, column, problem, value: value.slice(0, 100) })
  }
  const table = parseTable(csv, report)
  const categories = await readCategorySlugs(db)
  const categoryIds = new Map([...categories].map(([id, slug]) => [slug, id]))
  const products = new Map((await readProducts(db)).map((product) => [product.slug, product]))
  const seenSlugs = new Set<string>()
  const changes: Change[] = []
  for (const { line, cells } of table) {
    const slug = cells.slug ?? ''
    if (slug && seenSlugs.has(slug)) report(line, 'slug', 'repeated_slug', slug)
    seenSlugs.add(slug)
    const current = products.get(slug)
    const category = cells.category
    if (category && !categoryIds.has(category)) report(line, 'category', 'unknown_category', category)
    const parsed = z.safeParse(productInput, toForm(cells, current, categoryIds))
    if (!parsed.success) {
      for (const column of new Set(parsed.error.issues.map((issue) => findColumn(issue.path)))) {
        report(line, column, 'invalid', cells[column as ProductColumn] ?? '')
      }
      continue
    }
    const before = current && toTableRow(current, current.translations, categories)
    const after = buildRowAfter(parsed.data, current, categories)
    const fields = productColumns.flatMap((column) =>
      after[column] === (before?.[column] ?? '')
        ? []
        : [{ column, before: before?.[column] ?? null, after: after[column] }],
    )
    if (current && fields.length === 0) continue
    for (const { column, after: addresses } of fields) {
      if (column !== 'image' && column !== 'gallery') continue
      for (const address of splitWords(addresses)) {
        // mutation test: import-picture-stored
        if (!(await mayStore(address))) report(line, column, 'unfit_picture', address)
      }
    }
    const kind = current ? ('change' as const) : ('create' as const)
    changes.push({ line, slug, name: after.name_ua, kind, fields, id: current?.id, form: parsed.data })
  }
  return { rows: table.length, changes, problems }
}

function buildRowAfter(
  form: ProductInput,
  current: StaffProduct | undefined,
  categories: ReadonlyMap<string, string>,
): TableRow {
  if (!current) {
    const { fields: facts, texts } = buildProduct(form)
    return toTableRow(facts, texts, categories)
  }
  const after = mergeProduct(current, form)
  return toTableRow(after, after.translations, categories)
}

type Report = (line: number, column: string | null, problem: Problem['problem'], value?: string) => void

/** The rows below the head; blank ones are passed over. */
function parseTable(csv: string, report: Report): { line: number; cells: Partial<TableRow> }[] {
  let lines: string[][]
  try {
    lines = parseCsv(csv)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    report(1, null, 'not_a_table')
    return []
  }
  const head = (lines[0] ?? []).map((name) => name.trim().toLowerCase())
  for (const [index, name] of head.entries()) {
    if (!isColumn(name)) report(1, name, 'unknown_column', name)
    else if (head.indexOf(name) !== index) report(1, name, 'repeated_column', name)
  }
  if (lines.length > MAX_IMPORT_ROWS + 1) report(MAX_IMPORT_ROWS + 2, null, 'not_a_table', String(lines.length - 1))
  return lines.slice(1, MAX_IMPORT_ROWS + 1).flatMap((line, index) => {
    if (line.every((cell) => cell.trim() === '')) return []
    if (line.length > head.length) report(index + 2, null, 'too_many_cells', line[head.length])
    const cells = Object.fromEntries(
      head.flatMap((name, column) =>
        line[column] === undefined || !isColumn(name) ? [] : [[name, line[column].trim().replaceAll('\r\n', '\n')]],
      ),
    )
    return [{ line: index + 2, cells }]
  })
}

const isColumn = (name: string): name is ProductColumn => (productColumns as readonly string[]).includes(name)
const splitWords = (cell: string): string[] => cell.split(/\s+/).filter(Boolean)

/** What the form would send for this row; the contract's schema says whether it fits. */
function toForm(cells: Partial<TableRow>, current: StaffProduct | undefined, categories: ReadonlyMap<string, string>) {
  const { slug, category, price, active, featured, sort_order: sortOrder, packages, image, gallery } = cells
  return {
    product: {
      ...(slug && { slug }),
      ...(category !== undefined && { categoryId: categories.get(category) ?? null }),
      price: price ?? current?.price ?? '',
      ...(active && { isActive: parseBoolean(active) }),
      ...(featured && { isFeatured: parseBoolean(featured) }),
      ...(sortOrder && { sortOrder: /^-?\d+$/.test(sortOrder) ? Number(sortOrder) : sortOrder }),
      ...(packages && { availablePackages: splitWords(packages.replaceAll(/[,|]/g, ' ')) }),
      ...(image !== undefined && { imageUrl: image || null }),
      ...(gallery !== undefined && { galleryImages: splitWords(gallery) }),
    },
    translations: languages.map((language) => ({
      language,
      name:
        cells[textColumn('name', language)] ??
        current?.translations.find((translation) => translation.language === language)?.name,
      ...optionalField('shortDescription', cells[textColumn('short_description', language)]),
      ...optionalField('description', cells[textColumn('description', language)]),
      ...optionalField('seoTitle', cells[textColumn('seo_title', language)]),
      ...optionalField('seoDescription', cells[textColumn('seo_description', language)]),
    })),
  }
}

const optionalField = (field: string, text: string | undefined) => (text === undefined ? {} : { [field]: text })

const yes = ['1', '+', 'true', 'yes', 'так', 'да']
const no = ['0', '-', 'false', 'no', 'ні', 'нет']

/** Yes or no as people write it; anything else stays what it is, and fits nothing. */
function parseBoolean(cell: string): boolean | string {
  const word = cell.toLowerCase()
  return yes.includes(word) || (no.includes(word) ? false : cell)
}

const columns: Record<string, ProductColumn | 'name' | 'short_description' | 'seo_title' | 'seo_description'> = {
  categoryId: 'category',
  isActive: 'active',
  isFeatured: 'featured',
  sortOrder: 'sort_order',
  availablePackages: 'packages',
  imageUrl: 'image',
  galleryImages: 'gallery',
  shortDescription: 'short_description',
  seoTitle: 'seo_title',
  seoDescription: 'seo_description',
}

/** The column that a field of the form comes from. */
function findColumn([part, ...rest]: readonly PropertyKey[]): string | null {
  const field = String(part === 'translations' ? rest[1] : rest[0])
  const column = columns[field] ?? field
  return part === 'translations' ? `${column}_${languages[Number(rest[0])]}` : column
}
