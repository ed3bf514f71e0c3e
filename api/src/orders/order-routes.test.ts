import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const noLimits = { perAddress10Min: 1e6, perAddressDay: 1e6, perPhoneHour: 1e6, shopHour: 1e6 }

function anOrder(changes: Record<string, unknown> = {}): Record<string, unknown> & { id: string } {
  return { id: randomUUID(), customerName: 'Олена', customerPhone: '067 123 45 67', filledInMs: 9_000, ...changes }
}

const sendOrder = (shop: Shop, order: unknown, headers?: Record<string, string>) =>
  shop.send('POST', '/api/orders', order, headers)

const from = (ip: string) => ({ 'x-forwarded-for': ip })

async function counts({ db }: Shop): Promise<Record<string, number>> {
  const tables = ['order_ids', 'orders', 'order_items', 'order_events', 'job_outbox']
  const matches = await Promise.all(tables.map((table) => db(table).count('*', { as: 'rows' }).first()))
  return Object.fromEntries(tables.map((table, index) => [table, Number(matches[index]?.['rows'])]))
}

const oneRowEach = { order_ids: 1, orders: 1, order_items: 1, order_events: 1, job_outbox: 1 }

test('an order is placed, priced by the shop and stored with its job', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db, { slug: 'lemon', price: '119.05' })
  const expected = anOrder({
    items: [{ productId, packageSize: '100g', quantity: 3 }],
    language: 'uk',
    totalAmount: '1.00',
  })

  const { status, body, headers } = await sendOrder(shop, expected)

  expect(status).toBe(201)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(headers.get('idempotent-replayed')).toBeNull()
  expect(body).toEqual({
    id: expected.id,
    number: expected.id.slice(0, 8).toUpperCase(),
    status: 'pending',
    items: [
      {
        productId,
        slug: 'lemon',
        name: 'Лимонні чипси',
        packageSize: '100г',
        quantity: 3,
        unitPrice: '214.29',
        lineTotal: '642.87',
      },
    ],
    totalAmount: '642.87',
    quotedTotal: '1.00',
    createdAt: expect.any(String),
    answerBy: expect.any(String),
  })
  expect(await counts(shop)).toEqual(oneRowEach)
  expect(await shop.db('orders').first()).toMatchObject({
    customer_phone: '+380671234567',
    customer_phone_typed: '067 123 45 67',
    phone_is_valid: true,
    telegram_sent: false,
    is_suspect: false,
  })
  expect(await shop.db('job_outbox').first()).toMatchObject({
    name: 'order-placed',
    payload: { orderId: expected.id },
    can_wait: false,
  })
})

test.each([
  ['2026-11-21T10:00:00.000Z', '2026-11-21T10:00:00.000Z'],
  [`2026-11-21T10:00:00.${'9'.repeat(300)}Z`, '2026-11-21T10:00:00.999Z'],
  ['0001-01-01T00:00:00Z', '0001-01-01T00:00:00.000Z'],
  ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
  ['0000-01-01T00:00:00Z', null],
  ['+010000-01-01T00:00:00.000Z', null],
  ['-000001-12-31T00:00:00.000Z', null],
  ['yesterday', null],
])('a phone whose clock shows %s can still order', async (sentAt, stored) => {
  await using shop = await openShop()

  expect((await sendOrder(shop, anOrder({ sentAt }))).status).toBe(201)
  const { sent_at } = (await shop.db('orders').first()) as { sent_at: Date | null }
  expect(sent_at && sent_at.toISOString()).toBe(stored)
})

test('the time until which staff answer follows the owner’s promise, also for an order placed before', async () => {
  await using shop = await openShop()
  const order = anOrder()
  const readHours = ({ body }: { body: Record<string, unknown> }) =>
    (Date.parse(String(body['answerBy'])) - Date.parse(String(body['createdAt']))) / 3_600_000
  expect(readHours(await sendOrder(shop, order))).toBe(24)

  await shop.db('shop_settings').insert({ schema: 1, settings: JSON.stringify({ promiseHours: 48 }) })

  expect(readHours(await sendOrder(shop, order))).toBe(48)
  expect(readHours(await sendOrder(shop, anOrder({ customerPhone: '050 111 22 33' })))).toBe(48)
})

