import { randomUUID } from 'node:crypto'
import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { orderStatuses } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { createTestOrder } from '../../test/orders.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { createTestUser, signIn } from '../../test/users.ts'

type Response = { status: number; body: Record<string, unknown> }

/** Places an order of three packages of a product for 214.29 each; `amend` changes it. */
async function placeAmendableOrder(shop: Shop, browser: Pick<Shop, 'send'> = shop) {
  const editor = await createSignedInStaff(shop)
  const productId = await createTestProduct(shop.db, { slug: 'lemon', price: '119.05' })
  const request = {
    id: randomUUID(),
    customerName: 'Олена',
    customerPhone: '067 123 45 67',
    customerComment: 'без цукру',
    filledInMs: 9_000,
    items: [{ productId, packageSize: '100г', quantity: 3 }],
    totalAmount: '642.87',
  }
  expect((await browser.send('POST', '/api/orders', request)).status).toBe(201)
  const { id } = request
  const amend = (changes: Record<string, unknown> = {}, sender = editor): Promise<Response> =>
    sender.send('PUT', `/api/admin/orders/${id}/contents`, {
      version: 1,
      items: [{ line: 0, quantity: 2 }],
      adjustments: [],
      reason: 'Телефоном',
      ...changes,
    })
  const read = async () => (await editor.send('GET', `/api/admin/orders/${id}?lang=ua`)).body as unknown as StaffOrder
  return { editor, productId, request, id, amend, read }
}

const adjustments = [
  { kind: 'delivery', amount: '60', reason: '' },
  { kind: 'discount', amount: '10,05', reason: 'постійний гість' },
  { kind: 'surcharge', amount: '0.01', reason: 'пакування' },
]

// catches mutation: first-version-kept, amendment-audited
test('staff change lines and adjustments: the total is exact, every version is kept, the change is audited', async () => {
  await using shop = await openShop()
  const { editor, id, amend, read } = await placeAmendableOrder(shop)
  const mango = await createTestProduct(shop.db, { slug: 'mango', price: '200.00', names: { ua: 'Манго' } })

  const items = [
    { line: 0, quantity: 2 },
    { productId: mango, packageSize: '50г', quantity: 1 },
  ]
  const { status, body } = await amend({ items, adjustments })

  expect(status).toBe(200)
  // 2 × 214.29 + 200.00 + 60.00 − 10.05 + 0.01
  expect(body).toMatchObject({
    version: 2,
    totalAmount: '678.54',
    quotedTotal: null,
    items: [
      { slug: 'lemon', quantity: 2, unitPrice: '214.29' },
      { slug: 'mango', quantity: 1, unitPrice: '200.00' },
    ],
    adjustments: [
      { kind: 'delivery', amount: '60.00', reason: '' },
      { kind: 'discount', amount: '10.05', reason: 'постійний гість' },
      { kind: 'surcharge', amount: '0.01', reason: 'пакування' },
    ],
    amendedAt: expect.any(String) as string,
    versions: [
      { version: 1, totalAmount: '642.87', items: [{ quantity: 3 }], adjustments: [] },
      { version: 2, totalAmount: '678.54' },
    ],
  })
  expect((await read()).timeline.at(-1)).toMatchObject({
    kind: 'note',
    version: 2,
    note: 'Телефоном',
    by: { id: editor.user.id },
  })
  expect((await readStaffAudit(shop.db))[0]).toMatchObject({
    action: 'order.amended',
    thing_id: id,
    before: { total: '642.87', lines: ['lemon 100г × 3'] },
    after: { total: '678.54', adjustments: ['delivery 60.00', 'discount −10.05', 'surcharge 0.01'] },
  })
})

test('the customer sees the present lines and the adjustments, and not the internal reason', async () => {
  await using shop = await openShop()
  const { id, amend } = await placeAmendableOrder(shop)
  await amend({ adjustments })

  const { body } = await shop.send('GET', `/api/orders/${id}`)

  expect(body).toMatchObject({
    items: [{ quantity: 2 }],
    totalAmount: '478.54',
    adjustments: [{ kind: 'delivery' }, { reason: 'постійний гість' }, { reason: 'пакування' }],
    amendedAt: expect.any(String) as string,
  })
  expect(JSON.stringify(body)).not.toContain('Телефоном')
})

