import { createHash } from 'node:crypto'
import { type ProductInput, productInput, type StaffProduct } from '@tsedra/contract/admin-catalogue'
import type { ReplyOf } from '@tsedra/contract/endpoint'
import { languages } from '@tsedra/contract/language'
import {
  type importProducts,
  MAX_ROWS,
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
import { type Row, readCategorySlugs, rowOf } from './product-table.ts'
import { addProduct, alterProduct, changedProduct, newProduct, readProducts } from './products.ts'

type Outcome = ReplyOf<typeof importProducts>
type Problem = Outcome['problems'][number]

/** One product that is added or changed. */
type Change = Outcome['changes'][number] & {
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
const SHOWN = { problems: 100, changes: 500 }

/** What a table would change, and the plan that does it. Changes nothing. */
export async function planImport(db: Db, pictures: Pictures, csv: string): Promise<Outcome> {
  return outcomeOf(await plan(db, (address) => pictures.mayStore(address), csv), false)
}

/** Those of the pictures in a table that may be stored: the store is asked before anything is held. */
export async function storablePictures(db: Db, pictures: Pictures, csv: string): Promise<ReadonlySet<string>> {
  const storable = new Set<string>()
  const ask = async (address: string): Promise<boolean> => {
    if (await pictures.mayStore(address)) storable.add(address)
    return storable.has(address)
  }
  await plan(db, ask, csv)
  return storable
}

/** Does it, within changeCatalogue(), when it still is what was planned. @throws Refusal `changed_meanwhile` */
export async function applyImport(
  trx: Knex.Transaction,
  who: Actor,
  { csv, plan: planned, storable }: { csv: string; plan: string; storable: ReadonlySet<string> },
): Promise<Outcome> {
  const made = await plan(trx, async (address) => storable.has(address), csv)
  const outcome = outcomeOf(made, true)
  // mutation test: import-plan-unchanged
  if (outcome.plan !== planned) throw new Refusal('changed_meanwhile', 'This would change something else by now.')
  for (const { id, form } of made.changes) {
    await (id ? alterProduct(trx, who, id, form) : addProduct(trx, who, form))
  }
  const { rows, created, changed } = outcome
  await audit(trx, who, { action: 'products.imported', after: { rows, created, changed } })
  return outcome
}

function outcomeOf({ rows, changes, problems }: Plan, applied: boolean): Outcome {
  const created = changes.filter(({ kind }) => kind === 'create').length
  const told = changes.map(({ line, slug, name, kind, fields }) => ({ line, slug, name, kind, fields }))
  return {
    applied,
    rows,
    created,
    changed: changes.length - created,
    unchanged: rows - changes.length,
    plan: problems.length > 0 ? null : createHash('sha256').update(JSON.stringify(told)).digest('hex'),
    problems: problems.slice(0, SHOWN.problems),
    changes: told.slice(0, SHOWN.changes),
  }
}

async function plan(db: Db, mayStore: Pictures['mayStore'], csv: string): Promise<Plan> {
  const problems: Problem[] = []
  const report = (line: number, column: string | null, problem: Problem['problem'], value = ''): void => {
    problems.push({ line, column, problem, value: value.slice(0, 100) })
  }
  const table = tableOf(csv, report)
  const categories = await readCategorySlugs(db)
  const categoryIds = new Map([...categories].map(([id, slug]) => [slug, id]))
  const products = new Map((await readProducts(db)).map((product) => [product.slug, product]))
  const seen = new Set<string>()
  const changes: Change[] = []
  for (const { line, cells } of table) {
    const slug = cells.slug ?? ''
    if (slug && seen.has(slug)) report(line, 'slug', 'repeated_slug', slug)
    seen.add(slug)
    const current = products.get(slug)
    const category = cells.category
    if (category && !categoryIds.has(category)) report(line, 'category', 'unknown_category', category)
    const parsed = z.safeParse(productInput, formOf(cells, current, categoryIds))
    if (!parsed.success) {
      for (const column of new Set(parsed.error.issues.map((issue) => columnOf(issue.path)))) {
        report(line, column, 'invalid', cells[column as ProductColumn] ?? '')
      }
      continue
    }
    const before = current && rowOf(current, current.translations, categories)
    const after = rowAfter(parsed.data, current, categories)
    const fields = productColumns.flatMap((column) =>
      after[column] === (before?.[column] ?? '')
        ? []
        : [{ column, before: before?.[column] ?? null, after: after[column] }],
    )
    if (current && fields.length === 0) continue
    for (const { column, after: addresses } of fields) {
      if (column !== 'image' && column !== 'gallery') continue
      for (const address of wordsOf(addresses)) {
        // mutation test: import-picture-stored
        if (!(await mayStore(address))) report(line, column, 'unfit_picture', address)
      }
    }
    const kind = current ? ('change' as const) : ('create' as const)
    changes.push({ line, slug, name: after.name_ua, kind, fields, id: current?.id, form: parsed.data })
  }
  return { rows: table.length, changes, problems }
}

function rowAfter(form: ProductInput, current: StaffProduct | undefined, categories: ReadonlyMap<string, string>): Row {
  if (!current) {
    const { facts, texts } = newProduct(form)
    return rowOf(facts, texts, categories)
  }
  const after = changedProduct(current, form)
  return rowOf(after, after.translations, categories)
}

type Report = (line: number, column: string | null, problem: Problem['problem'], value?: string) => void

/** The rows below the head; blank ones are passed over. */
function tableOf(csv: string, report: Report): { line: number; cells: Partial<Row> }[] {
  let lines: string[][]
  try {
    lines = parseCsv(csv)
  } catch (error) {
    if (!(error instanceof RangeError)) throw error
    report(1, null, 'not_a_table')
    return []
  }
  const head = (lines[0] ?? []).map((name) => name.trim().toLowerCase())
  for (const [place, name] of head.entries()) {
    if (!isColumn(name)) report(1, name, 'unknown_column', name)
    else if (head.indexOf(name) !== place) report(1, name, 'repeated_column', name)
  }
  if (lines.length > MAX_ROWS + 1) report(MAX_ROWS + 2, null, 'not_a_table', String(lines.length - 1))
  return lines.slice(1, MAX_ROWS + 1).flatMap((line, place) => {
    if (line.every((cell) => cell.trim() === '')) return []
    if (line.length > head.length) report(place + 2, null, 'too_many_cells', line[head.length])
    const cells = Object.fromEntries(
      head.flatMap((name, at) =>
        line[at] === undefined || !isColumn(name) ? [] : [[name, line[at].trim().replaceAll('\r\n', '\n')]],
      ),
    )
    return [{ line: place + 2, cells }]
  })
}

const isColumn = (name: string): name is ProductColumn => (productColumns as readonly string[]).includes(name)
const wordsOf = (cell: string): string[] => cell.split(/\s+/).filter(Boolean)

/** What the form would send for this row; the contract's schema says whether it fits. */
function formOf(cells: Partial<Row>, current: StaffProduct | undefined, categories: ReadonlyMap<string, string>) {
  const { slug, category, price, active, featured, sort_order: sortOrder, packages, image, gallery } = cells
  return {
    product: {
      ...(slug && { slug }),
      ...(category !== undefined && { categoryId: categories.get(category) ?? null }),
      price: price ?? current?.price ?? '',
      ...(active && { isActive: truth(active) }),
      ...(featured && { isFeatured: truth(featured) }),
      ...(sortOrder && { sortOrder: /^-?\d+$/.test(sortOrder) ? Number(sortOrder) : sortOrder }),
      ...(packages && { availablePackages: wordsOf(packages.replaceAll(/[,|]/g, ' ')) }),
      ...(image !== undefined && { imageUrl: image || null }),
      ...(gallery !== undefined && { galleryImages: wordsOf(gallery) }),
    },
    translations: languages.map((language) => ({
      language,
      name:
        cells[textColumn('name', language)] ?? current?.translations.find((each) => each.language === language)?.name,
      ...said('shortDescription', cells[textColumn('short_description', language)]),
      ...said('description', cells[textColumn('description', language)]),
      ...said('seoTitle', cells[textColumn('seo_title', language)]),
      ...said('seoDescription', cells[textColumn('seo_description', language)]),
    })),
  }
}

const said = (field: string, text: string | undefined) => (text === undefined ? {} : { [field]: text })

const yes = ['1', '+', 'true', 'yes', 'так', 'да']
const no = ['0', '-', 'false', 'no', 'ні', 'нет']

/** Yes or no as people write it; anything else stays what it is, and fits nothing. */
function truth(cell: string): boolean | string {
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
function columnOf([part, ...rest]: readonly PropertyKey[]): string | null {
  const field = String(part === 'translations' ? rest[1] : rest[0])
  const column = columns[field] ?? field
  return part === 'translations' ? `${column}_${languages[Number(rest[0])]}` : column
}
