import { kyivDay } from '@tsedra/contract/kyiv-day'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, readStaffAudit } from '../../test/staff.ts'

const DAY_MS = 24 * 3_600_000
const tomorrow = kyivDay(Date.now() + DAY_MS)
const pathOf = (id: string) => `/api/admin/products/${id}/stock`

// catches mutation: stock-change-audited
test('an editor sets the stock of packages: product, list and snapshot have it, and the audit log has the changes', async () => {
  await using shop = await openShop()
  const id = await createTestProduct(shop.db, { slug: 'lemon', available_packages: ['50г', '500г'] })
  const editor = await createSignedInStaff(shop)
  const set = async (packageSize: string, stock: string) =>
    (await editor.send('PUT', pathOf(id), { packageSize, stock })).body['stock']

  expect(await set('50г', 'out')).toEqual({ '50г': 'out' })
  expect(await set('500 g', tomorrow)).toEqual({ '50г': 'out', '500г': tomorrow })
  const stock = { '50г': 'out', '500г': tomorrow }
  expect((await shop.send('GET', '/api/products/lemon')).body['stock']).toEqual(stock)
  expect((await shop.send('GET', '/api/products')).body['products']).toMatchObject([{ stock }])
  expect((await editor.send('GET', '/api/admin/products')).body['products']).toMatchObject([
    { availablePackages: ['50г', '500г'], stock },
  ])
  expect((await shop.send('GET', '/api/catalogue/en')).body['products']).toMatchObject([{ stock }])

  expect(await set('50г', 'in')).toEqual({ '500г': tomorrow })
  expect(await set('50г', 'in')).toEqual({ '500г': tomorrow })
  expect(await set('500г', 'in')).toEqual({})
  expect((await shop.send('GET', '/api/products/lemon')).body).not.toHaveProperty('stock')
  expect(await readStaffAudit(shop.db).select('action', 'before', 'after')).toEqual([
    { action: 'product.changed', before: { 'stock.50г': 'in' }, after: { 'stock.50г': 'out' } },
    { action: 'product.changed', before: { 'stock.500г': 'in' }, after: { 'stock.500г': tomorrow } },
    { action: 'product.changed', before: { 'stock.50г': 'out' }, after: { 'stock.50г': 'in' } },
    { action: 'product.changed', before: { 'stock.500г': tomorrow }, after: { 'stock.500г': 'in' } },
  ])
})

// catches mutation: stock-day-in-future
test('a day that has come, a package that is not sold and an unknown product are refused', async () => {
  await using shop = await openShop()
  const id = await createTestProduct(shop.db, { available_packages: ['50г'] })
  const editor = await createSignedInStaff(shop)
  const send = async (body: object, to = id) => (await editor.send('PUT', pathOf(to), body)).body

  for (const stock of [kyivDay(Date.now()), '2020-01-01', '2026-02-30', 'soon', null]) {
    expect((await send({ packageSize: '50г', stock }))['code'], String(stock)).toBe('invalid_request')
  }
  const notSold = await send({ packageSize: '1кг', stock: 'out' })
  expect([notSold['code'], notSold['details']]).toEqual(['invalid_request', { fields: ['body.packageSize'] }])
  const unknown = await send({ packageSize: '50г', stock: 'out' }, '00000000-0000-4000-8000-000000000000')
  expect(unknown['code']).toBe('not_found')
  expect(await shop.db('product_stock')).toEqual([])
})

test('a package that is removed from a product is not listed as out of stock, a deleted product leaves no row', async () => {
  await using shop = await openShop()
  const id = await createTestProduct(shop.db, { slug: 'lemon', available_packages: ['50г', '500г'] })
  const [editor, admin] = [await createSignedInStaff(shop), await createSignedInStaff(shop, 'admin')]
  await editor.send('PUT', pathOf(id), { packageSize: '500г', stock: 'out' })

  await shop.db('products').where({ id }).update({ available_packages: '{50г}' })
  const { body } = await editor.send('PUT', pathOf(id), { packageSize: '50г', stock: 'out' })
  expect(body['stock']).toEqual({ '50г': 'out' })
  await admin.send('DELETE', `/api/admin/products/${id}`)
  expect(await shop.db('product_stock')).toEqual([])
})
