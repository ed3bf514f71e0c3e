import type { getPickingList } from '@tsedra/contract/admin-picking'
import type { ResponseOf } from '@tsedra/contract/endpoint'
import type { Language } from '@tsedra/contract/language'
import { type PackageSize, packageGrams } from '@tsedra/contract/packages'
import type { Db } from '@tsedra/database/connection'
import type { StoredLine } from '@tsedra/database/orders'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import { pickName } from '../orders/price-lines.ts'
import { betweenDays } from './kyiv-days.ts'

interface PickingRow {
  slug: string
  packageSize: PackageSize
  /** Of the newest order: names may have changed between two orders. */
  names: StoredLine['names']
  quantity: number
  orders: number
}

/** Returns what is needed for all confirmed orders of these days in Kyiv. */
export async function readPickingList(
  db: Db,
  days: Parameters<typeof betweenDays>[1],
  language: Language,
): Promise<ResponseOf<typeof getPickingList>> {
  // mutation test: picking-list-confirmed
  const conditions: ReturnType<typeof betweenDays> = [
    ["o.status = 'confirmed'", []],
    ...betweenDays('o.created_at', days),
  ]
  const where = conditions.map(([sql]) => sql).join(' AND ')
  const bindings = conditions.flatMap(([, values]) => values)
  const [{ rows }, counted] = await Promise.all([
    db.raw<{ rows: PickingRow[] }>(
      `SELECT i.product_slug AS slug, i.package_size AS "packageSize", sum(i.quantity)::int AS quantity,
         count(DISTINCT o.id)::int AS orders, (array_agg(i.product_names ORDER BY o.created_at DESC))[1] AS names
       FROM orders o JOIN order_items i ON i.order_id = o.id WHERE ${where} GROUP BY 1, 2`,
      bindings,
    ),
    db.raw<{ rows: { orders: number; now: Date }[] }>(
      `SELECT count(*)::int AS orders, clock_timestamp() AS now FROM orders o WHERE ${where}`,
      bindings,
    ),
  ])
  const { orders, now } = counted.rows[0] as (typeof counted.rows)[number] // an aggregate without groups returns one row
  const bySlugAndSize = (a: PickingRow, b: PickingRow) =>
    a.slug.localeCompare(b.slug) || packageGrams(a.packageSize) - packageGrams(b.packageSize)
  const items = rows.sort(bySlugAndSize).map(({ slug, names, ...item }) => ({
    ...item,
    name: sanitiseLine(pickName(names, slug, language)),
  }))
  return { items, orders, now: now.toISOString() }
}
