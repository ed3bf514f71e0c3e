import { randomUUID } from 'node:crypto'
import type { Product } from '@tsedra/contract/catalogue'
import { unitPrice } from '@tsedra/contract/money'
import { defaultPackages } from '@tsedra/contract/package-prices'
import { expect, test } from 'vitest'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { createTestOrder } from '../../test/orders.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, productForm, readStaffAudit } from '../../test/staff.ts'
import { createSignedInUser } from '../../test/users.ts'
import { productData } from '../pages/structured-data.ts'

const path = '/api/admin/packages'
const quarter = { size: '250г', multiplier: '4.5' }
const withQuarter = [...defaultPackages, quarter]

// catches mutation: packages-audited
test('an admin adds a size and changes a multiplier; one audit line has the differences', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  expect((await admin.send('GET', path)).body).toEqual({ packages: defaultPackages, version: 0 })

  const packages = [
    { size: '250 g', multiplier: '4,50' },
    ...defaultPackages.with(1, { size: '100г', multiplier: '2' }),
  ]
  const { status, body } = await admin.send('PUT', path, { packages, version: 0 })

  expect(status).toBe(200)
  const changed = [quarter, ...defaultPackages.with(1, { size: '100г', multiplier: '2' })]
  expect(body).toEqual({ packages: changed, version: 1 })
  expect((await admin.send('GET', path)).body).toEqual(body)
  expect(await readStaffAudit(shop.db).select('action', 'before', 'after')).toEqual([
    {
      action: 'packages.changed',
      before: {
        packages: ['50г', '100г', '500г', '1кг'],
        'multiplier.100г': '1.8',
        'multiplier.250г': null,
      },
      after: {
        packages: ['250г', '50г', '100г', '500г', '1кг'],
        'multiplier.100г': '2',
        'multiplier.250г': '4.5',
      },
    },
  ])
})

test('a fresh shop has its sizes nowhere in its responses, and saving them unchanged writes nothing', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'lemon' }) })
  const admin = await createSignedInStaff(shop, 'admin')

  expect((await admin.send('PUT', path, { packages: defaultPackages, version: 0 })).body).toMatchObject({ version: 0 })

  expect((await shop.send('GET', '/api/catalogue/ua')).body).not.toHaveProperty('packages')
  expect((await shop.send('GET', '/api/products')).body).not.toHaveProperty('packages')
  expect((await shop.send('GET', '/api/products/lemon')).body).not.toHaveProperty('packagePrices')
  expect(await shop.db('shop_packages').select()).toEqual([])
  expect(await readStaffAudit(shop.db).select('action')).toEqual([])
})

// catches mutation: own-price-first
test('own prices and multipliers give one price in product, list, snapshot, page, cart, order and amendment', async () => {
  await using shop = await openShop({ arrange: createTestCategory })
  const admin = await createSignedInStaff(shop, 'admin')
  const editor = await createSignedInStaff(shop)
  await admin.send('PUT', path, { packages: [quarter, ...defaultPackages], version: 0 })
  const { body: created } = await editor.send(
    'POST',
    '/api/admin/products',
    productForm('Lemon', {
      price: '119.05',
      availablePackages: ['1кг', '100г', '250г'],
      packagePrices: { '1кг': '1500', '50г': '1.00' },
    }),
  )
  expect(created).toMatchObject({ packagePrices: { '50г': '1.00', '1кг': '1500.00' } })
  const slug = String(created['slug'])
  const expected = { availablePackages: ['250г', '100г', '1кг'], packagePrices: { '250г': '535.73', '1кг': '1500.00' } }
  const product = (await shop.send('GET', `/api/products/${slug}`)).body as unknown as Product

  expect(product).toMatchObject(expected)
  const list = (await shop.send('GET', '/api/products?package=250г&minPrice=535.73&maxPrice=535.73')).body
  expect(list).toMatchObject({ products: [expected], packages: ['250г', '50г', '100г', '500г', '1кг'] })
  expect((await shop.send('GET', '/api/products?search=lemon 250 g')).body).toMatchObject({ total: 1 })
  const snapshot = (await shop.send('GET', '/api/catalogue/en')).body
  expect(snapshot).toMatchObject({ products: [expected], packages: ['250г', '50г', '100г', '500г', '1кг'] })
  const productId = product.id
  const stock = { packageSize: '250 g', stock: 'out' }
  expect((await editor.send('PUT', `/api/admin/products/${productId}/stock`, stock)).body).toEqual({
    stock: { '250г': 'out' },
  })
  const customer = await createSignedInUser(shop)
  for (const packageSize of expected.availablePackages) {
    await customer.send('POST', '/api/cart', { productId, packageSize, quantity: 2 })
  }
  const cart = (await customer.send('GET', '/api/cart')).body as unknown as { unitPrice: string }[]
  expect(cart.map((line) => line.unitPrice)).toEqual(['535.73', '214.29', '1500.00'])
  const order = { id: randomUUID(), customerName: 'Олена', customerPhone: '067 123 45 67', filledInMs: 20_000 }
  const items = expected.availablePackages.map((packageSize) => ({ productId, packageSize, quantity: 1 }))
  const placed = (await shop.send('POST', '/api/orders', { ...order, items })).body
  expect(placed).toMatchObject({
    items: [{ unitPrice: '535.73' }, { unitPrice: '214.29' }, { unitPrice: '1500.00' }],
    totalAmount: '2250.02',
  })
  const amended = await editor.send('PUT', `/api/admin/orders/${order.id}/contents`, {
    version: 1,
    items: [{ productId, packageSize: '250г', quantity: 1 }],
    adjustments: [],
    reason: 'Додали упаковку',
  })
  expect(amended.body).toMatchObject({ items: [{ packageSize: '250г', unitPrice: '535.73' }] })
  expect(expected.availablePackages.map((size) => unitPrice(product, size))).toEqual([53_573, 21_429, 150_000])
  const page = { origin: '', url: '/', pictures: [], shopName: 'Цедра', lang: 'ua' } as const
  expect(productData(product, page)).toMatchObject({
    hasVariant: ['535.73', '214.29', '1500.00'].map((price) => ({ offers: { price } })),
  })
})

