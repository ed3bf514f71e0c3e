import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const noLimits = { perAddress10Min: 1e6, perAddressDay: 1e6, perPhoneHour: 1e6, shopHour: 1e6 }

const anOrder = (changes: Record<string, unknown> = {}) => ({
  id: randomUUID(),
  customerName: 'Олена',
  customerPhone: '067 123 45 67',
  filledInMs: 9_000,
  ...changes,
})

const sendOrder = (shop: Shop, order: unknown, headers?: Record<string, string>) =>
  shop.send('POST', '/api/orders', order, headers)
const cancel = (shop: Shop, id: string, headers?: Record<string, string>) =>
  shop.send('POST', `/api/orders/${id}/cancel`, {}, headers)
const jobs = async ({ db }: Shop): Promise<string[]> => (await db('job_outbox').orderBy('id')).map(({ name }) => name)

test('cancelling an unknown id uses it up: a copy delayed in the network is never placed', async () => {
  await using shop = await openShop()
  const expected = anOrder()

  const response = await cancel(shop, expected.id)
  const again = await cancel(shop, expected.id)
  const delayed = await sendOrder(shop, expected)

  expect(response.status).toBe(200)
  expect(response.headers.get('cache-control')).toBe('no-store')
  expect(response.body).toEqual({ id: expected.id, cancelled: true, status: null })
  expect(again.body).toEqual(response.body)
  expect([delayed.status, delayed.body['code']]).toEqual([410, 'order_cancelled'])
  expect(await shop.db('orders')).toEqual([])
  expect(await jobs(shop)).toEqual([])
})

test('a pending order is cancelled: status, event, one notification for staff, and no copy restores it', async () => {
  await using shop = await openShop()
  const expected = anOrder({ productId: await createTestProduct(shop.db) })
  await sendOrder(shop, expected)

  const response = await cancel(shop, expected.id)
  const again = await cancel(shop, expected.id)
  const copy = await sendOrder(shop, expected)
  const seen = await shop.send('GET', `/api/orders/${expected.id}`)

  expect(response.body).toEqual({ id: expected.id, cancelled: true, status: 'cancelled' })
  expect(again.body).toEqual(response.body)
  expect([copy.status, copy.body['code']]).toEqual([410, 'order_cancelled'])
  expect(seen.body).toMatchObject({ status: 'cancelled' })
  expect(await shop.db('order_events').orderBy('id')).toMatchObject([
    { kind: 'placed' },
    { kind: 'status', old_status: 'pending', new_status: 'cancelled', actor: 'customer' },
  ])
  expect(await jobs(shop)).toEqual(['order-placed', 'order-cancelled'])
})

test.each(['confirmed', 'completed'] as const)(
  'an order that is %s stays, and the response reports it',
  async (status) => {
    await using shop = await openShop()
    const expected = anOrder()
    await sendOrder(shop, expected)
    await shop.db('orders').update({ status })

    const response = await cancel(shop, expected.id)
    const copy = await sendOrder(shop, expected)

    expect(response.body).toEqual({ id: expected.id, cancelled: false, status })
    expect([copy.status, copy.body['status']]).toEqual([200, status])
    expect(await jobs(shop)).toEqual(['order-placed'])
  },
)

test('cancelling an order that staff have cancelled succeeds without a notification', async () => {
  await using shop = await openShop()
  const expected = anOrder()
  await sendOrder(shop, expected)
  await shop.db('orders').update({ status: 'cancelled' })

  const response = await cancel(shop, expected.id)

  expect(response.body).toEqual({ id: expected.id, cancelled: true, status: 'cancelled' })
  expect(await jobs(shop)).toEqual(['order-placed'])
})

test('a rejected request has no order: cancelling it succeeds', async () => {
  await using shop = await openShop()
  const expected = anOrder({ productId: randomUUID() })
  expect((await sendOrder(shop, expected)).status).toBe(422)

  const response = await cancel(shop, expected.id)

  expect(response.body).toEqual({ id: expected.id, cancelled: true, status: null })
  expect((await sendOrder(shop, expected)).status).toBe(422)
})

