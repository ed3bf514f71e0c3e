import { QueryClient } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../test/fake-shop.ts'

const user = { id: 'olena', language: null } as User
const stored = new Map<string, string>()
const requests: string[] = []
let online: boolean
/** Id of the user whose session the browser's cookie belongs to. */
let session: string | undefined
/** Holds responses back until it resolves. */
let hold: Promise<void> | undefined

/** Opens a page: its modules have no state yet. */
async function open() {
  vi.resetModules()
  const [{ signOut }, sessionModule, pending, currentUserModule, { callApi: call }] = await Promise.all([
    import('./sign-out.ts'),
    import('./session.ts'),
    import('./pending-sign-out.ts'),
    import('../session/current-user.ts'),
    import('../shared/api.ts'),
  ])
  return { signOut: () => signOut(new QueryClient()), call, ...sessionModule, ...pending, ...currentUserModule }
}

beforeEach(async () => {
  stored.clear()
  requests.length = 0
  online = true
  hold = undefined
  session = 'olena'
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('addEventListener', () => {})
  vi.stubGlobal('document', { addEventListener() {}, documentElement: {}, getElementById: () => null, cookie: '' })
  // A fake of the Web Locks of one browser, for one lock name.
  let last: Promise<unknown> = Promise.resolve()
  const locks = { request: (_: string, work: () => Promise<void>) => (last = last.catch(() => {}).then(work)) }
  vi.stubGlobal('navigator', { onLine: true, locks })
  vi.stubGlobal('fetch', async (path: string, { method, credentials }: RequestInit) => {
    if (!online) throw new TypeError('Failed to fetch')
    requests.push(`${method} ${path.split('?')[0]}${credentials === 'omit' ? ' without cookie' : ''}`)
    const userId = credentials === 'omit' ? undefined : session
    await hold
    if (path === '/api/auth/logout') session = undefined
    if (path === '/api/auth/login') session = 'taras'
    if (path === '/api/auth/user' && !userId) return reply({ code: 'unauthorized' }, 401)
    return reply(path === '/api/auth/user' ? { ...user, id: userId } : {})
  })
  const { setCurrentUser } = await open()
  setCurrentUser({ user, likedIds: ['lemon'], inCart: 2 })
})

const reply = (body: object, status = 200) => Response.json(body, { status, headers: { 'x-app': 'tsedra' } })

test('signing out offline signs out on the device at once, and a reload stays signed out', async () => {
  online = false
  const page = await open()
  await page.signOut()
  expect(page.getCurrentUser()).toBeNull()

  const reopened = await open()
  reopened.resumeSignOut()
  expect(reopened.getCurrentUser()).toBeNull()
  expect(session).toBe('olena')
})

test('signing out deletes the last order and the recent searches of this device', async () => {
  const page = await open()
  const [{ setLastOrder }, { addRecentSearch }] = await Promise.all([
    import('../shared/last-order-changes.ts'),
    import('../shared/recent-searches.ts'),
  ])
  setLastOrder({ id: 'order', ownerId: user.id, lines: [] })
  addRecentSearch('троянда')
  expect([...stored.keys()]).toEqual(expect.arrayContaining(['tsedra.lastOrder', 'tsedra.recentSearches']))

  await page.signOut()

  expect([...stored.keys()].filter((key) => /lastOrder|slipRows|recentSearches/.test(key))).toEqual([])
})

// catches mutation: signed-out-sends-no-cookie
test('reads are sent without the cookie until the server has ended the session', async () => {
  online = false
  await (await open()).signOut()
  const page = await open()
  online = true

  expect(await page.refreshCurrentUser()).toBeNull()
  await page.call('GET /api/categories')

  expect(requests).toEqual(['GET /api/auth/user without cookie', 'GET /api/categories without cookie'])
  expect(page.getCurrentUser()).toBeNull()
})

test('several tabs end the session once when the network returns', async () => {
  online = false
  await (await open()).signOut()
  const [first, second] = [await open(), await open()]
  online = true

  await Promise.all([first.finishSignOut(), second.finishSignOut()])
  await first.finishSignOut()

  expect(requests).toEqual(['POST /api/auth/logout'])
  expect(session).toBeUndefined()
  await first.call('GET /api/categories')
  expect(requests.at(-1)).toBe('GET /api/categories')
})

// catches mutation: sign-in-waits-for-sign-out
test('a sign-in waits until the old session has ended, and the new session stays', async () => {
  online = false
  await (await open()).signOut()
  const page = await open()
  online = true

  await page.call('POST /api/auth/login', { body: { emailOrPhone: 'taras@bar.example', password: 'secret' } })
  await page.startSession({ ...user, id: 'taras' })
  page.resumeSignOut()
  await page.finishSignOut()

  expect(requests.slice(0, 2)).toEqual(['POST /api/auth/logout', 'POST /api/auth/login'])
  expect(requests.filter((request) => request.endsWith('logout')).length).toBe(1)
  expect(session).toBe('taras')
})

test('a change is rejected while the sign-out is pending and the server is unreachable', async () => {
  online = false
  const page = await open()
  await page.signOut()

  await expect(page.call('POST /api/auth/login', {})).rejects.toThrow('network')
  expect(requests).toEqual([])
})

test('a response in flight during a sign-out does not sign the user in again', async () => {
  const page = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const refreshed = page.refreshCurrentUser()
  const signedOut = page.signOut()
  resolve()

  expect(await refreshed).toBeNull()
  await signedOut
  await vi.waitFor(() => expect(page.getPendingSignOut()).toBeUndefined())
  expect(page.getCurrentUser()).toBeNull()
})

test('a sign-out interrupted by closing the page finishes at the next start', async () => {
  const page = await open()
  page.beginSignOut('keep')

  const reopened = await open()
  reopened.resumeSignOut()

  await vi.waitFor(() => expect([reopened.getCurrentUser(), session]).toEqual([null, undefined]))
})
