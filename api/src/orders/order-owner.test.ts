import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { createSignedInUser, openBrowser } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'

const anOrder = (changes: object = {}) => ({
  id: randomUUID(),
  customerName: 'Олена',
  customerPhone: '067 123 45 67',
  filledInMs: 9_000,
  ...changes,
})

test('an order of a signed-in customer is in their history, in their language; a guest’s order has no owner', async () => {
  await using shop = await openShop()
  const productId = await createTestProduct(shop.db)
  const browser = await createSignedInUser(shop)
  const first = anOrder({ productId })
  const second = anOrder({ ownerId: browser.user.id })
  await browser.send('POST', '/api/orders', first)
  await browser.send('POST', '/api/orders', second)
  await openBrowser(shop).send('POST', '/api/orders', anOrder())
  await browser.send('POST', '/api/orders', anOrder({ ownerId: null }))

  const { body } = await browser.send('GET', '/api/users/orders?lang=en')

  expect(body).toMatchObject({
    total: 2,
    orders: [{ id: second.id }, { id: first.id, items: [{ name: 'Lemon chips' }] }],
  })
  expect((await browser.send('GET', '/api/users/orders?limit=1&offset=1')).body).toMatchObject({
    total: 2,
    orders: [{ id: first.id }],
  })
  expect(await shop.db('orders').whereNull('user_id')).toHaveLength(2)
})

test('a queued order is rejected under another session or under none, and its id is not used up', async () => {
  await using shop = await openShop()
  const owner = await createSignedInUser(shop)
  const other = await createSignedInUser(shop)
  const order = anOrder({ ownerId: owner.user.id })
  const stack = async (browser: { send: typeof owner.send }) => {
    const { status, body } = await browser.send('POST', '/api/orders', order)
    return [status, body['code']]
  }

  expect(await stack(openBrowser(shop))).toEqual([401, 'unauthorized'])
  expect(await stack(other)).toEqual([409, 'account_mismatch'])
  expect(await shop.db('order_ids')).toHaveLength(0)
  expect(await stack(owner)).toEqual([201, undefined])
  expect(await shop.db('orders').first()).toMatchObject({ id: order.id, user_id: owner.user.id })
})

test('a copy of a placed order is never rejected, whichever account is signed in by then', async () => {
  await using shop = await openShop()
  const owner = await createSignedInUser(shop)
  const other = await createSignedInUser(shop)
  const order = anOrder({ ownerId: owner.user.id })
  await owner.send('POST', '/api/orders', order)
  await owner.send('POST', '/api/auth/logout')

  for (const browser of [owner, other, openBrowser(shop)]) {
    const { status, headers } = await browser.send('POST', '/api/orders', order)
    expect([status, headers.get('idempotent-replayed')]).toEqual([200, 'true'])
  }
  expect(await shop.db('orders')).toHaveLength(1)
})
