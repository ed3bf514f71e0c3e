import type { Db } from '@tsedra/database/connection'
import { promiseHoursSql } from '@tsedra/database/orders'
import { packagesSql } from '@tsedra/database/packages'
import { refusesOrdersSql, stockSql } from '@tsedra/database/stock'
import { runPrepared } from '@tsedra/database/prepared-statement'
import type { OrderLimits } from './order-limits.ts'
import { DUPLICATE_WINDOW, type KnownOutcome, networkColumns } from './order-store.ts'
import type { CurrentProduct } from './price-lines.ts'

/** Everything that decides on a request, from one snapshot. */
export interface OrderSituation {
  known: KnownOutcome | null
  /** An order with the same content within the duplicate window. */
  twin: string | null
  /** Seconds until the sender's address, or the phone, may order again; null when it may now. */
  addressWaitS: number | null
  /** For a guest, and for a signed-in customer. */
  phoneWaitS: number | null
  customerPhoneWaitS: number | null
  shopIsFlooded: boolean
  /** Staff have confirmed or completed an order of this phone. */
  phoneIsKnown: boolean
  /** Within how many hours staff answer. */
  promiseHours: number
  products: CurrentProduct[] | null
  /** Package sizes of the shop, as stored. */
  packages: unknown
  /** Orders of packages that are not in stock are refused, not taken as backorders. */
  refusesOutOfStock: boolean
}

interface NetworkInFlight {
  /** Keyed (order-limits.ts). */
  hash: Buffer
  /** Multiple of the limit of a single address. */
  factor: number
  /** In-flight ids from this network: counted although they have no row yet. */
  ahead: string[]
}

export interface SituationQuery {
  id: string
  contentHash: Buffer | null
  /** Networks of the sender, the narrowest first. */
  networks: NetworkInFlight[]
  phone: string
  productIds: string[]
  /** In-flight ids of the same phone: counted although they have no row yet. */
  phoneAhead: string[]
}

/**
 * Returns the SQL of products in their present state, as JSON; each id is a binding. Postgres expects ten elements in an
 * array that is one binding, so the plan for any values would always cost more than planning again for these.
 */
export const currentProductsSql = (count: number): string => `
  (SELECT json_agg(json_build_object('id', p.id, 'slug', p.slug, 'price', p.price::text,
       'availablePackages', p.packages, 'packagePrices', p.package_prices, 'stock', ${stockSql}, 'sold', p.is_active AND coalesce(c.is_active, true),
       'names', coalesce((SELECT json_object_agg(t.language, t.name) FROM product_translations t
                          WHERE t.product_id = p.id), '{}')))
     FROM products p LEFT JOIN categories c ON c.id = p.category_id WHERE p.id = ANY(ARRAY[${Array(count).fill('?').join()}]::uuid[]))`

/** Equals no stored hash. Null would do the same, but with it Postgres prefers to plan the statement again each time. */
const noHash = Buffer.alloc(0)

/** Reads everything in one statement: one round trip, one snapshot. */
export async function readSituation(db: Db, query: SituationQuery, limits: OrderLimits): Promise<OrderSituation> {
  const count = query.productIds.length
  const [row] = await runPrepared<OrderSituation>(db, `order-situation-${count}`, () => situationSql(count), [
    query.id,
    query.contentHash ?? noHash,
    ...networkColumns.flatMap((_, width) => {
      // An IPv4 address has no wider networks.
      // mutation test: order-limit-wide-networks
      const { hash, factor, ahead } = query.networks[width] ?? { hash: noHash, factor: 1, ahead: [] }
      const bindLimit = (limit: number) => [hash, ahead, rowsBeforeLimit(limit * factor, ahead)]
      return [...bindLimit(limits.perAddress10Min), ...bindLimit(limits.perAddressDay)]
    }),
    query.phone,
    query.phoneAhead,
    rowsBeforeLimit(limits.perPhoneHour, query.phoneAhead),
    query.phone,
    query.phoneAhead,
    rowsBeforeLimit(Math.max(limits.perPhoneHour, limits.perCustomerPhoneHour), query.phoneAhead),
    limits.shopHour - 1,
    query.phone,
    ...query.productIds,
  ])
  if (!row) throw new Error('a statement without FROM returns one row')
  return row
}

/** Returns the OFFSET of the order that exhausts the limit. */
const rowsBeforeLimit = (max: number, ahead: readonly string[]): number => Math.max(0, max - 1 - ahead.length)

// mutation test: handled-orders-not-counted, cancelled-orders-counted
/**
 * The order that exhausts a limit, if it is young enough to count, determines the wait. Confirmed and completed orders
 * do not count: they were no spam.
 */
const waitSql = (column: string, window: string): string => `
  (SELECT ceil(extract(epoch FROM created_at + interval '${window}' - now()))::int FROM orders
   WHERE ${column} = ? AND created_at > now() - interval '${window}' AND id <> ALL(?::uuid[])
     AND status IN ('pending', 'cancelled')
   ORDER BY created_at DESC OFFSET ? LIMIT 1)`

// mutation test: order-id-known
const situationSql = (productCount: number): string => `
  SELECT
    (SELECT json_build_object('outcome', outcome, 'fingerprint', encode(fingerprint, 'hex'), 'refusal', refusal)
     FROM order_ids WHERE id = ?) AS known,
    (SELECT id FROM orders WHERE content_hash = ? AND created_at > now() - interval '${DUPLICATE_WINDOW}'
     ORDER BY created_at DESC LIMIT 1) AS twin,
    greatest(${networkColumns.flatMap((column) => [waitSql(column, '10 minutes'), waitSql(column, '1 day')]).join()}) AS "addressWaitS",
    ${waitSql('customer_phone', '1 hour')} AS "phoneWaitS",
    ${waitSql('customer_phone', '1 hour')} AS "customerPhoneWaitS",
    EXISTS (SELECT FROM orders WHERE created_at > now() - interval '1 hour'
      ORDER BY created_at DESC OFFSET ?) AS "shopIsFlooded",
    EXISTS (SELECT FROM orders WHERE customer_phone = ? AND status IN ('confirmed', 'completed')) AS "phoneIsKnown",
    ${promiseHoursSql} AS "promiseHours",
    ${currentProductsSql(productCount)} AS products,
    ${packagesSql} AS packages,
    ${refusesOrdersSql} AS "refusesOutOfStock"
`
