import { orderPlaced } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import type { Db } from '@tsedra/database/connection'
import { jobRow } from '@tsedra/database/outbox'
import type { StoredLine } from '@tsedra/database/orders'
import type { Knex } from 'knex'
import type { OrderLimits } from './order-limits.ts'
import type { CurrentProduct, Unavailable } from './price-lines.ts'

/** Window in which the same content without an id is the same order. */
const DUPLICATE_WINDOW = '60 seconds'

/** Stored outcome of an id. */
export type KnownOutcome =
  | { outcome: 'order'; fingerprint: string | null }
  | { outcome: 'refused'; fingerprint: string | null; refusal: StoredRefusal }
  | { outcome: 'cancelled'; fingerprint: string | null }

export interface StoredRefusal {
  message: string
  details: { items: Unavailable[] }
}

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
  products: CurrentProduct[] | null
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

/** Reads everything in one statement: one round trip, one snapshot. */
export async function readSituation(db: Db, query: SituationQuery, limits: OrderLimits): Promise<OrderSituation> {
  const { rows } = await db
    .raw<{ rows: OrderSituation[] }>(situationSql, [
      query.id,
      query.contentHash,
      ...networkColumns.flatMap((_, width) => {
        // An IPv4 address has no wider networks: null equals no value.
        // mutation test: order-limit-wide-networks
        const { hash, factor, ahead } = query.networks[width] ?? { hash: null, factor: 1, ahead: [] }
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
      query.productIds,
    ])
    .options({ name: 'order-situation' })
  const [row] = rows
  if (!row) throw new Error('a statement without FROM answers one row')
  return row
}

/** Returns the OFFSET of the order that exhausts the limit. */
const rowsBeforeLimit = (max: number, ahead: readonly string[]): number => Math.max(0, max - 1 - ahead.length)

export interface OrderToInsert {
  id: string
  /** The signed-in account; null for a guest. */
  userId: string | null
  fingerprint: Buffer
  contentHash: Buffer | null
  networks: readonly { hash: Buffer }[]
  customerName: string
  customerPhone: string
  customerPhoneTyped: string
  phoneIsValid: boolean
  customerComment: string | null
  language: Language
  total: number | null
  quotedTotal: number | null
  isSuspect: boolean
  sentAt: string | null
  lines: readonly StoredLine[]
}

/**
 * Inserts the id, the order, its lines, its first event and the job that notifies staff, all or none, and returns the
 * time. One statement, because each round trip of a transaction costs as much as the rows.
 *
 * Returns undefined when the id is used. Waits for a concurrent INSERT of the same id.
 */
export async function insertOrder(db: Knex, order: OrderToInsert): Promise<Date | undefined> {
  const lines = order.lines.map(({ productId, slug, names, packageSize, quantity, unitPrice }, line) => ({
    line,
    product_id: productId,
    product_slug: slug,
    product_names: names,
    package_size: packageSize,
    quantity,
    unit_price: kopiykasToDecimal(unitPrice),
  }))
  const { rows } = await db
    .raw<{ rows: { created_at: Date }[] }>(insertOrderSql, [
      order.id,
      order.fingerprint,
      order.userId,
      order.customerName,
      order.customerPhone,
      order.customerPhoneTyped,
      order.phoneIsValid,
      order.customerComment,
      order.language,
      order.total === null ? null : kopiykasToDecimal(order.total),
      order.quotedTotal === null ? null : kopiykasToDecimal(order.quotedTotal),
      order.isSuspect,
      ...networkColumns.map((_, width) => order.networks[width]?.hash ?? null),
      order.contentHash,
      order.sentAt,
      JSON.stringify(lines),
      ...jobRow(orderPlaced, { orderId: order.id }),
      order.isSuspect,
    ])
    .options({ name: 'insert-order' })
  return rows[0]?.created_at
}

/** Uses the id up for a refusal; returns false when it was used already. */
export async function insertRefusal(db: Db, id: string, fingerprint: Buffer, refusal: StoredRefusal): Promise<boolean> {
  const row = { id, outcome: 'refused', fingerprint, refusal: JSON.stringify(refusal) }
  const added = await db('order_ids').insert(row).onConflict('id').ignore().returning('id')
  return added.length === 1
}

/** Returns the stored outcome of an id, without the data for any further decision. */
export async function readKnownOutcome(db: Db, id: string): Promise<KnownOutcome | undefined> {
  return db('order_ids').where({ id }).first('outcome', 'refusal')
}

/**
 * Uses the id up for a cancel; returns false when it was used already. Waits for a concurrent INSERT of the same id.
 */
export async function insertCancel(trx: Knex.Transaction, id: string): Promise<boolean> {
  const added = await trx('order_ids').insert({ id, outcome: 'cancelled' }).onConflict('id').ignore().returning('id')
  return added.length === 1
}

/** Marks the id as cancelled after the customer cancelled the order. */
export async function markCancelled(trx: Knex.Transaction, id: string): Promise<void> {
  await trx('order_ids').where({ id }).update({ outcome: 'cancelled' })
}

/** Serialises requests with this content, and returns the order of an earlier one. */
export async function lockContent(trx: Knex.Transaction, contentHash: Buffer): Promise<string | undefined> {
  await trx.raw('SELECT pg_advisory_xact_lock(?)', [contentHash.readBigInt64BE().toString()])
  const row = await trx<{ id: string; content_hash: Buffer; created_at: Date }>('orders')
    .where('content_hash', contentHash)
    .whereRaw(`created_at > clock_timestamp() - interval '${DUPLICATE_WINDOW}'`)
    .first('id')
  return row?.id
}

/** Columns of the sender's networks, in the order of `listNetworks` (http/network.ts). */
const networkColumns = ['address_hash', 'address_hash_56', 'address_hash_48'] as const

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
const situationSql = `
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
    (SELECT json_agg(json_build_object('id', p.id, 'slug', p.slug, 'price', p.price::text,
       'packages', p.available_packages, 'sold', p.is_active AND coalesce(c.is_active, true),
       'names', coalesce((SELECT json_object_agg(t.language, t.name) FROM product_translations t
                          WHERE t.product_id = p.id), '{}')))
     FROM products p LEFT JOIN categories c ON c.id = p.category_id WHERE p.id = ANY(?::uuid[])) AS products
`

// mutation test: order-id-known
const insertOrderSql = `
  WITH taken AS (
    INSERT INTO order_ids (id, outcome, fingerprint) VALUES (?, 'order', ?) ON CONFLICT (id) DO NOTHING RETURNING id
  ), placed AS (
    INSERT INTO orders (id, user_id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, customer_comment,
      language, total_amount, quoted_total, is_suspect, ${networkColumns.join(', ')}, content_hash, sent_at)
    SELECT id, ?::uuid, ?::text, ?::text, ?::text, ?::boolean, ?::text, ?::text, ?::numeric, ?::numeric, ?::boolean, ?::bytea,
      ?::bytea, ?::bytea, ?::bytea, ?::timestamptz
    FROM taken RETURNING id, created_at
  ), items AS (
    INSERT INTO order_items (order_id, line, product_id, product_slug, product_names, package_size, quantity, unit_price)
    SELECT placed.id, l.*
    FROM placed, json_to_recordset(?::json) AS l(line smallint, product_id uuid, product_slug text, product_names jsonb,
      package_size text, quantity integer, unit_price numeric)
  ), event AS (
    INSERT INTO order_events (order_id, kind, new_status, actor) SELECT id, 'placed', 'pending', 'customer' FROM placed
  ), job AS (
    INSERT INTO job_outbox (key, name, payload, can_wait) SELECT ?, ?, ?::jsonb, ?::boolean FROM placed ON CONFLICT (key) DO NOTHING
  )
  SELECT created_at FROM placed
`