test('a retry of the original request after a change replays the order, and another content is refused', async () => {
  await using shop = await openShop()
  const { request, id, amend } = await placeAmendableOrder(shop)
  const outcome = await shop.db('order_ids').where({ id }).first()
  await amend({ adjustments })

  const retry = await shop.send('POST', '/api/orders', request)
  const amendedContent = [{ ...request.items[0], quantity: 2 }]
  const other = await shop.send('POST', '/api/orders', { ...request, items: amendedContent })

  expect([retry.status, retry.headers.get('idempotent-replayed'), retry.body['id']]).toEqual([200, 'true', id])
  expect([other.status, other.body['code']]).toEqual([409, 'order_differs'])
  expect(await shop.db('order_ids').where({ id }).first()).toEqual(outcome)
  expect(await shop.db('orders')).toMatchObject([
    { customer_comment: 'без цукру', customer_phone_typed: '067 123 45 67', quoted_total: '642.87' },
  ])
})

// catches mutation: amendment-compared
test('a change of an outdated version is refused with the author of the present one', async () => {
  await using shop = await openShop()
  const { amend } = await placeAmendableOrder(shop)
  const colleague = await createSignedInStaff(shop)
  await shop.db('users').where({ id: colleague.user.id }).update({ first_name: 'Єва', last_name: 'Коваль' })
  await amend({ items: [{ line: 0, quantity: 5 }] }, colleague)

  const { status, body } = await amend()

  expect(status).toBe(409)
  expect(body).toMatchObject({
    code: 'changed_meanwhile',
    details: { status: 'pending', version: 2, name: 'Єва Коваль' },
  })
})

test('a repeat of a change whose response was lost creates no version', async () => {
  await using shop = await openShop()
  const { amend } = await placeAmendableOrder(shop)
  await amend({ adjustments })

  const { status, body } = await amend({ adjustments })

  expect([status, body['version']]).toEqual([200, 2])
  expect(await shop.db('order_versions')).toHaveLength(2)
})

// catches mutation: amendments-serialised
test('of concurrent changes exactly one creates the next version', async () => {
  await using shop = await openShop()
  const { amend, read } = await placeAmendableOrder(shop)

  const quantities = [4, 5, 6, 7]
  const responses = await Promise.all(quantities.map((quantity) => amend({ items: [{ line: 0, quantity }] })))

  expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409, 409, 409])
  expect((await read()).versions).toHaveLength(2)
})

// catches mutation: closed-order-not-amended
test('only pending and confirmed orders can be changed', async () => {
  await using shop = await openShop()
  const { id, amend } = await placeAmendableOrder(shop)

  const results: [string, number][] = []
  let version = 1
  for (const status of orderStatuses) {
    await shop.db('orders').where({ id }).update({ status })
    const response = await amend({ version, items: [{ line: 0, quantity: 10 + version }] })
    if (response.status === 200) version += 1
    results.push([status, response.status])
  }

  expect(results).toEqual([
    ['pending', 200],
    ['confirmed', 200],
    ['completed', 409],
    ['cancelled', 409],
  ])
})

// catches mutation: discount-limited
test('a discount above the total, a missing reason, no change and a missing line are refused', async () => {
  await using shop = await openShop()
  const { productId, amend } = await placeAmendableOrder(shop)
  const discount = (amount: string, reason = 'x') => ({ adjustments: [{ kind: 'discount', amount, reason }] })

  for (const changes of [
    discount('428.59'),
    discount('10', ''),
    discount('0'),
    { adjustments: [{ kind: 'delivery', amount: 60, reason: '' }] },
    { items: [{ line: 0, quantity: 3 }] },
    { items: [{ line: 1, quantity: 1 }] },
    { items: [] },
    { reason: ' ' },
  ]) {
    const { status, body } = await amend(changes)
    expect([status, body['code']], JSON.stringify(changes)).toEqual([400, 'invalid_request'])
  }
  expect((await amend({ items: [{ productId: randomUUID(), packageSize: '50г', quantity: 1 }] })).status).toBe(422)
  expect((await amend(discount('428.58'))).body['totalAmount']).toBe('0.00')
  expect(productId).toBeTruthy()
})

