import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop } from '../../test/shop.ts'

interface PreparedStatement {
  name: string
  generic: string
}

test('the statements that place an order are not planned again for every order', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db, { slug: 'lemon' })
  // Postgres plans the first five executions of a statement for their values, then decides.
  for (let index = 0; index < 20; index += 1) {
    const order = {
      id: randomUUID(),
      customerName: 'Олена',
      customerPhone: `+3806712345${String(index).padStart(2, '0')}`,
      items: [{ productId, packageSize: '50г', quantity: 1 }],
    }
    const { status } = await shop.send('POST', '/api/orders', order, { 'x-forwarded-for': `10.0.${index}.1` })
    expect(status).toBe(201)
  }

  const { rows } = await shop.db.raw<{ rows: PreparedStatement[] }>(
    'SELECT name, generic_plans AS generic FROM pg_prepared_statements ORDER BY name',
  )

  const generic = Object.fromEntries(rows.map((row) => [row.name, Number(row.generic)]))
  expect(generic['insert-order']).toBeGreaterThan(0)
  expect(generic['order-situation-1']).toBeGreaterThan(0)
})
