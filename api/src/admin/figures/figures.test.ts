import { expect, test } from 'vitest'
import { createTestOrder } from '../../../test/orders.ts'
import { openShop, type Shop } from '../../../test/shop.ts'
import { createSignedInStaff } from '../../../test/staff.ts'
import { addSearchCounts } from '../../search-counts/search-count-store.ts'

const path = '/api/admin/figures'

/** Reads a figure as an editor. */
async function openFigures(shop: Shop) {
  const editor = await createSignedInStaff(shop, 'editor')
  return async (address: string) => (await editor.send('GET', `${path}/${address}`)).body
}

const placeOrder = ({ db }: Shop, createdAt: string, row: object = {}, lines: Record<string, unknown>[] = []) =>
  createTestOrder(db, { created_at: createdAt, total_amount: '100.50', ...row }, lines)

/** Records that an actor set a status. */
const setStatus = ({ db }: Shop, orderId: string, createdAt: string, actor = 'staff') =>
  db('order_events').insert({
    order_id: orderId,
    kind: 'status',
    old_status: 'pending',
    new_status: 'confirmed',
    actor,
    created_at: createdAt,
  })

// catches mutation: figure-days-in-kyiv, cancelled-order-no-revenue
test('orders and revenue by day: days in Kyiv without gaps, a day of 25 hours is one', async () => {
  await using shop = await openShop()
  // 24 October 2026 ends at 21:00 UTC; the clocks go back on the 25th, which ends at 22:00 UTC.
  await placeOrder(shop, '2026-10-24T20:59:59Z')
  await placeOrder(shop, '2026-10-24T21:00:00Z')
  await placeOrder(shop, '2026-10-25T21:59:59Z', { total_amount: '9.99' })
  await placeOrder(shop, '2026-10-25T12:00:00Z', { status: 'cancelled' })
  await placeOrder(shop, '2026-10-25T13:00:00Z', { status: 'completed', total_amount: null })
  await placeOrder(shop, '2026-10-25T22:00:00Z')
  await placeOrder(shop, '2026-10-27T22:00:00Z')
  const read = await openFigures(shop)

  expect(await read('orders?from=2026-10-24&to=2026-10-27')).toEqual({
    steps: [
      { start: '2026-10-24', orders: 1, cancelled: 0, revenue: '100.50' },
      { start: '2026-10-25', orders: 4, cancelled: 1, revenue: '110.49' },
      { start: '2026-10-26', orders: 1, cancelled: 0, revenue: '100.50' },
      { start: '2026-10-27', orders: 0, cancelled: 0, revenue: '0.00' },
    ],
    statuses: { pending: 4, confirmed: 0, completed: 1, cancelled: 1 },
    revenue: '311.49',
  })
})

test('orders by week: from Monday, only with the days of the period, over the day of 23 hours', async () => {
  await using shop = await openShop()
  // 29 March 2026, a Sunday, has 23 hours and ends at 21:00 UTC.
  await placeOrder(shop, '2026-03-25T10:00:00Z')
  await placeOrder(shop, '2026-03-29T20:59:59Z')
  await placeOrder(shop, '2026-03-29T21:00:00Z')
  const read = await openFigures(shop)

  expect((await read('orders?from=2026-03-28&to=2026-04-06&step=week'))['steps']).toEqual([
    { start: '2026-03-23', orders: 1, cancelled: 0, revenue: '100.50' },
    { start: '2026-03-30', orders: 1, cancelled: 0, revenue: '100.50' },
    { start: '2026-04-06', orders: 0, cancelled: 0, revenue: '0.00' },
  ])
})

// catches mutation: answer-by-staff-only
test('answers: the first status by staff counts; late is over 24 hours, answered or not', async () => {
  await using shop = await openShop()
  const placedAt = '2026-10-24T12:00:00Z'
  // The answers take 1, 24 and 25 real hours; the clocks go back in between.
  for (const answeredAt of ['2026-10-24T13:00:00Z', '2026-10-25T12:00:00Z', '2026-10-25T13:00:00Z']) {
    const id = await placeOrder(shop, placedAt, { status: 'confirmed' })
    await setStatus(shop, id, answeredAt)
    await setStatus(shop, id, '2026-10-28T12:00:00Z')
  }
  const cancelled = await placeOrder(shop, placedAt, { status: 'cancelled' })
  await setStatus(shop, cancelled, '2026-10-24T12:01:00Z', 'customer')
  await placeOrder(shop, placedAt)
  const recent = await placeOrder(shop, new Date().toISOString())
  const read = await openFigures(shop)

  expect(await read('answers?from=2026-10-24&to=2026-10-25')).toEqual({
    answered: 3,
    waiting: 1,
    late: 2,
    medianMinutes: 24 * 60,
    p95Minutes: 24 * 60 + 54,
    promiseHours: 24,
  })
  const today = { answered: 0, waiting: 1, late: 0, medianMinutes: null, p95Minutes: null, promiseHours: 24 }
  expect(await read('answers?from=2026-11-01')).toEqual(today)
  await shop.db('orders').where({ id: recent }).update({ status: 'cancelled' })
  expect(await read('answers?from=2026-11-01')).toEqual({ ...today, waiting: 0 })
})