test('a kept line keeps its price and its deleted product; an added line has the present price', async () => {
  await using shop = await openShop()
  const { productId, amend } = await placeAmendableOrder(shop)
  await shop.db('products').where({ id: productId }).delete()
  const pear = await createTestProduct(shop.db, { slug: 'pear', price: '300.00' })

  const items = [
    { line: 0, quantity: 1 },
    { productId: pear, packageSize: '100g', quantity: 1 },
  ]
  const { body } = await amend({ items })

  expect(body).toMatchObject({
    totalAmount: '754.29',
    items: [
      { productId: null, slug: 'lemon', unitPrice: '214.29' },
      { productId: pear, unitPrice: '540.00' },
    ],
  })
})

// catches mutation: amendment-sent-to-chats, amendment-shown-in-message
test('a change notifies the customer’s chats and updates the staff messages once', async () => {
  await using shop = await openShop()
  const { id, amend } = await placeAmendableOrder(shop)
  await shop.db('order_chats').insert({ order_id: id, chat_id: '77', language: 'ru' })
  await shop.db('order_messages').insert({ order_id: id, chat_id: '-100', message_id: 5 })

  await amend()
  await amend()

  const [event] = await shop.db('order_events').where({ order_id: id }).whereNotNull('version')
  expect(await shop.db('job_outbox').whereNot({ name: 'order-placed' }).orderBy('id').pluck('key')).toEqual([
    `order-amended_${id}_${event.id}_77`,
    `order-shown_${id}_${event.id}_-100_5`,
  ])
})

test('a change removes the duplicate mark of the staff message of the other order', async () => {
  await using shop = await openShop()
  const { request, amend } = await placeAmendableOrder(shop)
  const twin = randomUUID()
  await shop.send('POST', '/api/orders', { ...request, id: twin })
  await shop.db('order_messages').insert({ order_id: twin, chat_id: '-100', message_id: 6 })

  await amend()

  expect(await shop.db('job_outbox').where({ name: 'order-shown' }).pluck('key')).toEqual([
    expect.stringContaining(twin),
  ])
})

test('the export of an account contains every version of its orders', async () => {
  await using shop = await openShop()
  const browser = await signIn(shop, await createTestUser(shop.db))
  const { amend } = await placeAmendableOrder(shop, browser)
  await amend({ adjustments })

  const { body } = await browser.send('GET', '/api/auth/user/data')

  expect(body['orders']).toMatchObject([
    { versions: [{ totalAmount: '642.87' }, { totalAmount: '478.54', adjustments: [{}, {}, {}] }] },
  ])
  expect(JSON.stringify(body)).not.toContain('Телефоном')
})

test('the CSV lists adjustments after the products', async () => {
  await using shop = await openShop()
  const { editor, amend } = await placeAmendableOrder(shop)
  await amend({ adjustments })
  const cookie = [...editor.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const table = await (await fetch(`${shop.url}/api/admin/orders.csv`, { headers: { cookie } })).text()

  expect(table).toContain('"Лимонні чипси 100г × 2\nДоставка 60,00\nЗнижка -10,05\nДоплата 0,01";"478,54";"642,87";')
})

test('customers cannot change an order, and an unknown order is not found', async () => {
  await using shop = await openShop()
  const { editor, id } = await placeAmendableOrder(shop)
  const change = { version: 1, items: [{ line: 0, quantity: 2 }], adjustments: [], reason: 'x' }
  const customer = await signIn(shop, await createTestUser(shop.db))
  const unknown = await createTestOrder(shop.db).then(() => randomUUID())

  expect((await shop.send('PUT', `/api/admin/orders/${id}/contents`, change)).status).toBe(401)
  expect((await customer.send('PUT', `/api/admin/orders/${id}/contents`, change)).status).toBe(403)
  expect((await editor.send('PUT', `/api/admin/orders/${unknown}/contents`, change)).status).toBe(404)
})