test.each([1, 2, 3, 4])('I6 fifty concurrent copies and cancels of one id end in one state (round %i)', async () => {
  await using shop = await openShop({ orderLimits: noLimits })
  const expected = anOrder({ productId: await createTestProduct(shop.db) })

  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, turn) => (turn % 2 === 0 ? sendOrder(shop, expected) : cancel(shop, expected.id))),
  )

  const rows = await shop.db('orders')
  const cancels = responses.filter((_, turn) => turn % 2 === 1)
  const posts = responses.filter((_, turn) => turn % 2 === 0)
  expect(new Set(cancels.map(({ status, body }) => `${status} ${String(body['cancelled'])}`))).toEqual(
    new Set(['200 true']),
  )
  expect(posts.filter(({ status }) => status === 201).length).toBe(rows.length)
  expect(posts.filter(({ status }) => ![201, 200, 410].includes(status))).toEqual([])
  expect(rows.filter(({ status }) => status !== 'cancelled')).toEqual([])
  expect(await shop.db('order_ids')).toMatchObject([{ outcome: 'cancelled' }])
  expect(await jobs(shop)).toEqual(rows.length === 1 ? ['order-placed', 'order-cancelled'] : [])
})

test.each([
  ['from another site', { 'sec-fetch-site': 'cross-site' }, 403],
  ['as a form', { 'content-type': 'application/x-www-form-urlencoded' }, 415],
])('a cancel %s is rejected and changes nothing', async (_case, headers, status) => {
  await using shop = await openShop()
  const expected = anOrder()
  await sendOrder(shop, expected)

  expect((await cancel(shop, expected.id, headers)).status).toBe(status)
  expect(await shop.db('orders').first()).toMatchObject({ status: 'pending' })
})

test('the next releases accept the body of an older app', async () => {
  await using shop = await openShop({ orderVersions: { oldest: 1, latest: 2 } })

  expect((await sendOrder(shop, anOrder())).status).toBe(201)
  expect((await sendOrder(shop, anOrder(), { 'x-order-version': '1' })).status).toBe(201)
  expect((await sendOrder(shop, anOrder(), { 'x-order-version': '2' })).status).toBe(201)
})

test('a dropped body version is rejected only after a look-up of its id', async () => {
  const before = { oldest: 1, latest: 1 }
  const versions = { ...before }
  await using shop = await openShop({ orderVersions: versions })
  const [taken, refused, cancelled, unknown] = [
    anOrder(),
    anOrder({ productId: randomUUID() }),
    anOrder(),
    { ...anOrder(), shape: 'old' },
  ]
  await sendOrder(shop, taken)
  await sendOrder(shop, refused)
  await cancel(shop, cancelled.id)

  Object.assign(versions, { oldest: 2, latest: 2 })
  const responses = await Promise.all([taken, refused, cancelled, unknown].map((order) => sendOrder(shop, order)))

  expect(responses.map(({ status, body }) => [status, body['code'] ?? body['id']])).toEqual([
    [200, taken.id],
    [422, 'unavailable'],
    [410, 'order_cancelled'],
    [426, 'client_too_old'],
  ])
  expect(responses[0]?.headers.get('idempotent-replayed')).toBe('true')
  expect(await shop.db('order_ids').where({ id: unknown.id })).toEqual([])
})

test('an app newer than this process receives `Retry-After`; an invalid version is an error', async () => {
  await using shop = await openShop()

  const newer = await sendOrder(shop, anOrder(), { 'x-order-version': '2' })
  const none = await sendOrder(shop, anOrder(), { 'x-order-version': 'new' })

  expect([newer.status, newer.headers.get('retry-after')]).toEqual([503, '60'])
  expect([none.status, none.body['code']]).toEqual([400, 'invalid_request'])
})