test('`POST /api/orders` with a known id returns the stored order: 200, the same body, one row, one job', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db)
  const expected = anOrder({ productId })

  const first = await sendOrder(shop, expected)
  const again = await sendOrder(shop, { ...expected, customerPhone: '+380671234567', filledInMs: 99_000 })

  expect(again.status).toBe(200)
  expect(again.headers.get('idempotent-replayed')).toBe('true')
  expect(again.body).toEqual(first.body)
  expect(await counts(shop)).toEqual(oneRowEach)
})

test('fifty concurrent copies are one order with one response', { timeout: 20_000 }, async () => {
  await using shop = await openShop()
  const expected = anOrder({ productId: await createTestProduct(shop.db) })

  const responses = await Promise.all(Array.from({ length: 50 }, () => sendOrder(shop, expected)))

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(49)
  expect(new Set(responses.map(({ body }) => JSON.stringify(body))).size).toBe(1)
  expect(await counts(shop)).toEqual(oneRowEach)
})

test.each([
  ['another name', { customerName: 'Ольга' }],
  ['another phone', { customerPhone: '067 123 45 68' }],
  ['a comment', { customerComment: 'Швидше' }],
  ['another quantity', { quantity: 2 }],
  ['another package', { packageSize: '1кг' }],
])('the same id with %s is rejected and changes nothing', async (_case, change) => {
  await using shop = await openShop()
  const expected = anOrder({ productId: await createTestProduct(shop.db), packageSize: '50г', quantity: 1 })
  await sendOrder(shop, expected)

  const { status, body } = await sendOrder(shop, { ...expected, ...change })

  expect([status, body['code']]).toEqual([409, 'order_differs'])
  expect(await counts(shop)).toEqual(oneRowEach)
})

test('a copy of a placed order is never rejected, even after the product was deleted', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db)
  const expected = anOrder({ productId })
  const first = await sendOrder(shop, expected)

  await shop.db('products').where({ id: productId }).update({ is_active: false, price: '1.00' })
  const again = await sendOrder(shop, expected)
  await shop.db('products').where({ id: productId }).delete()
  const later = await sendOrder(shop, expected)

  expect([again.status, again.body]).toEqual([200, first.body])
  expect(later.status).toBe(200)
  expect(later.body).toMatchObject({ totalAmount: first.body['totalAmount'], items: [{ productId: null }] })
})

test('an unavailable product is named, nothing is placed, and the id stays rejected when the product returns', async () => {
  await using shop = await openShop()
  const deleted = await createTestProduct(shop.db, { slug: 'gone', is_active: false })
  const remaining = await createTestProduct(shop.db)
  const expected = anOrder({
    language: 'en',
    items: [
      { productId: remaining, packageSize: '50г', quantity: 1 },
      { productId: deleted, packageSize: '50г', quantity: 1 },
    ],
  })

  const first = await sendOrder(shop, expected)
  await shop.db('products').where({ id: deleted }).update({ is_active: true })
  const again = await sendOrder(shop, expected)
  const other = await sendOrder(shop, { ...expected, customerName: 'Ольга' })

  expect([first.status, first.body['code']]).toEqual([422, 'unavailable'])
  expect(first.body['details']).toEqual({
    items: [{ productId: deleted, slug: 'gone', name: 'Lemon chips', packageSize: '50г', reason: 'gone' }],
  })
  expect(again.status).toBe(422)
  expect(again.body['details']).toEqual(first.body['details'])
  expect(other.status).toBe(409)
  expect(await counts(shop)).toEqual({ order_ids: 1, orders: 0, order_items: 0, order_events: 0, job_outbox: 0 })
})

