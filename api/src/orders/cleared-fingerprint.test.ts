import { randomUUID } from 'node:crypto'
import { sweep } from '@tsedra/database/retention'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const anOrder = (productId: string) => ({
  id: randomUUID(),
  customerName: 'Олена',
  customerPhone: '067 123 45 67',
  productId,
})

/** Simulates retention after two years and a month. */
async function clearFingerprint({ db }: Shop): Promise<void> {
  for (const table of ['orders', 'order_ids'])
    await db(table).update({ created_at: db.raw("created_at - interval '25 months'") })
  await sweep(db)
}

test('P-04: an anonymised order is still one order, however often it is sent', async () => {
  await using shop = await openShop()
  const expected = anOrder(await createTestProduct(shop.db))
  const first = await shop.send('POST', '/api/orders', expected)
  await clearFingerprint(shop)

  const again = await shop.send('POST', '/api/orders', expected)

  expect(await shop.db('order_ids')).toMatchObject([{ id: expected.id, outcome: 'order', fingerprint: null }])
  expect([first.status, again.status]).toEqual([201, 200])
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body['id']).toBe(expected.id)
  expect(await shop.db('orders')).toHaveLength(1)
})

test('P-04: a refusal is repeated unchanged, and no data of its sender is left', async () => {
  await using shop = await openShop()
  const expected = anOrder(await createTestProduct(shop.db, { is_active: false }))
  const first = await shop.send('POST', '/api/orders', expected)
  await clearFingerprint(shop)

  const again = await shop.send('POST', '/api/orders', expected)

  expect(await shop.db('order_ids')).toMatchObject([{ outcome: 'refused', fingerprint: null }])
  expect([first.status, again.status]).toEqual([422, 422])
  expect(again.body['details']).toEqual(first.body['details'])
  expect(await shop.db('orders')).toEqual([])
})
