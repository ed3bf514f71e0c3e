import { beforeEach, expect, test, vi } from 'vitest'
import { buildProduct, fakeShop } from '../../../test/fake-shop.ts'
import { addToCart } from '../../cart/add-to-cart.ts'
import { toggleLike } from '../../favourites/toggle-like.ts'
import { storeIntent } from '../../session/intent.ts'
import { resetToGuest } from '../../session/account-data.ts'
import { updateCurrentUser, setCurrentUser } from '../../session/current-user.ts'
import { runIntent } from './run-intent.ts'

const stored = new Map<string, string>()

beforeEach(() => {
  stored.clear()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

/** Creates a shop whose user is still a guest, with a function that signs in. */
function guestShop() {
  const shop = fakeShop()
  const currentUser = shop.currentUser()
  resetToGuest()
  return { ...shop, signIn: () => setCurrentUser(currentUser) }
}

// catches mutation: intent-runs-once
test('a guest’s “Add to cart” runs once after signing in', async () => {
  const shop = guestShop()
  await addToCart(shop.client, buildProduct('lemon'), '100г', 3)
  expect(shop.cart()).toEqual([])

  shop.signIn()
  await Promise.all([runIntent(shop.client), runIntent(shop.client)])
  await runIntent(shop.client)

  expect(shop.cart()).toEqual([['lemon', '100г', 3]])
})

test('a guest’s like runs after signing in', async () => {
  const shop = guestShop()
  await toggleLike(shop.client, buildProduct('lime'))

  shop.signIn()
  await runIntent(shop.client)

  expect([...shop.liked]).toEqual(['lime'])
})

test('a product that the account already likes stays liked', async () => {
  const shop = guestShop()
  await toggleLike(shop.client, buildProduct('lime'))

  shop.signIn()
  updateCurrentUser({ likedIds: ['lime'] })
  await runIntent(shop.client)

  expect(shop.calls).toEqual([])
})

test('only the last intent runs, and only after signing in', async () => {
  const shop = guestShop()
  await addToCart(shop.client, buildProduct('lemon'), '100г', 3)
  await toggleLike(shop.client, buildProduct('lime'))

  await runIntent(shop.client)
  expect(shop.calls).toEqual([])
  shop.signIn()
  await runIntent(shop.client)

  expect([shop.cart(), [...shop.liked]]).toEqual([[], ['lime']])
})

test('an intent survives a reload of the page', async () => {
  const shop = guestShop()
  await addToCart(shop.client, buildProduct('lemon'), '50г', 1)
  vi.resetModules()
  const { takeIntent } = await import('../../session/intent.ts')

  expect(takeIntent()).toMatchObject({ action: 'addToCart', packageSize: '50г', quantity: 1 })
  expect(takeIntent()).toBeUndefined()
})

test.each([
  ['dismissed', () => storeIntent(undefined)],
  ['older than half an hour', () => vi.spyOn(Date, 'now').mockReturnValue(Date.now() + 31 * 60_000)],
])('an intent that was %s does not run', async (_, drop) => {
  const shop = guestShop()
  await addToCart(shop.client, buildProduct('lemon'), '50г', 1)
  drop()

  shop.signIn()
  await runIntent(shop.client)

  expect(shop.cart()).toEqual([])
  vi.restoreAllMocks()
})

test('without session storage an intent lasts as long as the page', async () => {
  vi.stubGlobal('sessionStorage', undefined)
  const shop = guestShop()
  await addToCart(shop.client, buildProduct('lemon'), '50г', 1)

  shop.signIn()
  await runIntent(shop.client)

  expect(shop.cart()).toEqual([['lemon', '50г', 1]])
})
