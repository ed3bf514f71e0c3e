import type { CustomerFigures } from '@tsedra/contract/admin-figures'
import type { Db } from '@tsedra/database/connection'
import { type FigurePeriod, placedIn } from './figure-period.ts'

interface CustomerRow {
  newCustomers: number
  newOrders: number
  returningCustomers: number
  returningOrders: number
  erasedOrders: number
}

/**
 * Returns the number of new and of returning customers, by phone number, without cancelled orders. Retention replaces the
 * phone of an old order by an empty text: its customer is unknown.
 */
export async function readCustomerFigures(db: Db, period: FigurePeriod): Promise<CustomerFigures> {
  const placed = placedIn('created_at', period)
  const { rows } = await db.raw<{ rows: CustomerRow[] }>(
    `WITH customers AS (
       SELECT customer_phone AS phone, count(*) AS orders FROM orders
       WHERE ${placed.sql} AND status <> 'cancelled' GROUP BY customer_phone
     ), earlier AS (
       SELECT DISTINCT o.customer_phone AS phone FROM orders o JOIN customers c ON c.phone = o.customer_phone
       WHERE o.created_at < ?::timestamp AT TIME ZONE 'Europe/Kyiv' AND o.status <> 'cancelled' AND o.customer_phone <> ''
     )
     SELECT ${['new', 'returning'].map(countGroup).join(', ')},
       (coalesce(sum(orders) FILTER (WHERE c.phone = ''), 0))::int AS "erasedOrders"
     FROM customers c LEFT JOIN earlier e ON e.phone = c.phone`,
    [...placed.bindings, period.from],
  )
  const row = rows[0] as CustomerRow // an aggregate without GROUP BY returns one row
  return {
    new: { customers: row.newCustomers, orders: row.newOrders },
    returning: { customers: row.returningCustomers, orders: row.returningOrders },
    erasedOrders: row.erasedOrders,
  }
}

function countGroup(group: string): string {
  const condition = `c.phone <> '' AND e.phone IS ${group === 'new' ? '' : 'NOT '}NULL`
  return `(count(*) FILTER (WHERE ${condition}))::int AS "${group}Customers",
    (coalesce(sum(orders) FILTER (WHERE ${condition}), 0))::int AS "${group}Orders"`
}
