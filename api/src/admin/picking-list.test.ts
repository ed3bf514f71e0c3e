import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

const lime = { product_slug: 'lime', product_names: JSON.stringify({ en: 'Lime' }) }

// catches mutation: picking-list-confirmed
test('the picking list sums products and packages over confirmed orders, and names no customer', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  const confirmed = { status: 'confirmed', created_at: '2026-11-20T10:00:00Z' }
  await createTestOrder(shop.db, confirmed, [
    {},
    { package_size: '50г', quantity: 1 },
    { ...lime, package_size: '1кг' },
  ])
  await createTestOrder(shop.db, { ...confirmed, created_at: '2026-11-21T10:00:00Z' }, [
    { product_names: JSON.stringify({ en: 'Lemon rings' }), quantity: 4 },
  ])
  for (const status of ['pending', 'completed', 'cancelled']) await createTestOrder(shop.db, { status }, [{}])
  const read = async (query: string) => (await editor.send('GET', `/api/admin/picking-list?lang=en${query}`)).body

  expect(await read('')).toEqual({
    items: [
      { name: 'Lemon chips', packageSize: '50г', quantity: 1, orders: 1 },
      { name: 'Lemon rings', packageSize: '100г', quantity: 7, orders: 2 },
      { name: 'Lime', packageSize: '1кг', quantity: 3, orders: 1 },
    ],
    orders: 2,
    now: expect.stringMatching(/Z$/) as string,
  })
  expect(await read('&from=2026-11-21&to=2026-11-21')).toMatchObject({
    items: [{ name: 'Lemon rings', quantity: 4, orders: 1 }],
    orders: 1,
  })
  expect(await read('&from=2026-11-22')).toMatchObject({ items: [], orders: 0 })
  expect(await readStaffAudit(shop.db)).toEqual([])
})
