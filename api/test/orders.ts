import { randomUUID } from 'node:crypto'
import type { Db } from '@tsedra/database/connection'

interface OrderRow extends Record<string, unknown> {
  id?: string
  customer_phone?: string
}

/** Inserts an order of a guest, by default without lines; returns its id. */
export async function createTestOrder(
  db: Db,
  { id = randomUUID(), customer_phone: phone = '+380671234567', ...row }: OrderRow = {},
  lines: Record<string, unknown>[] = [],
): Promise<string> {
  await db('order_ids').insert({ id, outcome: 'order', fingerprint: Buffer.alloc(32) })
  await db('orders').insert({
    id,
    customer_name: 'Олена Коваль',
    customer_phone: phone,
    customer_phone_typed: phone,
    phone_is_valid: true,
    language: 'ua',
    ...row,
  })
  for (const [line, overrides] of lines.entries()) {
    await db('order_items').insert({
      order_id: id,
      line,
      product_slug: 'lemon',
      product_names: JSON.stringify({ en: 'Lemon chips', ua: 'Лимонні чипси' }),
      package_size: '100г',
      quantity: 3,
      unit_price: '214.29',
      ...overrides,
    })
  }
  const placed = { kind: 'placed', new_status: 'pending', actor: 'customer' }
  await db('order_events').insert({ order_id: id, ...placed, created_at: row['created_at'] ?? db.fn.now() })
  return id
}