test.each([
  ['an unknown product', async () => randomUUID(), '50г', 'gone'],
  [
    'a product of an inactive category',
    async ({ db }: Shop) => createTestProduct(db, { category_id: await createTestCategory(db, { is_active: false }) }),
    '50г',
    'gone',
  ],
  [
    'a package that is not sold',
    async ({ db }: Shop) => createTestProduct(db, { available_packages: ['50г', '100г'] }),
    '1кг',
    'package',
  ],
])('%s cannot be ordered', async (_case, arrange, packageSize, reason) => {
  await using shop = await openShop()
  const productId = await arrange(shop)

  const { status, body } = await sendOrder(shop, anOrder({ productId, packageSize }))

  expect(status).toBe(422)
  expect(body['details']).toMatchObject({ items: [{ productId, packageSize, reason }] })
  expect((await counts(shop))['orders']).toBe(0)
})

test('a refusal is stored once despite concurrent copies', async () => {
  await using shop = await openShop()
  const expected = anOrder({ productId: randomUUID() })

  const responses = await Promise.all(Array.from({ length: 20 }, () => sendOrder(shop, expected)))

  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([422]))
  expect(await counts(shop)).toMatchObject({ order_ids: 1, orders: 0 })
})

test('a cancelled id is never placed', async () => {
  await using shop = await openShop()
  const expected = anOrder()
  await shop.db('order_ids').insert({ id: expected.id, outcome: 'cancelled' })

  const { status, body } = await sendOrder(shop, expected)

  expect([status, body['code']]).toEqual([410, 'order_cancelled'])
  expect((await counts(shop))['orders']).toBe(0)
})

test('without an id the same content within a minute is the same order, also when concurrent', async () => {
  await using shop = await openShop()
  const expected = anOrder({ id: undefined, productId: await createTestProduct(shop.db), quantity: 2 })

  const responses = await Promise.all(Array.from({ length: 10 }, () => sendOrder(shop, expected)))
  const again = await sendOrder(shop, expected)
  const other = await sendOrder(shop, { ...expected, quantity: 3 })

  expect(responses.filter(({ status }) => status === 201)).toHaveLength(1)
  expect(new Set([...responses, again].map(({ body }) => body['id'])).size).toBe(1)
  expect([again.status, again.headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  expect(other.status).toBe(201)
  expect(await counts(shop)).toMatchObject({ orders: 2, job_outbox: 2 })
})

test('without an id the same content a minute later is another order', async () => {
  await using shop = await openShop()
  const expected = anOrder({ id: undefined })
  const first = await sendOrder(shop, expected)
  await shop.db('orders').update({ created_at: shop.db.raw("now() - interval '61 seconds'") })

  const again = await sendOrder(shop, expected)

  expect(again.status).toBe(201)
  expect(again.body['id']).not.toBe(first.body['id'])
})

test('without an id a refusal stores nothing', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db, { is_active: false })
  const expected = anOrder({ id: undefined, productId })

  const refused = await sendOrder(shop, expected)
  await shop.db('products').where({ id: productId }).update({ is_active: true })
  const taken = await sendOrder(shop, expected)

  expect([refused.status, taken.status]).toEqual([422, 201])
})

test('a product without package and quantity is one of its first package', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db, { price: '10.00', available_packages: ['500г', '1кг'] })

  const { body } = await sendOrder(shop, anOrder({ productId, packageSize: null, customerComment: null }))

  expect(body).toMatchObject({ totalAmount: '80.00', items: [{ packageSize: '500г', quantity: 1 }] })
})

test('items take precedence over the single product', async () => {
  await using shop = await openShop()
  const [single, inItems] = [
    await createTestProduct(shop.db, { slug: 'single' }),
    await createTestProduct(shop.db, { slug: 'many' }),
  ]

  const { body } = await sendOrder(
    shop,
    anOrder({ productId: single, items: [{ productId: inItems, packageSize: '50г', quantity: 1 }] }),
  )

  expect(body['items']).toMatchObject([{ slug: 'many' }])
})

test('an enquiry has no lines and no total', async () => {
  await using shop = await openShop()

  const { status, body } = await sendOrder(
    shop,
    anOrder({ productId: null, customerComment: 'Чи є подарункові набори?' }),
  )

  expect(status).toBe(201)
  expect(body).toMatchObject({ items: [], totalAmount: null, quotedTotal: null })
  expect(await counts(shop)).toEqual({ ...oneRowEach, order_items: 0 })
})

