import type { StaffOrderRow, StaffOrderSummary, staffOrderSorts } from '@tsedra/contract/admin-orders'
import type { Language } from '@tsedra/contract/language'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { promiseHoursSql } from '@tsedra/database/orders'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { betweenDays } from './kyiv-days.ts'
import { readSummaries } from './order-summaries.ts'

/** An omitted condition matches every order. */
export interface OrderFilter {
  status?: OrderStatus | undefined
  /** Pending orders whose deadline has passed. */
  late?: 'true' | undefined
  /** Days in Kyiv, both included. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

type OrderSort = (typeof staffOrderSorts)[number]

interface OrderPage {
  orders: StaffOrderRow[]
  summaries: Record<string, StaffOrderSummary>
  total: number
  pending: number
  late: number
  next: string | null
  lastEvent: number
  now: string
  possibleDuplicates?: Record<string, string>
}

interface PageRequest {
  limit: number
  /** The last order of the previous page (keyset pagination). */
  before?: string | undefined
  sort?: OrderSort | undefined
  language: Language
}

/** Returns a page of orders, newest first unless sorted by deadline. */
export async function readOrderPage(
  db: Db,
  filter: OrderFilter,
  { limit, before, sort, language }: PageRequest,
): Promise<OrderPage> {
  const [rows, { total, pending, late, lastEvent, now }] = await Promise.all([
    readRows(db, filter, { limit: limit + 1, before, sort }),
    readCounts(db, filter),
  ])
  const orders = rows.slice(0, limit).map(({ hasBackorder, ...row }) => ({
    ...row,
    ...(hasBackorder && { hasBackorder }),
    customerName: sanitiseLine(row.customerName),
    customerPhone: sanitiseLine(row.customerPhone),
    createdAt: row.createdAt.toISOString(),
  }))
  const next = rows.length > limit ? (orders.at(-1)?.id ?? null) : null
  const ids = orders.map(({ id }) => id)
  const [duplicates, summaries] = await Promise.all([readPossibleDuplicates(db, ids), readSummaries(db, ids, language)])
  return {
    orders,
    summaries,
    total,
    pending,
    late,
    next,
    lastEvent: Number(lastEvent),
    now: now.toISOString(),
    ...(duplicates.size > 0 && { possibleDuplicates: Object.fromEntries(duplicates) }),
  }
}

/** Returns the ids of matching orders older than `before`, newest first. */
export async function readOrderIds(db: Db, filter: OrderFilter, limit: number, before?: string): Promise<string[]> {
  return (await readRows(db, filter, { limit, before })).map(({ id }) => id)
}

export async function countOrders(db: Db, filter: OrderFilter): Promise<number> {
  return (await readCounts(db, filter)).total
}

export async function countPending(db: Db): Promise<{ pending: number; lastEvent: number }> {
  const { rows } = await db.raw<{ rows: Pick<Counts, 'pending' | 'lastEvent'>[] }>(`SELECT ${pendingCountSql}`)
  const { pending, lastEvent } = rows[0] as Counts // a statement without FROM returns one row
  return { pending, lastEvent: Number(lastEvent) }
}

type Row = Omit<StaffOrderRow, 'createdAt'> & { createdAt: Date }

async function readRows(
  db: Db,
  filter: OrderFilter,
  { limit, before, sort }: Omit<PageRequest, 'language'>,
): Promise<Row[]> {
  // mutation test: order-sort-by-deadline
  const isOldestFirst = sort === 'deadline'
  const { where, bindings } = buildConditions(filter, before, isOldestFirst ? '>' : '<')
  const direction = isOldestFirst ? 'ASC' : 'DESC'
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT id, customer_name AS "customerName", customer_phone AS "customerPhone", status, created_at AS "createdAt",
       EXISTS (SELECT FROM order_items i WHERE i.order_id = orders.id AND i.is_backorder) AS "hasBackorder"
     FROM orders ${where} ORDER BY created_at ${direction}, id ${direction} LIMIT ?`,
    [...bindings, limit],
  )
  return rows
}

interface Counts {
  total: number
  pending: number
  late: number
  lastEvent: string
  now: Date
}

/** The deadline of every order is equally long after its creation: an index on the creation serves it. */
// mutation test: late-orders-pending
const lateSql = `status = 'pending' AND created_at < now() - make_interval(hours => ${promiseHoursSql})`

const pendingCountSql = `(SELECT count(*)::int FROM orders WHERE status = 'pending') AS pending,
  (SELECT coalesce(max(id), 0) FROM order_events) AS "lastEvent"`

async function readCounts(db: Db, filter: OrderFilter): Promise<Counts> {
  const { where, bindings } = buildConditions(filter)
  const { rows } = await db.raw<{ rows: Counts[] }>(
    `SELECT (SELECT count(*)::int FROM orders ${where}) AS total, ${pendingCountSql},
       (SELECT count(*)::int FROM orders WHERE ${lateSql}) AS late, clock_timestamp() AS now`,
    bindings,
  )
  return rows[0] as Counts // a statement without FROM returns one row
}

function buildConditions({ status, late, search, ...days }: OrderFilter, before?: string, follows: '<' | '>' = '<') {
  const parts: [sql: string, bindings: string[]][] = [
    ...(status ? [['status = ?', [status]] as [string, string[]]] : []),
    ...(late ? [[lateSql, []] as [string, string[]]] : []),
    ...betweenDays('created_at', days),
    // A subquery makes the planner use the full-text index: it would overestimate rare words.
    ...(search ? [['words @@ (SELECT search_query(?))', [toSearchText(search)]] as [string, string[]]] : []),
    // A row comparison is one index lookup for any page (keyset pagination).
    ...(before
      ? [
          [`(created_at, id) ${follows} ((SELECT created_at FROM orders WHERE id = ?), ?)`, [before, before]] as [
            string,
            string[],
          ],
        ]
      : []),
  ]
  const where = parts.length > 0 ? `WHERE ${parts.map(([sql]) => sql).join(' AND ')}` : ''
  return { where, bindings: parts.flatMap(([, values]) => values) }
}

/** Reduces a phone in any spelling to its digits. */
function toSearchText(search: string): string {
  return /^[\d\s()+-]+$/.test(search) ? search.replace(/\D/g, '') : search
}
