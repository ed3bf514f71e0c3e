import { expect, test } from 'vitest'
import { createTestOrder } from '../../test/orders.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'

const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
const idsOf = (body: Record<string, unknown>) => (body['orders'] as { id: string }[]).map(({ id }) => id)

async function openList(shop: Shop) {
  const editor = await createSignedInStaff(shop)
  return async (query: string) => (await editor.send('GET', `/api/admin/orders?${query}`)).body
}

test('the list names the first lines of each order in the reader’s language, and the total', async () => {
  await using shop = await openShop()
  const list = await openList(shop)
  const id = await createTestOrder(shop.db, { total_amount: '900.00' }, [
    {},
    { product_names: JSON.stringify({ en: 'Lime' }), package_size: '50г', quantity: 1 },
    {},
    {},
    {},
  ])
  const enquiry = await createTestOrder(shop.db)
  const lemon = { name: 'Лимонні чипси', packageSize: '100г', quantity: 3 }
  const lime = { name: 'Lime', packageSize: '50г', quantity: 1 }

  expect((await list('lang=ua'))['summaries']).toEqual({
    [id]: { items: [lemon, lime, lemon], more: 2, totalAmount: '900.00' },
    [enquiry]: { items: [], more: 0, totalAmount: null },
  })
  expect((await list('lang=en'))['summaries']).toMatchObject({ [id]: { items: [{ name: 'Lemon chips' }, lime, {}] } })
})

// catches mutation: order-sort-by-deadline
test('sorted by deadline late orders come first, page after page', async () => {
  await using shop = await openShop()
  const list = await openList(shop)
  const oldestFirst: string[] = []
  for (const hours of [50, 30, 25, 3, 1]) {
    oldestFirst.push(await createTestOrder(shop.db, { created_at: hoursAgo(hours) }))
  }
  const first = await list('sort=deadline&limit=3')
  const second = await list(`sort=deadline&limit=3&before=${String(first['next'])}`)

  expect([idsOf(first), idsOf(second)]).toEqual([oldestFirst.slice(0, 3), oldestFirst.slice(3)])
  expect(second['next']).toBeNull()
  expect(idsOf(await list('sort=-deadline'))).toEqual(oldestFirst.toReversed())
  expect((await (await createSignedInStaff(shop)).send('GET', '/api/admin/orders?sort=name')).status).toBe(400)
})

// catches mutation: late-orders-pending
test('late orders are pending ones without an answer for a day; the list counts them', async () => {
  await using shop = await openShop()
  const list = await openList(shop)
  const late = await createTestOrder(shop.db, { created_at: hoursAgo(25) })
  await createTestOrder(shop.db, { created_at: hoursAgo(25), status: 'confirmed' })
  await createTestOrder(shop.db, { created_at: hoursAgo(23) })

  const body = await list('late=true')

  expect(idsOf(body)).toEqual([late])
  expect([body['total'], body['late'], body['pending']]).toEqual([1, 1, 2])
})
