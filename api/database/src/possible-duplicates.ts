import type { Db } from './connection.ts'

/**
 * The lines of an order regardless of their sequence; for an enquiry without lines its comment, regardless of case and
 * white space. Prices are left out: they may have changed between two orders.
 */
const contentSql = (order: string): string => `coalesce(
  (SELECT array_agg(line ORDER BY line) FROM (
     SELECT coalesce(product_id::text, product_slug) || '|' || package_size || '|' || sum(quantity) AS line
     FROM order_items WHERE order_id = ${order}.id GROUP BY coalesce(product_id::text, product_slug), package_size
   ) lines),
  ARRAY['comment: ' || lower(regexp_replace(btrim(coalesce(${order}.customer_comment, ''), E' \\t\\r\\n'), '\\s+', ' ', 'g')
    COLLATE "pg_c_utf8")])`

/** Orders of offline phones arrive late: for them the time of sending decides. */
const withinWindowSql = `(p.created_at BETWEEN o.created_at - interval '1 hour' AND o.created_at + interval '1 hour'
  OR (p.sent_at BETWEEN o.sent_at - interval '1 hour' AND o.sent_at + interval '1 hour'
    AND least(o.sent_at, p.sent_at) > o.created_at - interval '7 days'))`

// mutation test: duplicate-same-content, duplicate-not-cancelled
/** Pairs of orders `o` and `p` of one phone with the same content within an hour. Uses the index on phone and time. */
const duplicatePairsSql = `FROM orders o
  CROSS JOIN LATERAL (SELECT ${contentSql('o')} AS content) own
  JOIN orders p ON p.customer_phone = o.customer_phone AND p.id <> o.id AND p.status <> 'cancelled'
    AND p.created_at BETWEEN o.created_at - interval '1 day' AND o.created_at + interval '1 day'
    AND ${withinWindowSql} AND ${contentSql('p')} = own.content
  WHERE o.id = ANY(?::uuid[])`

/**
 * Returns, for those of the given orders that may be duplicates, the oldest other order they may repeat. Cancelled
 * orders have no mark and cause none.
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

/** Returns the orders that an order repeats or that repeat it, regardless of its own status. */
export async function readMatchingOrders(db: Db, orderId: string): Promise<string[]> {
  const { rows } = await db.raw<{ rows: { id: string }[] }>(`SELECT p.id ${duplicatePairsSql} ORDER BY p.id`, [
    [orderId],
  ])
  return rows.map(({ id }) => id)
}
