import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { createTestUser, signIn } from '../../test/users.ts'

const emailJobs = ({ db }: Shop) => db('job_outbox').where({ name: 'order-emailed' }).orderBy('id').pluck('payload')

/** Opens a customer's browser and a product to order. */
async function openCustomer(shop: Shop, row: object = {}) {
  const user = await createTestUser(shop.db, { ...row })
  const browser = await signIn(shop, user)
  const productId = await createTestProduct(shop.db, { slug: 'lemon' })
  const order = {
    id: randomUUID(),
    customerName: 'Олена',
    customerPhone: '067 123 45 67',
    filledInMs: 9_000,
    items: [{ productId, packageSize: '50г', quantity: 1 }],
  }
  return { browser, order }
}

// catches mutation: status-sent-by-email, amendment-sent-by-email
test('an order of an account is one e-mail when it arrives, when it is confirmed, amended and cancelled', async () => {
  await using shop = await openShop()
  const { browser, order } = await openCustomer(shop)
  const editor = await createSignedInStaff(shop)
  const path = `/api/admin/orders/${order.id}`

  expect((await browser.send('POST', '/api/orders', order)).status).toBe(201)
  expect((await browser.send('POST', '/api/orders', order)).status).toBe(200)
  await editor.send('PUT', `${path}/status`, { status: 'confirmed' })
  const amendment = { version: 1, items: [{ line: 0, quantity: 2 }], adjustments: [], reason: 'Більше' }
  expect((await editor.send('PUT', `${path}/contents`, amendment)).status).toBe(200)
  await editor.send('PUT', `${path}/status`, { status: 'completed' })
  await editor.send('PUT', `${path}/status`, { status: 'cancelled' })

  const events = await shop.db('order_events').where({ order_id: order.id }).orderBy('id').pluck('id')
  const [, confirmed, amended, , cancelled] = events.map(Number)
  expect(await emailJobs(shop)).toMatchObject(
    [0, confirmed, amended, cancelled].map((event) => ({ orderId: order.id, event })),
  )
})

test.each([
  ['turned e-mails off', { order_emails: false }],
  ['has no e-mail address', { email: null, phone: '+380671234567' }],
])('a customer who %s receives none', async (_, row) => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const browser = await signIn(shop, user)
  await shop.db('users').where({ id: user.id }).update(row)
  const productId = await createTestProduct(shop.db, { slug: 'lemon' })
  const items = [{ productId, packageSize: '50г', quantity: 1 }]
  const order = { id: randomUUID(), customerName: 'Олена', customerPhone: '0671234567', filledInMs: 9_000, items }

  expect((await browser.send('POST', '/api/orders', order)).status).toBe(201)

  expect(await emailJobs(shop)).toEqual([])
})

test('a guest’s order is no e-mail', async () => {
  await using shop = await openShop()
  const { order } = await openCustomer(shop)

  expect((await shop.send('POST', '/api/orders', order)).status).toBe(201)

  expect(await emailJobs(shop)).toEqual([])
})

test('customers turn e-mails off and on in their settings', async () => {
  await using shop = await openShop()
  const { browser } = await openCustomer(shop)

  expect((await browser.send('GET', '/api/auth/user')).body['orderEmails']).toBe(true)
  expect((await browser.send('PUT', '/api/auth/user', { orderEmails: false })).body['orderEmails']).toBe(false)
  expect((await browser.send('PUT', '/api/auth/user', { firstName: 'Оля' })).body['orderEmails']).toBe(false)
})
