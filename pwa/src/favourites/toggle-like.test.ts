import { expect, test, vi } from 'vitest'
import { buildProduct, type Fault, fakeShop } from '../../test/fake-shop.ts'
import { resetToGuest, getCachedAccountData } from '../session/account-data.ts'
import { updateCurrentUser } from '../session/current-user.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'
import { openOverlay } from '../shared/overlay-state.ts'
import { getLikesCount } from '../catalogue/likes-count.ts'
import type { Product } from '../catalogue/queries.ts'
import { toggleLike } from './toggle-like.ts'
import { likedQuery } from './liked-query.ts'
import { showToast } from '../shared/toasts.ts'

vi.mock('../shared/toasts.ts', { spy: true })
vi.mock('../shared/overlay-state.ts', { spy: true })

const isShownAsLiked = (id: string, shop: ReturnType<typeof fakeShop>) => shop.currentUser()?.likedIds.includes(id)
const sentLikesOf = ({ calls }: ReturnType<typeof fakeShop>) =>
  calls.filter(({ method }) => method === 'POST').map(({ body }) => body['liked'])

test('a like is shown before the response, with its count', async () => {
  const shop = fakeShop()
  const lemon = buildProduct('lemon-1')
  const release = shop.holdCalls()

  const done = toggleLike(shop.client, lemon)

  expect([isShownAsLiked('lemon-1', shop), getLikesCount(lemon)]).toEqual([true, 8])
  release()
  await done
  expect([isShownAsLiked('lemon-1', shop), getLikesCount(lemon), shop.liked.has('lemon-1')]).toEqual([true, 8, true])
})

// catches mutation: like-one-request-at-a-time, like-last-wins
test('C3: of taps during a request only the last is sent, one request at a time', async () => {
  const shop = fakeShop()
  const lemon = buildProduct('lemon-2')
  const release = shop.holdCalls()
  const taps = [1, 2, 3, 4].map(() => toggleLike(shop.client, lemon))
  expect(isShownAsLiked('lemon-2', shop)).toBe(false)
  release()
  await Promise.all(taps)

  expect(sentLikesOf(shop)).toEqual([true, false])
  expect(shop.inFlight.max).toBe(1)
  expect([isShownAsLiked('lemon-2', shop), shop.liked.has('lemon-2'), getLikesCount(lemon)]).toEqual([false, false, 7])
})

test('three taps during a request like the product with a single request', async () => {
  const shop = fakeShop()
  const lemon = buildProduct('lemon-3')
  const release = shop.holdCalls()
  const taps = [1, 2, 3].map(() => toggleLike(shop.client, lemon))
  release()
  await Promise.all(taps)

  expect(sentLikesOf(shop)).toEqual([true])
  expect([isShownAsLiked('lemon-3', shop), shop.liked.has('lemon-3')]).toEqual([true, true])
})

// catches mutation: like-rolled-back
test.each<Fault>(['no_network', 'refused'])('a failed like (%s) is rolled back, button and count', async (fault) => {
  const shop = fakeShop()
  const lemon = buildProduct(`lemon ${fault}`)
  shop.faults.push(fault)

  await toggleLike(shop.client, lemon)

  expect([isShownAsLiked(lemon.id, shop), getLikesCount(lemon)]).toEqual([false, 7])
})

test('after a failed request a later tap is still sent', async () => {
  const shop = fakeShop()
  const lemon = buildProduct('lemon-5')
  shop.faults.push('answer_lost')
  const release = shop.holdCalls()
  const taps = [toggleLike(shop.client, lemon), toggleLike(shop.client, lemon)]
  release()
  await Promise.all(taps)

  // The outcome of the like was unknown, so the unlike is sent.
  expect(sentLikesOf(shop)).toEqual([true, false])
  expect([isShownAsLiked('lemon-5', shop), shop.liked.has('lemon-5')]).toEqual([false, false])
})

