import { orderEmailed, orderPlaced } from '@tsedra/contract/jobs'
import type { Language } from '@tsedra/contract/language'
import { kopiykasToDecimal } from '@tsedra/contract/money'
import type { Db } from '@tsedra/database/connection'
import { RECEIPT_EVENT, receivesEmailsSql } from '@tsedra/database/order-emails'
import { jobRow } from '@tsedra/database/outbox'
import type { StoredLine } from '@tsedra/database/orders'
import { runPrepared } from '@tsedra/database/prepared-statement'
import type { Knex } from 'knex'
import type { Unavailable } from './price-lines.ts'

/** Window in which the same content without an id is the same order. */
export const DUPLICATE_WINDOW = '60 seconds'

/** Columns of the sender's networks, in the order of `listNetworks` (http/network.ts). */
export const networkColumns = ['address_hash', 'address_hash_56', 'address_hash_48'] as const

/** Stored outcome of an id. */
export type KnownOutcome =
  | { outcome: 'order'; fingerprint: string | null }
  | { outcome: 'refused'; fingerprint: string | null; refusal: StoredRefusal }
  | { outcome: 'cancelled'; fingerprint: string | null }

export interface StoredRefusal {
  message: string
  details: { items: Unavailable[] }
}

/** Who enters an order for a customer. */
export interface OrderEntry {
  by: { id: string; role: string }
  customerTelegram: string | null
}

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
  /** Set when staff enter the order for a customer on the phone. */
  entry?: OrderEntry | undefined
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
  const lines = order.lines.map(
    ({ productId, slug, names, packageSize, quantity, unitPrice, isBackorder = false }, line) => ({
      line,
      product_id: productId,
      product_slug: slug,
      product_names: names,
      package_size: packageSize,
      quantity,
      unit_price: kopiykasToDecimal(unitPrice),
      is_backorder: isBackorder,
    }),
  )
  const [placed] = await runPrepared<{ created_at: Date }>(db, 'insert-order', insertOrderSql, [
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
    order.entry ? 'phone' : 'shop',
    order.entry?.customerTelegram ?? null,
    ...networkColumns.map((_, width) => order.networks[width]?.hash ?? null),
    order.contentHash,
    order.sentAt,
    JSON.stringify(lines),
    order.entry ? 'staff' : 'customer',
    order.entry?.by.id ?? null,
    ...jobRow(orderPlaced, { orderId: order.id }),
    order.isSuspect,
    ...jobRow(orderEmailed, { orderId: order.id, event: RECEIPT_EVENT }),
    order.isSuspect,
    order.userId,
  ])
  return placed?.created_at
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

// mutation test: order-id-known, order-job-in-statement
const insertOrderSql = `
  WITH taken AS (
    INSERT INTO order_ids (id, outcome, fingerprint) VALUES (?, 'order', ?) ON CONFLICT (id) DO NOTHING RETURNING id
  ), placed AS (
    INSERT INTO orders (id, user_id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, customer_comment,
      language, total_amount, quoted_total, is_suspect, source, customer_telegram, ${networkColumns.join(', ')}, content_hash, sent_at)
    SELECT id, ?::uuid, ?::text, ?::text, ?::text, ?::boolean, ?::text, ?::text, ?::numeric, ?::numeric, ?::boolean, ?::text,
      ?::text, ?::bytea, ?::bytea, ?::bytea, ?::bytea, ?::timestamptz
    FROM taken RETURNING id, created_at
  ), items AS (
    INSERT INTO order_items (order_id, line, product_id, product_slug, product_names, package_size, quantity, unit_price,
      is_backorder)
    SELECT placed.id, l.*
    FROM placed, json_to_recordset(?::json) AS l(line smallint, product_id uuid, product_slug text, product_names jsonb,
      package_size text, quantity integer, unit_price numeric, is_backorder boolean)
  ), event AS (
    INSERT INTO order_events (order_id, kind, new_status, actor, user_id)
    SELECT id, 'placed', 'pending', ?::text, ?::uuid FROM placed
  ), jobs AS (
    INSERT INTO job_outbox (key, name, payload, can_wait)
    SELECT ?::text, ?::text, ?::jsonb, ?::boolean FROM placed
    UNION ALL
    SELECT ?::text, ?::text, ?::jsonb, ?::boolean FROM placed, users u WHERE u.id = ?::uuid AND ${receivesEmailsSql}
    ON CONFLICT (key) DO NOTHING
  )
  SELECT created_at FROM placed
`
