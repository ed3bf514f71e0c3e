import type { User } from '@tsedra/contract/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../test/fake-shop.ts'

const nobody = () =>
  Response.json({ code: 'unauthorized', message: 'Unauthorized' }, { status: 401, headers: { 'x-app': 'tsedra' } })

/** A page that has just been opened. */
function open() {
  vi.resetModules()
  return import('./session.ts')
}

beforeEach(() => {
  const kept = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  })
})

test('whoever has left to sign in elsewhere is asked about when they are back, and not again when it was nobody', async () => {
  vi.stubGlobal('fetch', async () => nobody())
  const before = await open()
  expect(before.isPossiblySignedIn()).toBe(false)
  before.markProviderSignIn()

  const back = await open()
  expect(back.isPossiblySignedIn()).toBe(true)
  expect(await back.refreshCurrentUser()).toBeNull()
  expect(back.isPossiblySignedIn()).toBe(false)
})

test('what a page hears while somebody leaves it says nothing about their return, whenever it asked', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => promise.then(nobody))
  const page = await open()
  const askedBefore = page.refreshCurrentUser()
  page.markProviderSignIn()
  const askedAfter = page.refreshCurrentUser()
  resolve()

  expect([await askedBefore, await askedAfter]).toEqual([null, null])
  expect((await open()).isPossiblySignedIn()).toBe(true)
})

test('an answer that is older than a change of the account is not shown: the shop is asked again', async () => {
  const userOf = (hasGoogle: boolean) => ({ id: 'one', hasGoogle }) as User // the rest is not looked at
  const late = Promise.withResolvers<void>()
  const answers = [late.promise.then(() => userOf(true)), Promise.resolve(userOf(false))]
  vi.stubGlobal('fetch', async () => Response.json(await answers.shift(), { headers: { 'x-app': 'tsedra' } }))
  const page = await open()
  const {
    updateCurrentUser: changePerson,
    getCurrentUser: currentPerson,
    setCurrentUser: setPerson,
  } = await import('../session/current-user.ts')
  setPerson({ user: userOf(true), likedIds: [], inCart: 0 })

  const asked = page.refreshCurrentUser()
  changePerson({ user: userOf(false) })
  late.resolve()

  expect((await asked)?.hasGoogle).toBe(false)
  expect(currentPerson()?.user.hasGoogle).toBe(false)
})