test.each([
  ['the tap', () => {}],
  ['another request', resetToGuest],
])(
  'after a 401 that %s receives first the like is rolled back, with a toast, and the sign-in dialog after 500 ms',
  async (_, onRequestSent) => {
    vi.useFakeTimers()
    try {
      const shop = fakeShop()
      const lemon = buildProduct('lemon-6')
      shop.faults.push('signed_out')
      const done = toggleLike(shop.client, lemon)
      onRequestSent()
      await vi.advanceTimersByTimeAsync(0)
      await done

      expect(shop.currentUser()).toBeNull()
      expect(getLikesCount(lemon)).toBe(7)
      expect(showToast).toHaveBeenLastCalledWith(expect.objectContaining({ title: getTranslator()('mine.signedOut') }))
      expect(openOverlay).not.toHaveBeenCalled()
      await vi.advanceTimersByTimeAsync(500)
      expect(openOverlay).toHaveBeenCalledExactlyOnceWith('signIn')
    } finally {
      vi.useRealTimers()
      vi.clearAllMocks()
    }
  },
)

test('the fetched list updates the likes, except for a like still in flight', async () => {
  const shop = fakeShop()
  shop.liked.add('lime')
  await shop.client.fetchQuery(likedQuery())
  expect(shop.currentUser()?.likedIds).toEqual(['lime'])
  const release = shop.holdCalls()
  const fetched = shop.client.fetchQuery({ ...likedQuery(), staleTime: 0 })
  const done = toggleLike(shop.client, buildProduct('lemon-7'))
  release()
  await Promise.all([fetched, done])

  expect(shop.currentUser()?.likedIds.toSorted()).toEqual(['lemon-7', 'lime'])
})

// catches mutation: like-rolled-back
test('the list shows and stores a like before the response, and hides one that fails', async () => {
  const shop = fakeShop()
  shop.liked.add('lime')
  await shop.client.fetchQuery(likedQuery())
  const listed = () => (getCachedAccountData<Product[]>(shop.client, 'liked') ?? []).map(({ id }) => id)
  const release = shop.holdCalls()
  const done = toggleLike(shop.client, buildProduct('lemon-8'))
  expect(listed()).toEqual(['lemon-8', 'lime'])
  shop.client.clear()
  expect(listed()).toEqual(['lemon-8', 'lime'])
  release()
  await done

  shop.faults.push('no_network')
  await toggleLike(shop.client, buildProduct('lemon-9'))

  expect(listed().filter((id) => isShownAsLiked(id, shop))).toEqual(['lemon-8', 'lime'])
})

test.each([
  ['the first favourite is in the list', [], ['lemon-10']],
  ['a list with unknown favourites stays unknown', ['lime'], undefined],
])('liked before the list was ever fetched: %s', async (_, before, after) => {
  const shop = fakeShop()
  updateCurrentUser({ likedIds: before })
  const release = shop.holdCalls()
  const done = toggleLike(shop.client, buildProduct('lemon-10'))

  expect(getCachedAccountData<Product[]>(shop.client, 'liked')?.map(({ id }) => id)).toEqual(after)
  release()
  await done
})

test('200 double clicks with random latency leave the same state on screen and server', async () => {
  const shop = fakeShop()
  shop.addLatency(Math.random)
  const mismatches: unknown[] = []
  for (let round = 0; round < 200; round += 1) {
    const lemon = buildProduct(`round-${round}`)
    const before = round % 3 === 0
    if (before) await toggleLike(shop.client, lemon)
    const between = round % 4
    const first = toggleLike(shop.client, lemon)
    if (between > 0) await new Promise((done) => setTimeout(done, between))
    await Promise.all([first, toggleLike(shop.client, lemon)])
    if (isShownAsLiked(lemon.id, shop) !== before || shop.liked.has(lemon.id) !== before) mismatches.push(round)
  }

  expect(mismatches).toEqual([])
})
