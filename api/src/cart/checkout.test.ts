import { randomUUID } from 'node:crypto'
import type { PackageSize } from '@tsedra/contract/packages'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { createSignedInUser, openBrowser } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'

interface Line {
  productId: string
  packageSize: PackageSize
  quantity: number
}

async function aShop() {
  let productId = ''
  const shop = await openShop({ arrange: async (db) => (productId = await createTestProduct(db)) })
  const browser = await createSignedInUser(shop)
  const line = (packageSize: PackageSize, quantity: number): Line => ({ productId, packageSize, quantity })
  const fill = async (...lines: Line[]) => {
    for (const item of lines) await browser.send('POST', '/api/cart', item)
  }
  const anOrder = (items: Line[], changes: object = {}) => ({
    id: randomUUID(),
    customerName: 'Олена',
    customerPhone: '067 123 45 67',
    filledInMs: 9_000,
    items,
    fromCart: true,
    ...changes,
  })
  const inCart = async () =>
    (await shop.db('cart_items').orderBy('created_at')).map(({ package_size, quantity }) => [package_size, quantity])
  return { shop, browser, line, fill, anOrder, inCart, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

// catches mutation: order-empties-cart, cart-keeps-extra-quantity
test('an order removes its lines from the cart; a quantity beyond it stays', async () => {
  await using testStore = await aShop()
  const { browser, line, fill, anOrder, inCart } = testStore
  await fill(line('50г', 2), line('100г', 5), line('1кг', 1))

  const { status } = await browser.send('POST', '/api/orders', anOrder([line('50г', 2), line('100г', 3)]))

  expect(status).toBe(201)
  expect(await inCart()).toEqual([
    ['100г', 2],
    ['1кг', 1],
  ])
})

// catches mutation: cart-emptied-once
test('a repeat of an order removes its lines from the cart only once, also when concurrent', async () => {
  await using testStore = await aShop()
  const { browser, line, fill, anOrder, inCart } = testStore
  await fill(line('100г', 9))
  const order = anOrder([line('100г', 2)])

  await Promise.all([1, 2, 3, 4, 5].map(() => browser.send('POST', '/api/orders', order)))
  await browser.send('POST', '/api/orders', order)

  expect(await inCart()).toEqual([['100г', 7]])
})

test('a rejected order and an order that is no checkout leave the cart unchanged', async () => {
  await using testStore = await aShop()
  const { shop, browser, line, fill, anOrder, inCart } = testStore
  await fill(line('100г', 2))
  const send = (order: object) => browser.send('POST', '/api/orders', order)

  await send(anOrder([line('100г', 2)], { fromCart: false }))
  await send(anOrder([line('100г', 2)], { ownerId: null }))
  await openBrowser(shop).send('POST', '/api/orders', anOrder([line('100г', 2)]))
  await shop.db('products').update({ available_packages: ['50г'] })
  expect((await send(anOrder([line('100г', 2)]))).status).toBe(422)

  expect(await inCart()).toEqual([['100г', 2]])
})

test('an order leaves the carts of other accounts unchanged', async () => {
  await using testStore = await aShop()
  const { shop, line, fill, anOrder, inCart } = testStore
  await fill(line('100г', 2))
  const other = await createSignedInUser(shop)

  expect((await other.send('POST', '/api/orders', anOrder([line('100г', 2)]))).status).toBe(201)

  expect(await inCart()).toEqual([['100г', 2]])
})

// catches mutation: cart-emptied-once
test('50 rounds of an order and two concurrent additions lose no line and remove none twice', async () => {
  await using testStore = await aShop()
  const { shop, browser, line, fill, anOrder, inCart } = testStore
  const failures: unknown[] = []
  for (let round = 0; round < 50; round += 1) {
    await shop.db('throttles').delete()
    await shop.db('cart_items').delete()
    await fill(line('100г', 3))
    const changes = { customerPhone: `067 ${String(1_000_000 + round)}` }
    const [placed] = await Promise.all([
      browser.send('POST', '/api/orders', anOrder([line('100г', 3)], changes), {
        'x-forwarded-for': `203.0.113.${round}`,
      }),
      browser.send('POST', '/api/cart', line('100г', 1)),
      browser.send('POST', '/api/cart', line('100г', 1)),
    ])
    const remaining = await inCart()
    if (placed.status !== 201 || JSON.stringify(remaining) !== '[["100г",2]]')
      failures.push([round, placed.status, remaining])
  }

  expect(failures).toEqual([])
})
