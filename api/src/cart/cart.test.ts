import type { CartItem } from '@tsedra/contract/cart'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { createSignedInUser, type Browser, openBrowser } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { retryWhileBusy } from '../../test/retry-while-busy.ts'

const cartOf = async (browser: Browser, query = ''): Promise<CartItem[]> =>
  (await browser.send('GET', `/api/cart${query}`)).body as unknown as CartItem[]

const itemsOf = ({ body }: { body: unknown }): CartItem[] => body as CartItem[]

async function aShop(price = '119.05') {
  let id = ''
  const arrange = async (db: Shop['db']) => (id = await createTestProduct(db, { slug: 'lemon', price }))
  // These tests send requests faster than any user.
  const shop = await openShop({ rateLimits: { all: 10_000 }, arrange })
  const browser = await createSignedInUser(shop)
  const add = (body: object = {}) => browser.send('POST', '/api/cart', { productId: id, packageSize: '100г', ...body })
  return { shop, id, browser, add, [Symbol.asyncDispose]: () => shop[Symbol.asyncDispose]() }
}

test('cart: adding the same package adds up in one line, priced by the shop, at most 99', async () => {
  await using testStore = await aShop()
  const { browser, add, id } = testStore

  await add({ quantity: 2 })
  const [line, ...others] = itemsOf(await add({ packageSize: '100 g' }))

  expect(others).toEqual([])
  expect(line).toMatchObject({
    product: { id, slug: 'lemon', price: '119.05' },
    packageSize: '100г',
    quantity: 3,
    unitPrice: '214.29',
    lineTotal: '642.87',
    available: true,
  })
  expect((await cartOf(browser, '?lang=en'))[0]?.product.translations[0]).toMatchObject({ name: 'Lemon chips' })
  expect(itemsOf(await add({ quantity: 99 }))[0]?.quantity).toBe(99)
  expect(itemsOf(await add({ packageSize: '1кг' }))).toHaveLength(2)
})

test('cart: a quantity is set, zero or less removes the line, clearing removes every line', async () => {
  await using testStore = await aShop()
  const { browser, add } = testStore
  const id = itemsOf(await add())[0]?.id
  const put = (quantity: number) => browser.send('PUT', `/api/cart/${id}`, { quantity })

  expect(itemsOf(await put(7))[0]?.quantity).toBe(7)
  expect(itemsOf(await put(500))[0]?.quantity).toBe(99)
  expect((await put(0)).body).toEqual([])
  expect((await put(1)).status).toBe(404)
  const again = itemsOf(await add())[0]?.id
  expect((await browser.send('PUT', `/api/cart/${again}`, { quantity: -3 })).body).toEqual([])
  const last = itemsOf(await add())[0]?.id
  expect((await browser.send('DELETE', `/api/cart/${last}`)).body).toEqual([])
  await add()
  await add({ packageSize: '1кг' })
  expect((await browser.send('DELETE', '/api/cart')).body).toEqual([])
})

test('cart: a guest has no cart on the server', async () => {
  await using shop = await openShop()
  const guest = openBrowser(shop)
  const id = '00000000-0000-4000-8000-000000000000'
  const requested = [
    ['GET', '/api/cart'],
    ['POST', '/api/cart', {}],
    ['PUT', `/api/cart/${id}`, {}],
    ['DELETE', `/api/cart/${id}`],
    ['DELETE', '/api/cart'],
  ] as const

  for (const [method, path, body] of requested) {
    expect((await guest.send(method, path, body)).status, `${method} ${path}`).toBe(401)
  }
})

test('cart: an unsold product is not added; a lost package is marked, a lost product reappears with the product', async () => {
  await using testStore = await aShop()
  const { shop, browser, add, id } = testStore
  const change = async (row: object) => shop.db('products').where({ id }).update(row)
  await add()

  await change({ available_packages: ['50г'] })
  expect((await add()).body).toMatchObject({ code: 'unavailable', details: { items: [{ productId: id }] } })
  await expect.poll(async () => (await cartOf(browser)).map(({ available }) => available)).toEqual([false])
  await change({ is_active: false })
  await expect.poll(() => cartOf(browser)).toEqual([])
  expect((await add({ packageSize: '50г' })).status).toBe(422)
  await change({ is_active: true, available_packages: ['50г', '100г'] })
  await expect.poll(async () => (await cartOf(browser)).map(({ available }) => available)).toEqual([true])
})

test('cart: at most fifty lines, like an order, also with concurrent additions', async () => {
  const ids: string[] = []
  await using shop = await openShop({
    arrange: async (db) => {
      for (let made = 0; made < 14; made += 1) ids.push(await createTestProduct(db))
    },
  })
  const browser = await createSignedInUser(shop)
  const expected = ids.flatMap((productId) =>
    ['50г', '100г', '500г', '1кг'].map((packageSize) => ({ productId, packageSize })),
  )
  const responses = await Promise.all(
    expected.map((item) => retryWhileBusy(() => browser.send('POST', '/api/cart', item))),
  )

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(50)
  expect(responses.filter(({ body }) => body['code'] === 'cart_full')).toHaveLength(6)
  const [line] = await cartOf(browser)
  const { status } = await browser.send('POST', '/api/cart', {
    productId: line?.product.id,
    packageSize: line?.packageSize,
  })
  expect(status).toBe(200)
})

test('cart: 200 rounds of five concurrent additions end at five each time', { timeout: 120_000 }, async () => {
  await using testStore = await aShop()
  const { shop, add } = testStore
  const failures: unknown[] = []
  for (let round = 0; round < 200; round += 1) {
    await shop.db('throttles').delete()
    await Promise.all([add(), add(), add(), add(), add()])
    const rows = await shop.db('cart_items')
    if (rows.length !== 1 || rows[0].quantity !== 5) failures.push([round, rows.map(({ quantity }) => quantity)])
    await shop.db('cart_items').delete()
  }

  expect(failures).toEqual([])
})

test('Z-03: of 100 lines of another account none can be changed or removed: 404 each, all unchanged', async () => {
  await using shop = await openShop()
  const owner = await createSignedInUser(shop)
  const other = await createSignedInUser(shop)
  const ids = await aHundredLines(shop, owner.user.id)
  const before = await shop.db('cart_items').orderBy('id')

  const statuses: number[] = []
  for (const [testStore, id] of ids.entries()) {
    const call = testStore % 2 ? (['DELETE'] as const) : (['PUT', { quantity: testStore % 3 }] as const)
    statuses.push((await other.send(call[0], `/api/cart/${id}`, call[1])).status)
  }
  await other.send('DELETE', '/api/cart')

  expect(new Set(statuses)).toEqual(new Set([404]))
  expect(await shop.db('cart_items').orderBy('id')).toEqual(before)
})

async function aHundredLines({ db }: Shop, userId: string): Promise<string[]> {
  const products = await Promise.all(Array.from({ length: 25 }, () => createTestProduct(db)))
  const rows = products.flatMap((product_id) =>
    ['50г', '100г', '500г', '1кг'].map((package_size) => ({ user_id: userId, product_id, package_size })),
  )
  const added = await db('cart_items').insert(rows, ['id'])
  return added.map(({ id }) => id as string)
}