test('the largest possible order is placed and returned', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db, { price: '99999.99' })
  const items = Array.from({ length: 50 }, () => ({ productId, packageSize: '1кг', quantity: 99 }))
  const expected = anOrder({ items })

  const first = await sendOrder(shop, expected)
  const again = await sendOrder(shop, expected)

  expect([first.status, first.body['totalAmount']]).toEqual([201, '7424999257.50'])
  expect(again.body).toEqual(first.body)
})

test('the quoted total is shown only when it differs', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db, { price: '10.00' })

  const same = await sendOrder(shop, anOrder({ productId, totalAmount: '10.00' }))
  const other = await sendOrder(shop, anOrder({ productId, totalAmount: 9.5 }))

  expect(same.body).toMatchObject({ totalAmount: '10.00', quotedTotal: null })
  expect(other.body).toMatchObject({ totalAmount: '10.00', quotedTotal: '9.50' })
})

test('an unparsable phone is stored as typed and flagged, and the order is placed', async () => {
  await using shop = await openShop()

  const { status } = await sendOrder(shop, anOrder({ customerPhone: '80671234567 дом. 5' }))

  expect(status).toBe(201)
  expect(await shop.db('orders').first()).toMatchObject({ customer_phone: '80671234567 дом. 5', phone_is_valid: false })
})

test.each([
  ['a filled honeypot', { website: 'https://spam.example' }],
  ['a form filled in within a second', { filledInMs: 1_000 }],
])('%s flags the order and never rejects it', async (_case, hint) => {
  await using shop = await openShop()

  const { status } = await sendOrder(shop, anOrder(hint))

  expect(status).toBe(201)
  expect(await shop.db('orders').first()).toMatchObject({ is_suspect: true })
  expect(await shop.db('job_outbox').first()).toMatchObject({ can_wait: true })
})

test('a prefilled form is not flagged, however fast it was sent', async () => {
  await using shop = await openShop()

  // The page omits the time then.
  await sendOrder(shop, anOrder({ filledInMs: undefined }))

  expect(await shop.db('orders').first()).toMatchObject({ is_suspect: false })
})

test('the rate limit of one address is exact; copies of its orders do not count', async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, perAddress10Min: 2 } })
  const first = anOrder()
  await sendOrder(shop, first, from('2001:db8:1:2::5'))
  await sendOrder(shop, first, from('2001:db8:1:2::5'))
  await sendOrder(shop, anOrder(), from('2001:db8:1:2:ffff::6'))
  await shop
    .db('orders')
    .where({ id: first.id })
    .update({ created_at: shop.db.raw("now() - interval '9 minutes'") })

  const refused = await sendOrder(shop, anOrder(), from('2001:db8:1:2::7'))
  const copy = await sendOrder(shop, first, from('2001:db8:1:2::7'))
  const neighbour = await sendOrder(shop, anOrder(), from('2001:db8:1:3::5'))

  expect([refused.status, refused.body['code']]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(50)
  expect(Number(refused.headers.get('retry-after'))).toBeLessThanOrEqual(60)
  expect(copy.status).toBe(200)
  expect(neighbour.status).toBe(201)
  expect(await shop.db('order_ids')).toHaveLength(3)
})

test('a rate-limited id is placed later', async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, perAddressDay: 1 } })
  await sendOrder(shop, anOrder())
  const expected = anOrder()
  const refused = await sendOrder(shop, expected)
  await shop.db('orders').update({ created_at: shop.db.raw("now() - interval '25 hours'") })

  const taken = await sendOrder(shop, expected)

  expect([refused.status, taken.status]).toEqual([429, 201])
})

test('one phone orders five times an hour, from any address', async () => {
  await using shop = await openShop()
  const statuses = []
  for (let item = 1; item <= 6; item += 1)
    statuses.push((await sendOrder(shop, anOrder(), from(`203.0.113.${item}`))).status)

  expect(statuses).toEqual([201, 201, 201, 201, 201, 429])
})

