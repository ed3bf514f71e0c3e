import { MAX_TOP_PRODUCTS, type ProductFigures } from '@tsedra/contract/admin-figures'
import type { Language } from '@tsedra/contract/language'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import { pickName } from '../../orders/price-lines.ts'
import { type FigurePeriod, placedIn } from './figure-period.ts'

interface Sold {
  /** A sum of integers is a bigint, which the driver returns as text. */
  quantity: string
  revenue: string
}
type SoldRow = Sold &
  (
    | { slug: string; names: Partial<Record<Language, string>>; size: null }
    | { slug: null; names: null; size: PackageSize }
  )

/** Returns the products and package sizes with the most revenue, by the frozen lines of orders that are not cancelled. */
export async function readProductFigures(db: Db, period: FigurePeriod, language: Language): Promise<ProductFigures> {
  const rows = await readSold(db, period)
  return {
    products: rows.flatMap((row) =>
      row.slug === null
        ? []
        : [{ slug: row.slug, name: sanitiseLine(pickName(row.names, row.slug, language)), ...parseSold(row) }],
    ),
    packages: rows.flatMap((row) => (row.size === null ? [] : [{ packageSize: row.size, ...parseSold(row) }])),
  }
}

const parseSold = ({ quantity, revenue }: Sold) => ({ quantity: Number(quantity), revenue })

async function readSold(db: Db, period: FigurePeriod): Promise<SoldRow[]> {
  const placed = placedIn('o.created_at', period)
  const { rows } = await db.raw<{ rows: SoldRow[] }>(
    `WITH sold AS MATERIALIZED (
       SELECT i.product_slug AS slug, i.package_size AS size, any_value(i.product_names) AS names,
         sum(i.quantity) AS quantity, sum(i.unit_price * i.quantity) AS revenue
       FROM orders o JOIN order_items i ON i.order_id = o.id
       WHERE ${placed.sql} AND o.status <> 'cancelled' GROUP BY i.product_slug, i.package_size
     )
     (SELECT slug, any_value(names) AS names, NULL AS size, sum(quantity)::bigint AS quantity, sum(revenue) AS revenue
      FROM sold GROUP BY slug ORDER BY sum(revenue) DESC, slug LIMIT ?)
     UNION ALL
     (SELECT NULL, NULL, size, sum(quantity)::bigint, sum(revenue) FROM sold GROUP BY size ORDER BY sum(revenue) DESC, size)`,
    [...placed.bindings, MAX_TOP_PRODUCTS],
  )
  return rows
}
