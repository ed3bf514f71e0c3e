import { QueryClient } from '@tanstack/react-query'
import type { User } from '@tsedra/contract/accounts'
import { beforeEach, expect, test, vi } from 'vitest'
import '../../test/fake-shop.ts'

const user = { id: 'olena', language: null } as User
const stored = new Map<string, string>()
const asked: string[] = []
let online: boolean
/** Whose session the browser's cookie opens, at the server. */
let session: string | undefined
let hold: Promise<void> | undefined

/** A page that has just been opened. */
async function open() {
  vi.resetModules()
  const [{ signOut }, session, pending, person, { callApi: call }] = await Promise.all([
    import('./sign-out.ts'),
    import('./session.ts'),
    import('./pending-sign-out.ts'),
    import('../session/current-user.ts'),
    import('../shared/api.ts'),
  ])
  return { signOut: () => signOut(new QueryClient()), call, ...session, ...pending, ...person }
}

beforeEach(async () => {
  stored.clear()
  asked.length = 0
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
  // Web Locks of one browser, for one name.
  let last: Promise<unknown> = Promise.resolve()
  const locks = { request: (_: string, work: () => Promise<void>) => (last = last.catch(() => {}).then(work)) }
  vi.stubGlobal('navigator', { onLine: true, locks })
  vi.stubGlobal('fetch', async (path: string, { method, credentials }: RequestInit) => {
    if (!online) throw new TypeError('Failed to fetch')
    asked.push(`${method} ${path.split('?')[0]}${credentials === 'omit' ? ' without cookie' : ''}`)
    const who = credentials === 'omit' ? undefined : session
    await hold
    if (path === '/api/auth/logout') session = undefined
    if (path === '/api/auth/login') session = 'taras'
    if (path === '/api/auth/user' && !who) return reply({ code: 'unauthorized' }, 401)
    return reply(path === '/api/auth/user' ? { ...user, id: who } : {})
  })
  const { setCurrentUser: setPerson } = await open()
  setPerson({ user, likedIds: ['lemon'], inCart: 2 })
})

const reply = (body: object, status = 200) => Response.json(body, { status, headers: { 'x-app': 'tsedra' } })

test('signing out offline signs out on the device at once, and a reload stays signed out', async () => {
  online = false
  const page = await open()
  await page.signOut()
  expect(page.getCurrentUser()).toBeNull()

  const again = await open()
  again.resumeSignOut()
  expect(again.getCurrentUser()).toBeNull()
  expect(session).toBe('olena')
})

// catches mutation: signed-out-sends-no-cookie
test('until the server knows, questions go without the cookie', async () => {
  online = false
  await (await open()).signOut()
  const page = await open()
  online = true

  expect(await page.refreshCurrentUser()).toBeNull()
  await page.call('GET /api/categories')

  expect(asked).toEqual(['GET /api/auth/user without cookie', 'GET /api/categories without cookie'])
  expect(page.getCurrentUser()).toBeNull()
})

test('the session ends when the network is back, once, also with several tabs', async () => {
  online = false
  await (await open()).signOut()
  const [first, second] = [await open(), await open()]
  online = true

  await Promise.all([first.finishSignOut(), second.finishSignOut()])
  await first.finishSignOut()

  expect(asked).toEqual(['POST /api/auth/logout'])
  expect(session).toBeUndefined()
  await first.call('GET /api/categories')
  expect(asked.at(-1)).toBe('GET /api/categories')
})

// catches mutation: sign-in-waits-for-sign-out
test('a sign-in waits for the old session to end, and the new one is not ended', async () => {
  online = false
  await (await open()).signOut()
  const page = await open()
  online = true

  await page.call('POST /api/auth/login', { body: { emailOrPhone: 'taras@bar.example', password: 'secret' } })
  await page.startSession({ ...user, id: 'taras' })
  page.resumeSignOut()
  await page.finishSignOut()

  expect(asked.slice(0, 2)).toEqual(['POST /api/auth/logout', 'POST /api/auth/login'])
  expect(asked.filter((each) => each.endsWith('logout')).length).toBe(1)
  expect(session).toBe('taras')
})

test('a change is not sent with the old cookie while the server cannot be told', async () => {
  online = false
  const page = await open()
  await page.signOut()

  await expect(page.call('POST /api/auth/login', {})).rejects.toThrow('network')
  expect(asked).toEqual([])
})

test('an answer that was on its way when somebody signed out signs nobody in again', async () => {
  const page = await open()
  const { promise, resolve } = Promise.withResolvers<void>()
  hold = promise
  const answer = page.refreshCurrentUser()
  const left = page.signOut()
  resolve()

  expect(await answer).toBeNull()
  await left
  await vi.waitFor(() => expect(page.getPendingSignOut()).toBeUndefined())
  expect(page.getCurrentUser()).toBeNull()
})

test('a page that was closed in the middle of signing out finishes it at the next start', async () => {
  const page = await open()
  page.beginSignOut('keep')

  const again = await open()
  again.resumeSignOut()

  await vi.waitFor(() => expect([again.getCurrentUser(), session]).toEqual([null, undefined]))
})
