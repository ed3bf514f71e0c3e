import type { Language } from '@tsedra/contract/language'
import type { AdjustmentKind } from '@tsedra/contract/order-adjustments'
import type { OrderSource } from '@tsedra/contract/order-sources'
import type { OrderStatus } from '@tsedra/contract/orders'
import { DEFAULT_PROMISE_HOURS } from '@tsedra/contract/shop-promise'
import type { PackageSize } from '@tsedra/contract/packages'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'
import { runPrepared } from './prepared-statement.ts'

/** A line as of the order's placement; money in kopiykas. */
export interface StoredLine {
  /** Null once the product is deleted. */
  productId: string | null
  slug: string
  names: Partial<Record<Language, string>>
  packageSize: PackageSize
  quantity: number
  unitPrice: number
  /** The package was not in stock when it was ordered. */
  isBackorder?: boolean
}

/** Delivery, discount or surcharge; the amount in kopiykas, positive. */
export interface StoredAdjustment {
  kind: AdjustmentKind
  amount: number
  /** Shown to the customer; removed from old orders. */
  reason?: string
}

/** An order with every field that staff may read; money in kopiykas. */
export interface StoredOrder {
  id: string
  status: OrderStatus
  language: Language
  customerName: string
  /** E.164 when `phoneIsValid`, else as typed. */
  customerPhone: string
  phoneIsValid: boolean
  customerComment: string | null
  isSuspect: boolean
  source: OrderSource
  /** Null for an enquiry without products. */
  total: number | null
  /** The total that the customer saw, when the phone sent one. */
  quotedTotal: number | null
  lines: StoredLine[]
  adjustments: StoredAdjustment[]
  /** 1 until staff change lines or adjustments. */
  version: number
  /** When the present version was made; null for the first. */
  amendedAt: Date | null
  createdAt: Date
  /** Within how many hours staff answer. */
  promiseHours: number
}

type OrderRow = Omit<StoredOrder, 'total' | 'quotedTotal' | 'lines'> & {
  total: string | null
  quotedTotal: string | null
  lines: (Omit<StoredLine, 'unitPrice'> & { unitPrice: string })[] | null
}

export async function readOrder(db: Db, id: string): Promise<StoredOrder | undefined> {
  const [row] = await runPrepared<OrderRow>(db, 'read-order', `${selectOrderSql} WHERE o.id = ?`, [id])
  return row && toStoredOrder(row)
}

/** Returns the orders of these ids, in the order of the ids. */
export async function readOrdersById(db: Db, ids: readonly string[]): Promise<StoredOrder[]> {
  const { rows } = await db.raw<{ rows: OrderRow[] }>(`${selectOrderSql} WHERE o.id = ANY(?::uuid[])`, [[...ids]])
  const byId = new Map(rows.map((row) => [row.id, toStoredOrder(row)]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Returns the orders of an account, newest first. */
export async function readOrdersOfUser(db: Db, userId: string, limit: number, offset: number): Promise<StoredOrder[]> {
  const sql = `${selectOrderSql} WHERE o.user_id = ? ORDER BY o.created_at DESC, o.id LIMIT ? OFFSET ?`
  const rows = await runPrepared<OrderRow>(db, 'read-orders-of', sql, [userId, limit, offset])
  return rows.map(toStoredOrder)
}

export async function countOrdersOfUser(db: Db, userId: string): Promise<number> {
  const row = await db('orders').where({ user_id: userId }).count('*', { as: 'orders' }).first()
  return Number(row?.['orders'])
}

/**
 * Marks that staff were notified of the order in Telegram; returns its status and version, and locks it until the transaction ends.
 */
export async function markStaffNotified(
  trx: Knex.Transaction,
  orderId: string,
): Promise<Pick<StoredOrder, 'status' | 'version'> | undefined> {
  const [order] = await trx('orders').where({ id: orderId }).update({ telegram_sent: true }, ['status', 'version'])
  return order as Pick<StoredOrder, 'status' | 'version'> | undefined
}

function toStoredOrder(row: OrderRow): StoredOrder {
  return {
    ...row,
    total: row.total === null ? null : parseKopiykas(row.total),
    quotedTotal: row.quotedTotal === null ? null : parseKopiykas(row.quotedTotal),
    lines: (row.lines ?? []).map((line) => ({ ...line, unitPrice: parseKopiykas(line.unitPrice) })),
  }
}

/** numeric(12,2) arrives as a string with exactly two decimals. */
const parseKopiykas = (amount: string): number => Number(amount.replace('.', ''))

/** The owner's promise (infra/decisions/0042-shop-settings.md). */
export const promiseHoursSql = `coalesce((SELECT (settings->'promiseHours')::integer FROM shop_settings), ${DEFAULT_PROMISE_HOURS})`

const selectOrderSql = `
  SELECT o.id, o.status, o.language, o.customer_name AS "customerName", o.customer_phone AS "customerPhone",
    o.phone_is_valid AS "phoneIsValid", o.customer_comment AS "customerComment", o.is_suspect AS "isSuspect", o.source,
    o.total_amount AS total, o.quoted_total AS "quotedTotal", o.created_at AS "createdAt",
    ${promiseHoursSql} AS "promiseHours",
    o.adjustments, o.version,
    (SELECT v.created_at FROM order_versions v WHERE v.order_id = o.id AND v.version = o.version AND v.version > 1) AS "amendedAt",
    (SELECT json_agg(json_build_object('productId', i.product_id, 'slug', i.product_slug, 'names', i.product_names,
       'packageSize', i.package_size, 'quantity', i.quantity, 'unitPrice', i.unit_price::text,
       'isBackorder', i.is_backorder) ORDER BY i.line)
     FROM order_items i WHERE i.order_id = o.id) AS lines
  FROM orders o
`
