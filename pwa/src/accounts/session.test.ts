import type { User } from '@tsedra/contract/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../test/fake-shop.ts'

const unauthorizedResponse = () =>
  Response.json({ code: 'unauthorized', message: 'Unauthorized' }, { status: 401, headers: { 'x-app': 'tsedra' } })

/** Opens a page: its modules have no state yet. */
function open() {
  vi.resetModules()
  return import('./session.ts')
}

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
})

test('a return from a provider requests the session once, and not again if no user is signed in', async () => {
  vi.stubGlobal('fetch', async () => unauthorizedResponse())
  const before = await open()
  expect(before.isPossiblySignedIn()).toBe(false)
  before.markProviderSignIn()

  const returned = await open()
  expect(returned.isPossiblySignedIn()).toBe(true)
  expect(await returned.refreshCurrentUser()).toBeNull()
  expect(returned.isPossiblySignedIn()).toBe(false)
})

test('a 401 on the page that redirects to a provider does not stop the request after the return', async () => {
  const { promise, resolve } = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', () => promise.then(unauthorizedResponse))
  const page = await open()
  const requestedBefore = page.refreshCurrentUser()
  page.markProviderSignIn()
  const requestedAfter = page.refreshCurrentUser()
  resolve()

  expect([await requestedBefore, await requestedAfter]).toEqual([null, null])
  expect((await open()).isPossiblySignedIn()).toBe(true)
})

test('a response older than a local change of the account is discarded and requested again', async () => {
  const userOf = (hasGoogle: boolean) => ({ id: 'one', hasGoogle }) as User // other members are not read
  const late = Promise.withResolvers<void>()
  const users = [late.promise.then(() => userOf(true)), Promise.resolve(userOf(false))]
  vi.stubGlobal('fetch', async () => Response.json(await users.shift(), { headers: { 'x-app': 'tsedra' } }))
  const page = await open()
  const { updateCurrentUser, getCurrentUser, setCurrentUser } = await import('../session/current-user.ts')
  setCurrentUser({ user: userOf(true), likedIds: [], inCart: 0 })

  const refreshed = page.refreshCurrentUser()
  updateCurrentUser({ user: userOf(false) })
  late.resolve()

  expect((await refreshed)?.hasGoogle).toBe(false)
  expect(getCurrentUser()?.user.hasGoogle).toBe(false)
})
