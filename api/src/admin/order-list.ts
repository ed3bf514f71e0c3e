import type { StaffOrderRow } from '@tsedra/contract/admin-orders'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import { readPossibleDuplicates } from '@tsedra/database/possible-duplicates'
import { betweenDays } from './kyiv-days.ts'

/** An omitted condition matches every order. */
export interface OrderFilter {
  status?: OrderStatus | undefined
  /** Days in Kyiv, both included. */
  from?: string | undefined
  to?: string | undefined
  search?: string | undefined
}

interface OrderPage {
  orders: StaffOrderRow[]
  total: number
  pending: number
  next: string | null
  lastEvent: number
  now: string
  possibleDuplicates?: Record<string, string>
}

/** Returns a page of orders, newest first; `before` is the last order of the previous page (keyset pagination). */
export async function readOrderPage(
  db: Db,
  filter: OrderFilter,
  { limit, before }: { limit: number; before?: string | undefined },
): Promise<OrderPage> {
  const [rows, { total, pending, lastEvent, now }] = await Promise.all([
    readRows(db, filter, limit + 1, before),
    readCounts(db, filter),
  ])
  const orders = rows.slice(0, limit).map((row) => ({
    ...row,
    customerName: sanitiseLine(row.customerName),
    customerPhone: sanitiseLine(row.customerPhone),
    createdAt: row.createdAt.toISOString(),
  }))
  const next = rows.length > limit ? (orders.at(-1)?.id ?? null) : null
  const duplicates = await readPossibleDuplicates(
    db,
    orders.map(({ id }) => id),
  )
  return {
    orders,
    total,
    pending,
    next,
    lastEvent: Number(lastEvent),
    now: now.toISOString(),
    ...(duplicates.size > 0 && { possibleDuplicates: Object.fromEntries(duplicates) }),
  }
}

/** Returns the ids of matching orders older than `before`, newest first. */
export async function readOrderIds(db: Db, filter: OrderFilter, limit: number, before?: string): Promise<string[]> {
  return (await readRows(db, filter, limit, before)).map(({ id }) => id)
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

async function readRows(db: Db, filter: OrderFilter, limit: number, before?: string): Promise<Row[]> {
  const { where, bindings } = buildConditions(filter, before)
  const { rows } = await db.raw<{ rows: Row[] }>(
    `SELECT id, customer_name AS "customerName", customer_phone AS "customerPhone", status, created_at AS "createdAt"
     FROM orders ${where} ORDER BY created_at DESC, id DESC LIMIT ?`,
    [...bindings, limit],
  )
  return rows
}

interface Counts {
  total: number
  pending: number
  lastEvent: string
  now: Date
}

const pendingCountSql = `(SELECT count(*)::int FROM orders WHERE status = 'pending') AS pending,
  (SELECT coalesce(max(id), 0) FROM order_events) AS "lastEvent"`

async function readCounts(db: Db, filter: OrderFilter): Promise<Counts> {
  const { where, bindings } = buildConditions(filter)
  const { rows } = await db.raw<{ rows: Counts[] }>(
    `SELECT (SELECT count(*)::int FROM orders ${where}) AS total, ${pendingCountSql}, clock_timestamp() AS now`,
    bindings,
  )
  return rows[0] as Counts // a statement without FROM returns one row
}

function buildConditions({ status, search, ...days }: OrderFilter, before?: string) {
  const parts: [sql: string, bindings: string[]][] = [
    ...(status ? [['status = ?', [status]] as [string, string[]]] : []),
    ...betweenDays('created_at', days),
    // A subquery makes the planner use the full-text index: it would overestimate rare words.
    ...(search ? [['words @@ (SELECT search_query(?))', [toSearchText(search)]] as [string, string[]]] : []),
    // A row comparison is one index lookup for any page (keyset pagination).
    ...(before
      ? [
          ['(created_at, id) < ((SELECT created_at FROM orders WHERE id = ?), ?)', [before, before]] as [
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