// catches mutation: packages-edit-conflict
test('sizes of an older version are refused, and the newer ones stay', async () => {
  await using shop = await openShop()
  const [first, second] = [await createSignedInStaff(shop, 'admin'), await createSignedInStaff(shop, 'admin')]
  await first.send('PUT', path, { packages: withQuarter, version: 0 })

  const refused = await second.send('PUT', path, { packages: defaultPackages.slice(1), version: 0 })

  expect([refused.status, refused.body['code']]).toEqual([409, 'changed_meanwhile'])
  expect((await second.send('GET', path)).body).toEqual({ packages: withQuarter, version: 1 })
})

// catches mutation: packages-admin-only
test('an editor reads the sizes and sets own prices, but does not change the sizes', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)

  expect((await editor.send('GET', path)).status).toBe(200)
  expect((await editor.send('PUT', path, { packages: withQuarter, version: 0 })).body['code']).toBe('forbidden')
  expect((await shop.send('GET', path)).status).toBe(401)
  expect((await shop.send('PUT', path, { packages: withQuarter, version: 0 })).status).toBe(401)
})

// catches mutation: used-package-not-removed
test('a size of a product is not removed; one that is only in old orders is, and the orders keep it', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  await createTestProduct(shop.db, { slug: 'lemon' })
  await createTestProduct(shop.db, { slug: 'lime', available_packages: ['100г'] })
  const orderId = await createTestOrder(shop.db, {}, [{ package_size: '50г' }])
  const removeFirst = { packages: defaultPackages.slice(1), version: 0 }

  const refused = await admin.send('PUT', path, removeFirst)
  expect([refused.status, refused.body['code']]).toEqual([409, 'package_in_use'])
  expect(refused.body['details']).toEqual({ size: '50г', change: 'removed', products: 1 })

  await shop
    .db('products')
    .where({ slug: 'lemon' })
    .update({ packages: ['100г'] })
  expect((await admin.send('PUT', path, removeFirst)).status).toBe(200)
  expect((await shop.send('GET', `/api/orders/${orderId}`)).body).toMatchObject({ items: [{ packageSize: '50г' }] })
})

// catches mutation: sold-package-not-renamed
test('a size that was ever ordered is not renamed; one that was never sold is', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  await admin.send('PUT', path, { packages: withQuarter, version: 0 })
  const rename = { size: '300г', multiplier: '4.5', renamedFrom: '250г' }
  const send = () => admin.send('PUT', path, { packages: [...defaultPackages, rename], version: 1 })
  await createTestOrder(shop.db, {}, [{ package_size: '250г' }])

  const refused = await send()
  expect([refused.status, refused.body['code']]).toEqual([409, 'package_in_use'])
  expect(refused.body['details']).toEqual({ size: '250г', change: 'renamed', products: 0 })

  await shop.db('order_items').delete()
  expect((await send()).body).toEqual({
    packages: [...defaultPackages, { size: '300г', multiplier: '4.5' }],
    version: 2,
  })
})

test.each([
  ['no size', []],
  ['a size twice', [quarter, { size: '250 g', multiplier: '1' }]],
  ['a size without a weight', [{ size: 'банка', multiplier: '1' }]],
  ['a multiplier of nothing', [{ size: '250г', multiplier: '0' }]],
  ['a multiplier with three decimals', [{ size: '250г', multiplier: '1.234' }]],
  ['a multiplier above the limit', [{ size: '250г', multiplier: '1000' }]],
])('%s is refused', async (_, packages) => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')

  const { status, body } = await admin.send('PUT', path, { packages, version: 0 })

  expect([status, body['code']]).toEqual([400, 'invalid_request'])
})

test('a product without packages in its request is sold in those of the shop', async () => {
  await using shop = await openShop()
  const admin = await createSignedInStaff(shop, 'admin')
  await admin.send('PUT', path, { packages: [quarter], version: 0 })

  expect((await admin.send('POST', '/api/admin/products', productForm('Lemon'))).body).toMatchObject({
    availablePackages: ['250г'],
  })
})

test('own prices are in the CSV export, and its import changes them', async () => {
  await using shop = await openShop()
  const editor = await createSignedInStaff(shop)
  await editor.send('POST', '/api/admin/products', productForm('Lemon', { packagePrices: { '100г': '210.5' } }))
  const csv = 'slug;packages;package_prices\nlemon;50г 100г;100g=199,00 50г=100\n'

  const { body: dryRun } = await editor.send('POST', '/api/admin/products/import', { csv })
  expect(dryRun['problems']).toEqual([])
  expect(dryRun['changes']).toMatchObject([
    {
      fields: [
        { column: 'packages' },
        { column: 'package_prices', before: '100г=210,50', after: '50г=100,00 100г=199,00' },
      ],
    },
  ])
  const { body: unknown } = await editor.send('POST', '/api/admin/products/import', {
    csv: 'slug;packages\nlemon;50г 250г\n',
  })
  expect(unknown['problems']).toMatchObject([{ column: 'packages', problem: 'invalid', value: '250г' }])
})