test('a flooded shop still places orders, and flags them', async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, shopHour: 2 } })

  for (let item = 0; item < 3; item += 1) expect((await sendOrder(shop, anOrder())).status).toBe(201)

  expect((await shop.db('orders').orderBy('created_at')).map((row) => row.is_suspect)).toEqual([false, false, true])
})

test('a thousand concurrent orders from one address leave no more than the daily limit', {
  timeout: 60_000,
}, async () => {
  await using shop = await openShop({ orderLimits: { ...noLimits, perAddressDay: 50 } })
  let remaining = 1_000
  await Promise.all(
    Array.from({ length: 20 }, async () => {
      while (remaining-- > 0) await sendOrder(shop, anOrder({ customerPhone: `067 ${1_000_000 + remaining}` }))
    }),
  )

  expect((await counts(shop))['orders']).toBe(50)
})

test('orders store no address', async () => {
  await using shop = await openShop()
  await sendOrder(shop, anOrder(), from('203.0.113.77'))

  const text = JSON.stringify(await shop.db('orders').first())

  expect(text).not.toContain('203.0.113')
})

test('an order’s id gives access to status and lines, in the requested language, without the name', async () => {
  await using shop = await openShop()
  const names = { ua: 'Лимон', en: 'Lemon' }
  const expected = anOrder({ productId: await createTestProduct(shop.db, { names }), customerComment: 'Під’їзд 3' })
  await sendOrder(shop, expected)

  const { status, body, headers } = await shop.send('GET', `/api/orders/${expected.id}?lang=ru`)
  const ukrainian = await shop.send('GET', `/api/orders/${expected.id}`)

  expect(status).toBe(200)
  expect(headers.get('cache-control')).toBe('no-store')
  expect(body).toMatchObject({ id: expected.id, status: 'pending', items: [{ name: 'Lemon' }] })
  expect(ukrainian.body).toMatchObject({ items: [{ name: 'Лимон' }] })
  expect(JSON.stringify(body)).not.toMatch(/Олена|671234567|067 123|Під/)
})

test('an unknown id is not found', async () => {
  await using shop = await openShop()

  expect((await shop.send('GET', `/api/orders/${randomUUID()}`)).status).toBe(404)
})

test.each([
  ['no name', { customerName: ' ' }, 'body.customerName'],
  ['a phone of three digits', { customerPhone: '102' }, 'body.customerPhone'],
  ['an unknown package', { productId: randomUUID(), packageSize: 'велика' }, 'body.packageSize'],
  ['half an item', { quantity: 0.5 }, 'body.quantity'],
  ['a price of its own', { unitPrice: '0.01' }, 'body'],
  ['an id with a timestamp', { id: '01a1fbe7-b448-7000-8000-000000000000' }, 'body.id'],
])('an order with %s is rejected with the field in the response', async (_case, change, field) => {
  await using shop = await openShop()

  const { status, body } = await sendOrder(shop, anOrder(change))

  expect(status).toBe(400)
  expect(body).toMatchObject({ code: 'invalid_request', details: { fields: [field] } })
  expect((await counts(shop))['order_ids']).toBe(0)
})

test('an order and its job are committed or rolled back together', async () => {
  await using shop = await openShop()
  await shop.db.raw("ALTER TABLE job_outbox ADD CONSTRAINT no_jobs CHECK (name <> 'order-placed')")
  const expected = anOrder({ productId: await createTestProduct(shop.db) })

  const failed = await sendOrder(shop, expected)
  const afterFailure = await counts(shop)
  await shop.db.raw('ALTER TABLE job_outbox DROP CONSTRAINT no_jobs')
  const taken = await sendOrder(shop, expected)

  expect([failed.status, failed.body['code']]).toEqual([500, 'internal'])
  expect(afterFailure).toEqual({ order_ids: 0, orders: 0, order_items: 0, order_events: 0, job_outbox: 0 })
  expect(taken.status).toBe(201)
})
