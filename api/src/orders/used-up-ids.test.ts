import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'

/** Per address and day (infra/decisions/0020-brute-force-limits.md). */
const DAILY_LIMIT = 100

const ownAddress = { 'x-forwarded-for': '203.0.113.7' }
const otherAddress = { 'x-forwarded-for': '203.0.113.8' }

const anOrder = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  customerName: 'Олена',
  customerPhone: '067 123 45 67',
  filledInMs: 9_000,
  ...changes,
})
const unknownProductOrder = () => anOrder({ productId: randomUUID() })

const sendOrder = (shop: Shop, order: unknown, from = ownAddress) => shop.send('POST', '/api/orders', order, from)
const cancel = (shop: Shop, id: string, from = ownAddress) => shop.send('POST', `/api/orders/${id}/cancel`, {}, from)
const usedUp = async ({ db }: Shop): Promise<number> => (await db('order_ids').whereNot('outcome', 'order')).length

// catches mutation: order-id-limit
test('an address uses up 100 ids a day without an order; known ids are still replayed, and orders placed', async () => {
  await using shop = await openShop()
  const [taken, refused] = [anOrder(), unknownProductOrder()]
  expect((await sendOrder(shop, taken)).status).toBe(201)
  expect((await sendOrder(shop, refused)).status).toBe(422)
  const cancelled = Array.from({ length: DAILY_LIMIT - 1 }, () => randomUUID())
  const first = await Promise.all(cancelled.map((id) => cancel(shop, id)))
  expect(new Set(first.map(({ status }) => status))).toEqual(new Set([200]))

  const beyond = [await cancel(shop, randomUUID()), await sendOrder(shop, unknownProductOrder())]

  expect(beyond.map(({ status, body }) => [status, body['code']])).toEqual([
    [429, 'too_many_requests'],
    [429, 'too_many_requests'],
  ])
  for (const { headers } of beyond) expect(Number(headers.get('retry-after'))).toBeGreaterThan(290)
  expect(await usedUp(shop)).toBe(DAILY_LIMIT)
  expect((await cancel(shop, cancelled[0] ?? '')).body).toMatchObject({ cancelled: true, status: null })
  expect((await sendOrder(shop, anOrder({ id: cancelled[0] }))).status).toBe(410)
  expect((await sendOrder(shop, refused)).status).toBe(422)
  expect((await sendOrder(shop, taken)).status).toBe(200)
  expect((await cancel(shop, taken.id)).body).toMatchObject({ cancelled: true, status: 'cancelled' })
  expect((await sendOrder(shop, anOrder())).status).toBe(201)
  expect((await cancel(shop, randomUUID(), otherAddress)).status).toBe(200)
  expect((await sendOrder(shop, unknownProductOrder(), otherAddress)).status).toBe(422)
})

test('beyond the daily limit one id per five minutes is used up, so a sender need not wait a day', async () => {
  await using shop = await openShop()
  await cancel(shop, randomUUID())
  await shop.db('throttles').update({ hits: DAILY_LIMIT, next_at: shop.db.fn.now() })

  expect((await cancel(shop, randomUUID())).status).toBe(200)
  expect((await cancel(shop, randomUUID())).headers.get('retry-after')).toBe('300')
})

test('concurrent copies and cancels of one id count as one', async () => {
  await using shop = await openShop()
  const refused = unknownProductOrder()
  const id = randomUUID()

  const copies = await Promise.all(Array.from({ length: 20 }, () => sendOrder(shop, refused)))
  const cancels = await Promise.all(Array.from({ length: 20 }, () => cancel(shop, id)))

  expect(new Set([...copies, ...cancels].map(({ status }) => status))).toEqual(new Set([422, 200]))
  expect(await shop.db('throttles')).toMatchObject([{ bucket: 'used-up-ids', hits: 2 }])
})