test('products and packages: the most revenue first, by frozen lines, without cancelled orders', async () => {
  await using shop = await openShop()
  const at = '2026-10-24T12:00:00Z'
  const lime = { product_slug: 'lime', product_names: JSON.stringify({ en: 'Lime chips', ua: 'Лаймові чипси' }) }
  await placeOrder(shop, at, {}, [{ quantity: 2 }, { package_size: '1кг', quantity: 1, unit_price: '1000.00' }])
  await placeOrder(shop, at, {}, [{ ...lime, quantity: 3, unit_price: '500.00' }])
  await placeOrder(shop, at, { status: 'cancelled' }, [{ ...lime, quantity: 99 }])
  await placeOrder(shop, '2026-10-23T12:00:00Z', {}, [{ ...lime, quantity: 99 }])
  const read = await openFigures(shop)

  expect(await read('products?from=2026-10-24&to=2026-10-24&lang=ua')).toEqual({
    products: [
      { slug: 'lime', name: 'Лаймові чипси', quantity: 3, revenue: '1500.00' },
      { slug: 'lemon', name: 'Лимонні чипси', quantity: 3, revenue: '1428.58' },
    ],
    packages: [
      { packageSize: '100г', quantity: 5, revenue: '1928.58' },
      { packageSize: '1кг', quantity: 1, revenue: '1000.00' },
    ],
  })
})

test('customers: new and returning by phone, without cancelled orders and without any phone in the response', async () => {
  await using shop = await openShop()
  const [before, within] = ['2026-10-23T20:59:59Z', '2026-10-23T21:00:00Z']
  const place = (at: string, phone: string, row: object = {}) => placeOrder(shop, at, { customer_phone: phone, ...row })
  await place(before, '+380500000001')
  await place(within, '+380500000001')
  await place(within, '+380500000001')
  await place(before, '+380500000002', { status: 'cancelled' })
  await place(within, '+380500000002')
  await place(within, '+380500000003', { status: 'cancelled' })
  await place(before, '')
  await place(within, '')
  const read = await openFigures(shop)

  expect(await read('customers?from=2026-10-24&to=2026-10-24')).toEqual({
    new: { customers: 1, orders: 1 },
    returning: { customers: 1, orders: 2 },
    erasedOrders: 1,
  })
})

test('searches without results in the period, the most frequent first', async () => {
  await using shop = await openShop()
  const count = (day: string, query: string, times: number, isEmpty = true) =>
    addSearchCounts(shop.db, day, [{ query, isEmpty, count: times }])
  await count('2026-10-23', 'банан', 9)
  await count('2026-10-24', 'банан', 1)
  await count('2026-10-24', 'рис', 1)
  await count('2026-10-25', 'рис', 1)
  await count('2026-10-25', 'лайм', 7, false)
  await count('2026-10-26', 'рис', 5)
  const read = await openFigures(shop)

  expect((await read('searches?from=2026-10-24&to=2026-10-25'))['searches']).toEqual([
    { query: 'рис', count: 2 },
    { query: 'банан', count: 1 },
  ])
})

// catches mutation: figure-period-limit
test('a reversed or too long period is refused; without days it is the last thirty', async () => {
  await using shop = await openShop()
  const read = await openFigures(shop)
  for (const days of ['from=2026-10-25&to=2026-10-24', 'from=2024-10-24&to=2026-10-25', 'from=2099-01-01']) {
    expect(await read(`customers?${days}`), days).toMatchObject({
      code: 'invalid_request',
      details: { fields: ['query.from'] },
    })
  }
  expect(await read('answers?from=2024-10-24&to=2026-10-24')).toMatchObject({ answered: 0 })
  expect((await read('orders'))['steps']).toHaveLength(30)
  expect(await read('orders?from=1999-01-01')).toMatchObject({ code: 'invalid_request' })
})
