import { expect, test, vi } from 'vitest'
import { buildProduct, type Fault, fakeShop } from '../../test/fake-shop.ts'
import { getCachedAccountData } from '../session/account-data.ts'
import { cartQuery } from './cart-query.ts'
import { changeCart } from './change-cart.ts'
import type { CartLineData } from './cart-lines.ts'

type Shop = ReturnType<typeof fakeShop>
const lemon = buildProduct('lemon')
const place = { product: lemon, packageSize: '100г' } as const

const add = (shop: Shop, quantity = 1) => changeCart(shop.client, { kind: 'add', ...place, quantity })
const set = (shop: Shop, quantity: number) => changeCart(shop.client, { kind: 'set', ...place, quantity })
const shown = (shop: Shop) =>
  (getCachedAccountData<CartLineData[]>(shop.client, 'cart') ?? []).map(({ product, packageSize, quantity }) => [
    product.id,
    packageSize,
    quantity,
  ])
const sentChangesOf = ({ told: calls }: Shop) =>
  calls.filter(({ method }) => method !== 'GET').map(({ method, body }) => [method, body['quantity']])

async function withCart(quantity = 1): Promise<Shop> {
  const shop = fakeShop()
  await shop.client.fetchQuery(cartQuery())
  if (quantity > 0) await add(shop, quantity)
  shop.told.length = 0
  return shop
}

// catches mutation: cart-one-request-at-a-time
test('five quick adds are five packages, one call after the other', async () => {
  const shop = await withCart(0)
  const release = shop.holdCalls()
  const taps = [1, 2, 3, 4, 5].map(() => add(shop))
  expect(shop.currentUser()?.inCart).toBe(5)
  release()
  await Promise.all(taps)

  expect(shop.cart()).toEqual([['lemon', '100г', 5]])
  expect(shop.underWay.max).toBe(1)
  expect(shop.currentUser()?.inCart).toBe(5)
})

// catches mutation: cart-drops-overtaken
test('of five quick taps on plus the shop hears the first and the last', async () => {
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

test.each<Fault>(['no_network', 'refused'])('a quantity that is not taken (%s) goes back', async (fault) => {
  const shop = await withCart(2)
  shop.faults.push(fault)

  await expect(set(shop, 9)).rejects.toThrow()

  expect([shown(shop), shop.currentUser()?.inCart]).toEqual([[['lemon', '100г', 2]], 2])
})

test('an add whose answer got lost is looked up: the cart shows what the shop has', async () => {
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

test('zero takes a line out, also one that is gone already', async () => {
  const shop = await withCart(2)
  await set(shop, 0)
  expect([shop.cart(), shown(shop), sentChangesOf(shop)]).toEqual([[], [], [['DELETE', undefined]]])

  await set(shop, 0)

  expect(shown(shop)).toEqual([])
})

test('a line that is not with the shop yet can be changed: each is told in its turn', async () => {
  const shop = await withCart(0)
  const release = shop.holdCalls()
  const taps = [add(shop), set(shop, 4), changeCart(shop.client, { kind: 'clear' }), add(shop, 2)]
  expect(shop.currentUser()?.inCart).toBe(2)
  release()
  await Promise.all(taps)

  expect(shop.cart()).toEqual([['lemon', '100г', 2]])
})

// catches mutation: cart-ignores-older-response
test('a cart that was asked for before a change and arrives after it does not undo it', async () => {
  const shop = await withCart(2)
  const release = shop.holdResponses()
  const asked = shop.client.fetchQuery({ ...cartQuery(), staleTime: 0 })
  await vi.waitFor(() => expect(shop.told).toHaveLength(1))
  await set(shop, 5)
  release()
  await asked

  expect([shown(shop), shop.currentUser()?.inCart]).toEqual([[['lemon', '100г', 5]], 5])
})

// catches mutation: cart-one-request-at-a-time
test('200 rounds of five quick adds over a network with moods: five each time', async () => {
  const shop = await withCart(0)
  shop.addLatency(Math.random)
  const wrong: unknown[] = []
  for (let round = 0; round < 200; round += 1) {
    await Promise.all([1, 2, 3, 4, 5].map(() => add(shop)))
    if (
      JSON.stringify([shop.cart(), shown(shop)]) !== JSON.stringify([[['lemon', '100г', 5]], [['lemon', '100г', 5]]])
    ) {
      wrong.push([round, shop.cart(), shown(shop)])
    }
    await changeCart(shop.client, { kind: 'clear' })
  }

  expect(wrong).toEqual([])
})
