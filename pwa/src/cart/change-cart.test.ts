import { expect, test, vi } from 'vitest'
import { buildProduct, type Fault, fakeShop } from '../../test/fake-shop.ts'
import { getCachedAccountData } from '../session/account-data.ts'
import { cartQuery } from './cart-query.ts'
import { changeCart } from './change-cart.ts'
import type { CartLineData } from './cart-lines.ts'

type Shop = ReturnType<typeof fakeShop>
const lemon = buildProduct('lemon')
const lineKey = { product: lemon, packageSize: '100г' } as const

const add = (shop: Shop, quantity = 1) => changeCart(shop.client, { kind: 'add', ...lineKey, quantity })
const set = (shop: Shop, quantity: number) => changeCart(shop.client, { kind: 'set', ...lineKey, quantity })
const shown = (shop: Shop) =>
  (getCachedAccountData<CartLineData[]>(shop.client, 'cart') ?? []).map(({ product, packageSize, quantity }) => [
    product.id,
    packageSize,
    quantity,
  ])
const sentChangesOf = ({ calls }: Shop) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body['quantity']])

async function withCart(quantity = 1): Promise<Shop> {
  const shop = fakeShop()
  await shop.client.fetchQuery(cartQuery())
  if (quantity > 0) await add(shop, quantity)
  shop.calls.length = 0
  return shop
}

// catches mutation: cart-one-request-at-a-time
test('five quick adds make five packages, with one request at a time', async () => {
  const shop = await withCart(0)
  const release = shop.holdCalls()
  const taps = [1, 2, 3, 4, 5].map(() => add(shop))
  expect(shop.currentUser()?.inCart).toBe(5)
  release()
  await Promise.all(taps)

  expect(shop.cart()).toEqual([['lemon', '100г', 5]])
  expect(shop.inFlight.max).toBe(1)
  expect(shop.currentUser()?.inCart).toBe(5)
})

// catches mutation: cart-drops-overtaken
test('of five quick taps on plus the first and the last are sent', async () => {
  const shop = await withCart(1)
  const release = shop.holdCalls()
  const taps = [2, 3, 4, 5, 6].map((quantity) => set(shop, quantity))
  expect(shop.currentUser()?.inCart).toBe(6)
  release()
  await Promise.all(taps)

  expect(sentChangesOf(shop)).toEqual([
    ['PUT', 2],
    ['PUT', 6],
  ])
  expect([shop.cart(), shown(shop)]).toEqual([[['lemon', '100г', 6]], [['lemon', '100г', 6]]])
})

test.each<Fault>(['no_network', 'refused'])('a failed change of quantity (%s) is rolled back', async (fault) => {
  const shop = await withCart(2)
  shop.faults.push(fault)

  await expect(set(shop, 9)).rejects.toThrow()

  expect([shown(shop), shop.currentUser()?.inCart]).toEqual([[['lemon', '100г', 2]], 2])
})

test('a refetch after a lost response to an add shows the quantity that the API stored', async () => {
  const shop = await withCart(0)
  shop.faults.push('answer_lost')

  await expect(add(shop, 3)).rejects.toThrow()
  await shop.client.fetchQuery({ ...cartQuery(), staleTime: 0 })

  expect([shop.cart(), shown(shop), shop.currentUser()?.inCart]).toEqual([
    [['lemon', '100г', 3]],
    [['lemon', '100г', 3]],
    3,
  ])
})

test('quantity zero removes a line, and does nothing if the line is already removed', async () => {
  const shop = await withCart(2)
  await set(shop, 0)
  expect([shop.cart(), shown(shop), sentChangesOf(shop)]).toEqual([[], [], [['DELETE', undefined]]])

  await set(shop, 0)

  expect(shown(shop)).toEqual([])
})

test('a line whose add is still in flight can be changed: the changes are sent in order', async () => {
  const shop = await withCart(0)
  const release = shop.holdCalls()
  const taps = [add(shop), set(shop, 4), changeCart(shop.client, { kind: 'clear' }), add(shop, 2)]
  expect(shop.currentUser()?.inCart).toBe(2)
  release()
  await Promise.all(taps)

  expect(shop.cart()).toEqual([['lemon', '100г', 2]])
})

// catches mutation: cart-ignores-older-response
test('a cart requested before a change does not undo it when the response arrives later', async () => {
  const shop = await withCart(2)
  const release = shop.holdResponses()
  const fetched = shop.client.fetchQuery({ ...cartQuery(), staleTime: 0 })
  await vi.waitFor(() => expect(shop.calls).toHaveLength(1))
  await set(shop, 5)
  release()
  await fetched

  expect([shown(shop), shop.currentUser()?.inCart]).toEqual([[['lemon', '100г', 5]], 5])
})

// catches mutation: cart-one-request-at-a-time
test('200 rounds of five quick adds with random latency make five packages each', async () => {
  const shop = await withCart(0)
  shop.addLatency(Math.random)
  const mismatches: unknown[] = []
  for (let round = 0; round < 200; round += 1) {
    await Promise.all([1, 2, 3, 4, 5].map(() => add(shop)))
    if (
      JSON.stringify([shop.cart(), shown(shop)]) !== JSON.stringify([[['lemon', '100г', 5]], [['lemon', '100г', 5]]])
    ) {
      mismatches.push([round, shop.cart(), shown(shop)])
    }
    await changeCart(shop.client, { kind: 'clear' })
  }

  expect(mismatches).toEqual([])
})
