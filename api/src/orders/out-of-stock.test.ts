import { randomUUID } from 'node:crypto'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'
import { createTestUser, signIn } from '../../test/users.ts'

const policyPath = '/api/admin/stock-policy'
const tomorrow = kyivDay(Date.now() + 24 * 3_600_000)

const buildOrder = (changes: object) => ({
  id: randomUUID(),
  customerName: 'Олена',
  customerPhone: '067 123 45 67',
  ...changes,
})
const sendOrder = (shop: Shop, order: object) => shop.send('POST', '/api/orders', order)

/** Creates a lemon of which 50 g are out, 100 g are back tomorrow and 500 g were back yesterday. */
async function createLemon({ db }: Shop): Promise<string> {
  const productId = await createTestProduct(db, { slug: 'lemon' })
  const rows = { '50г': null, '100г': tomorrow, '500г': '2020-01-01' }
  await db('product_stock').insert(
    Object.entries(rows).map(([packageSize, backOn]) => ({
      product_id: productId,
      package_size: packageSize,
      back_on: backOn,
    })),
  )
  return productId
}

const refuse = ({ db }: Shop) => db('stock_policy').insert({ orders: 'refuse' })

// catches mutation: out-of-stock-is-backorder
test('an order of packages that are not in stock is placed: their lines are backorders for the customer and for staff', async () => {
  await using shop = await openShop()
  const productId = await createLemon(shop)
  const editor = await createSignedInStaff(shop)
  const sizes = ['50г', '100г', '500г', '1кг'] as const
  const order = buildOrder({ items: sizes.map((packageSize) => ({ productId, packageSize, quantity: 1 })) })

  const placed = await sendOrder(shop, order)
  const replayed = await sendOrder(shop, order)

  expect([placed.status, replayed.status]).toEqual([201, 200])
  expect(replayed.body).toEqual(placed.body)
  const items = placed.body['items'] as { packageSize: string; isBackorder?: boolean }[]
  expect(items.filter(({ isBackorder }) => isBackorder).map(({ packageSize }) => packageSize)).toEqual(['50г', '100г'])
  const staffOrder = await editor.send('GET', `/api/admin/orders/${order.id}`)
  expect(staffOrder.body['items']).toEqual(items)
  expect((await editor.send('GET', '/api/admin/orders')).body['orders']).toMatchObject([{ hasBackorder: true }])
})

test('a change of an order keeps the mark of its backordered lines and marks added ones', async () => {
  await using shop = await openShop()
  const productId = await createLemon(shop)
  const editor = await createSignedInStaff(shop)
  const order = buildOrder({
    items: ['50г', '1кг'].map((packageSize) => ({ productId, packageSize, quantity: 1 })),
  })
  await sendOrder(shop, order)

  const { status, body } = await editor.send('PUT', `/api/admin/orders/${order.id}/contents`, {
    version: 1,
    items: [
      { line: 0, quantity: 2 },
      { line: 1, quantity: 1 },
      { productId, packageSize: '100г', quantity: 1 },
    ],
    adjustments: [],
    reason: 'Телефоном',
  })

  expect(status).toBe(200)
  expect(body['items']).toMatchObject([
    { packageSize: '50г', isBackorder: true },
    expect.not.objectContaining({ isBackorder: true }),
    { packageSize: '100г', isBackorder: true },
  ])
})

test('an order of what is in stock has no mark', async () => {
  await using shop = await openShop()
  const productId = await createLemon(shop)
  const editor = await createSignedInStaff(shop)

  const { status, body } = await sendOrder(shop, buildOrder({ productId, packageSize: '500г', quantity: 2 }))

  expect(status).toBe(201)
  expect(body['items']).toEqual([expect.not.objectContaining({ isBackorder: expect.anything() })])
  expect((await editor.send('GET', '/api/admin/orders')).body['orders']).toEqual([
    expect.not.objectContaining({ hasBackorder: expect.anything() }),
  ])
})

// catches mutation: out-of-stock-refused
test('a shop that refuses such orders names product, package and day; a repeat of the id stays refused, an edit is accepted', async () => {
  await using shop = await openShop()
  const productId = await createLemon(shop)
  await refuse(shop)
  const order = buildOrder({
    language: 'en',
    items: [
      { productId, packageSize: '50г', quantity: 1 },
      { productId, packageSize: '100г', quantity: 1 },
      { productId, packageSize: '500г', quantity: 1 },
    ],
  })

  const refused = await sendOrder(shop, order)

  expect([refused.status, refused.body['code']]).toEqual([422, 'unavailable'])
  const lemon = { productId, slug: 'lemon', name: 'Lemon chips', reason: 'package' }
  const details = {
    items: [
      { ...lemon, packageSize: '50г', stock: 'out' },
      { ...lemon, packageSize: '100г', stock: tomorrow },
    ],
  }
  expect(refused.body['details']).toEqual(details)
  expect(await shop.db('orders')).toEqual([])

  await shop.db('product_stock').delete()
  const repeated = await sendOrder(shop, order)
  expect([repeated.status, repeated.body['details']]).toEqual([422, details])
  expect((await sendOrder(shop, { ...order, id: randomUUID() })).status).toBe(201)
  expect(await shop.db('orders').pluck('status')).toEqual(['pending'])
})

test('a refused order leaves the cart as it is', async () => {
  await using shop = await openShop()
  const productId = await createLemon(shop)
  await refuse(shop)
  const user = await createTestUser(shop.db)
  const customer = await signIn(shop, user)
  const items = [{ productId, packageSize: '50г', quantity: 2 }]
  await customer.send('POST', '/api/cart', items[0])
  // The catalogue in memory has the product a moment later.
  const readCart = async () => (await customer.send('GET', '/api/cart')).body
  await expect.poll(readCart).toMatchObject([{ packageSize: '50г', quantity: 2 }])

  const { status } = await customer.send('POST', '/api/orders', buildOrder({ items, ownerId: user.id, fromCart: true }))

  expect(status).toBe(422)
  expect(await readCart()).toMatchObject([{ packageSize: '50г', quantity: 2 }])
})

// catches mutation: stock-policy-audited, stock-policy-admin-only
test('staff read the policy, admins change it, and the audit log has the change once', async () => {
  await using shop = await openShop()
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]

  expect((await editor.send('GET', policyPath)).body).toEqual({ orders: 'backorder' })
  expect((await editor.send('PUT', policyPath, { orders: 'refuse' })).body['code']).toBe('forbidden')
  for (const orders of ['refuse', 'refuse', 'backorder', 'refuse']) {
    expect((await admin.send('PUT', policyPath, { orders })).body).toEqual({ orders })
  }
  expect((await editor.send('GET', policyPath)).body).toEqual({ orders: 'refuse' })
  expect((await admin.send('PUT', policyPath, { orders: 'sell' })).body['code']).toBe('invalid_request')
  const audited = await readStaffAudit(shop.db).where({ action: 'stock.changed' }).select('before', 'after')
  expect(audited).toEqual([
    { before: { orders: 'backorder' }, after: { orders: 'refuse' } },
    { before: { orders: 'refuse' }, after: { orders: 'backorder' } },
    { before: { orders: 'backorder' }, after: { orders: 'refuse' } },
  ])
})
