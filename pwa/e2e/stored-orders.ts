import { runSql } from './database.ts'

interface OrdersToStore {
  /** Common to the names of all, so that a search finds only them. */
  name: string
  count: number
  status?: string
  /** Age of the first one in hours; each of the others is a minute younger. */
  hoursOld?: number
}

/** Stores orders with one line each, as if customers had placed them; returns their ids, oldest first. */
export async function storeOrders({ name, count, status = 'pending', hoursOld = 1 }: OrdersToStore): Promise<string[]> {
  const rows = await runSql<{ id: string }>(
    `WITH made AS (
       INSERT INTO order_ids (id, outcome) SELECT gen_random_uuid(), 'order' FROM generate_series(1, $2::int) RETURNING id
     ), numbered AS (
       SELECT id, row_number() OVER () AS n FROM made
     ), placed AS (
       INSERT INTO orders (id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language, status,
         total_amount, created_at)
       SELECT id, $1 || ' ' || n, '+38067' || lpad((random() * 9999999)::int::text, 7, '0'), '067', true, 'ua', $3, 428.58,
         now() - make_interval(mins => ($4::int * 60 - n)::int)
       FROM numbered RETURNING id, created_at
     ), lines AS (
       INSERT INTO order_items (order_id, line, product_slug, product_names, package_size, quantity, unit_price)
       SELECT id, 0, 'lemon', '{"ua": "Лимонні чипси", "en": "Lemon chips"}', '100г', 2, 214.29 FROM placed
     ), events AS (
       INSERT INTO order_events (order_id, kind, new_status, actor, created_at)
       SELECT id, 'placed', 'pending', 'customer', created_at FROM placed
     )
     SELECT id FROM placed ORDER BY created_at`,
    [name, count, status, hoursOld],
  )
  return rows.map(({ id }) => id)
}
