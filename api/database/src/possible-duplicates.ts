import type { Db } from './connection.ts'

/**
 * The lines of an order whatever their sequence; of an enquiry without lines its comment, whatever its case and spaces.
 * Prices may have changed between two orders and are left out.
 */
const contentSql = (order: string): string => `coalesce(
  (SELECT array_agg(line ORDER BY line) FROM (
     SELECT coalesce(product_id::text, product_slug) || '|' || package_size || '|' || sum(quantity) AS line
     FROM order_items WHERE order_id = ${order}.id GROUP BY coalesce(product_id::text, product_slug), package_size
   ) lines),
  ARRAY['comment: ' || lower(regexp_replace(btrim(coalesce(${order}.customer_comment, ''), E' \\t\\r\\n'), '\\s+', ' ', 'g')
    COLLATE "pg_c_utf8")])`

/** Orders of phones that were offline arrive apart: what counts for them is when the customer pressed send. */
const withinWindowSql = `(p.created_at BETWEEN o.created_at - interval '1 hour' AND o.created_at + interval '1 hour'
  OR (p.sent_at BETWEEN o.sent_at - interval '1 hour' AND o.sent_at + interval '1 hour'
    AND least(o.sent_at, p.sent_at) > o.created_at - interval '7 days'))`

// mutation test: duplicate-same-content, duplicate-not-cancelled
/** Pairs of orders `o` and `p` of one phone with the same content within an hour. Walks the index of phone and time. */
const duplicatePairsSql = `FROM orders o
  CROSS JOIN LATERAL (SELECT ${contentSql('o')} AS content) own
  JOIN orders p ON p.customer_phone = o.customer_phone AND p.id <> o.id AND p.status <> 'cancelled'
    AND p.created_at BETWEEN o.created_at - interval '1 day' AND o.created_at + interval '1 day'
    AND ${withinWindowSql} AND ${contentSql('p')} = own.content
  WHERE o.id = ANY(?::uuid[])`

/**
 * Returns, for those of the given orders that may be duplicates, the oldest other order they may repeat. Orders that are
 * cancelled have no mark and cause none.
 */
export async function readPossibleDuplicates(db: Db, orderIds: readonly string[]): Promise<Map<string, string>> {
  if (orderIds.length === 0) return new Map()
  const { rows } = await db.raw<{ rows: { id: string; other: string }[] }>(
    `SELECT DISTINCT ON (o.id) o.id, p.id AS other ${duplicatePairsSql} AND o.status <> 'cancelled'
     ORDER BY o.id, p.created_at, p.id`,
    [[...orderIds]],
  )
  return new Map(rows.map(({ id, other }) => [id, other]))
}

/** Returns the orders that an order repeats or that repeat it, whatever its own status is. */
export async function readMatchingOrders(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(`SELECT p.id ${duplicatePairsSql} ORDER BY p.id`, [
    [orderId],
  ])
  return rows.map(({ id }) => id)
}
