import type { FigureStep, OrderFigures } from '@tsedra/contract/admin-figures'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import type { OrderStatus } from '@tsedra/contract/orders'
import type { Db } from '@tsedra/database/connection'
import { type FigurePeriod, listSteps, placedIn } from './figure-period.ts'

interface GroupRow {
  start: string
  status: OrderStatus
  orders: number
  /** Kopiykas; a bigint, which the driver returns as text. */
  total: string
}

/** Returns orders and revenue by day or week in Kyiv, and orders by status. */
export async function readOrderFigures(db: Db, period: FigurePeriod, step: FigureStep): Promise<OrderFigures> {
  const groups = await readGroups(db, period, step)
  const statuses: OrderFigures['statuses'] = { pending: 0, confirmed: 0, completed: 0, cancelled: 0 }
  for (const { status, orders } of groups) statuses[status] += orders
  const byStart = Map.groupBy(groups, ({ start }) => start)
  return {
    steps: listSteps(period, step).map((start) => summariseStep(start, byStart.get(start) ?? [])),
    statuses,
    revenue: sumRevenue(groups),
  }
}

async function readGroups(db: Db, period: FigurePeriod, step: FigureStep): Promise<GroupRow[]> {
  const placed = placedIn('created_at', period)
  const { rows } = await db.raw<{ rows: GroupRow[] }>(
    // mutation test: figure-days-in-kyiv
    `SELECT start::text, status, count(*)::int AS orders, (coalesce(sum(total_amount), 0) * 100)::bigint AS total
     FROM (
       SELECT date_trunc(?, created_at AT TIME ZONE 'Europe/Kyiv')::date AS start, status, total_amount
       FROM orders WHERE ${placed.sql}
     ) placed GROUP BY start, status`,
    [step, ...placed.bindings],
  )
  return rows
}

function summariseStep(start: string, groups: readonly GroupRow[]): OrderFigures['steps'][number] {
  const count = (rows: readonly GroupRow[]) => rows.reduce((sum, { orders }) => sum + orders, 0)
  return {
    start,
    orders: count(groups),
    cancelled: count(groups.filter(({ status }) => status === 'cancelled')),
    revenue: sumRevenue(groups),
  }
}

function sumRevenue(groups: readonly GroupRow[]): string {
  // mutation test: cancelled-order-no-revenue
  const paid = groups.filter(({ status }) => status !== 'cancelled')
  return kopiykasToDecimal(paid.reduce((sum, { total }) => sum + Number(total), 0))
}
