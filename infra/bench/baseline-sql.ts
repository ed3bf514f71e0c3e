const columns = `p.id, p.slug, p.category_id, p.price, p.image_url, p.gallery_images, p.available_packages, p.is_featured,
  p.sort_order, p.likes_count, json_agg(t) AS translations`
const productJoin = `FROM products p JOIN product_translations t ON t.product_id = p.id`

export const listSql = `SELECT ${columns} ${productJoin} WHERE p.is_active GROUP BY p.id ORDER BY p.sort_order, p.created_at DESC, p.id LIMIT 24`
export const productSql = `SELECT ${columns} ${productJoin} WHERE p.is_active AND p.slug = $1 GROUP BY p.id`
export const searchSql = `SELECT ${columns} ${productJoin} WHERE p.is_active AND EXISTS (
  SELECT FROM product_translations s WHERE s.product_id = p.id AND s.name ILIKE $1) GROUP BY p.id LIMIT 24`
export const priceSql = 'SELECT price FROM products WHERE id = $1 AND is_active'

interface PlainOrder {
  id: string | undefined
  customerName: string | undefined
  customerPhone: string | undefined
  productId: string | undefined
  price: string
}

/** The rows that one order needs, with nothing checked: the least that keeping the same promise costs. */
export function buildOrderSql({
  id,
  customerName,
  customerPhone,
  productId,
  price,
}: PlainOrder): [string, unknown[]][] {
  return [
    ["INSERT INTO order_ids (id, outcome, fingerprint) VALUES ($1, 'order', '\\x00')", [id]],
    [
      `INSERT INTO orders (id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language, total_amount)
       VALUES ($1, $2, $3, $3, true, 'ua', $4)`,
      [id, customerName, customerPhone, price],
    ],
    [
      `INSERT INTO order_items (order_id, line, product_id, product_slug, product_names, package_size, quantity, unit_price)
       VALUES ($1, 1, $2, 'slug', '{"ua": "Назва"}', '50г', 1, $3)`,
      [id, productId, price],
    ],
    ["INSERT INTO order_events (order_id, kind, new_status, actor) VALUES ($1, 'placed', 'pending', 'customer')", [id]],
    [
      "INSERT INTO job_outbox (key, name, payload) VALUES ($1, 'order-placed', $2)",
      [`plain_${id}`, JSON.stringify({ orderId: id })],
    ],
  ]
}
