import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

const path = '/api/admin/products/prices'
const pricesOf = (shop: Shop) => shop.db('products').orderBy('slug').pluck<string[]>('price')

/** A shop with two products, `apple` for 100 and `lemon` for 119. */
async function openPricedShop() {
  const shop = await openShop()
  const apple = await createTestProduct(shop.db, { slug: 'apple', price: '100.00' })
  const lemon = await createTestProduct(shop.db, { slug: 'lemon', price: '119.00' })
  return { shop, apple, lemon, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

// catches mutation: bulk-price-audited
test('an editor changes several prices at once, each with an audit line; an unchanged one has none', async () => {
  await using priced = await openPricedShop()
  const { shop, apple, lemon } = priced
  const editor = await createSignedInStaff(shop)
  const other = await createTestProduct(shop.db, { slug: 'pear', price: '50.00' })
  const prices = [
    { id: apple, version: 1, price: '90.00' },
    { id: lemon, version: 1, price: '107,10' },
    { id: other, version: 1, price: '50' },
  ]

  const { status, body } = await editor.send('PUT', path, { prices })

  expect([status, body]).toEqual([200, { changed: 2 }])
  expect(await pricesOf(shop)).toEqual(['90.00', '107.10', '50.00'])
  expect((await shop.send('GET', '/api/products/lemon')).body['price']).toBe('107.10')
  const lines = await readStaffAudit(shop.db).select('action', 'thing_id', 'user_id', 'before', 'after')
  const line = { action: 'product.changed', user_id: editor.user.id }
  expect(lines).toEqual([
    { ...line, thing_id: apple, before: { price: '100.00' }, after: { price: '90.00' } },
    { ...line, thing_id: lemon, before: { price: '119.00' }, after: { price: '107.10' } },
  ])
  // The versions are newer: the same request again is an edit conflict.
  expect((await editor.send('PUT', path, { prices })).body['code']).toBe('changed_meanwhile')
})

// catches mutation: bulk-price-edit-conflict
test('a newer version of one product refuses all prices and names it', async () => {
  await using priced = await openPricedShop()
  const { shop, apple, lemon } = priced
  const [first, second] = [await createSignedInStaff(shop), await createSignedInStaff(shop)]
  await first.send('PUT', path, { prices: [{ id: lemon, version: 1, price: '120' }] })

  const { status, body } = await second.send('PUT', path, {
    prices: [
      { id: apple, version: 1, price: '110' },
      { id: lemon, version: 1, price: '130' },
    ],
  })

  expect([status, body['code'], body['details']]).toEqual([409, 'changed_meanwhile', { ids: [lemon] }])
  expect(await pricesOf(shop)).toEqual(['100.00', '120.00'])
})

test.each<[string, (id: string) => object[], number, string]>([
  ['a product that no longer exists', (id) => [{ id }, { id: randomUUID() }], 404, 'not_found'],
  ['the same product twice', (id) => [{ id }, { id }], 400, 'invalid_request'],
  ['a price of zero', (id) => [{ id, price: '0' }], 400, 'invalid_request'],
  ['a price above the maximum', (id) => [{ id, price: '100000' }], 400, 'invalid_request'],
  ['parts of a kopiyka', (id) => [{ id, price: '1.005' }], 400, 'invalid_request'],
  ['no version', (id) => [{ id, version: undefined }], 400, 'invalid_request'],
  ['no products', () => [], 400, 'invalid_request'],
  ['too many products', () => Array.from({ length: 501 }, () => ({ id: randomUUID() })), 400, 'invalid_request'],
])('%s is refused, and no price changes', async (_, build, expectedStatus, code) => {
  await using priced = await openPricedShop()
  const { shop, apple } = priced
  const editor = await createSignedInStaff(shop)

  const { status, body } = await editor.send('PUT', path, {
    prices: build(apple).map((price) => ({ version: 1, price: '90', ...price })),
  })

  expect([status, body['code']]).toEqual([expectedStatus, code])
  expect(await pricesOf(shop)).toEqual(['100.00', '119.00'])
  expect(await readStaffAudit(shop.db).select('action')).toEqual([])
})
