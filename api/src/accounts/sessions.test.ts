import { expect, test } from 'vitest'
import { openRedirects } from '../../test/open-redirects.ts'
import { navigate } from '../../test/navigate.ts'
import {
  createTestUser,
  createSignedInUser,
  issueCode,
  openBrowser,
  registrationBody,
  signIn,
} from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

const me = '/api/auth/user'
const statusOf = async (browser: { send: Shop['send'] }) => (await browser.send('GET', me)).status

test('S-01: a copied cookie is rejected after sign-out', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const thief = openBrowser(shop)
  for (const [name, value] of browser.cookies) thief.cookies.set(name, value)

  expect(await statusOf(thief)).toBe(200)
  expect((await browser.send('POST', '/api/auth/logout')).body).toEqual({ signedOut: true })

  expect(await statusOf(thief)).toBe(401)
  expect(await statusOf(browser)).toBe(401)
  expect((await browser.send('POST', '/api/auth/logout')).status).toBe(200)
})

test('S-01: a change of role or activity applies from the next call on', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { role: 'editor' })
  const change = (row: object) => shop.db('users').where({ id: browser.user.id }).update(row)

  expect((await browser.send('GET', me)).body['role']).toBe('editor')
  await change({ role: 'user' })
  expect((await browser.send('GET', me)).body['role']).toBe('user')
  await change({ is_active: false })
  expect(await statusOf(browser)).toBe(401)
  await change({ is_active: true, is_verified: false })
  expect(await statusOf(browser)).toBe(401)
})

test('S-01: signing out everywhere ends the user’s five sessions and no other user’s', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const otherUser = await createSignedInUser(shop)
  const browsers = [await signIn(shop, user)]
  while (browsers.length < 5) browsers.push(await signIn(shop, user))
  const [first] = browsers

  expect((await first?.send('GET', '/api/auth/sessions'))?.body).toHaveLength(5)
  expect((await first?.send('DELETE', '/api/auth/sessions'))?.body).toEqual({ ended: 5 })

  expect(await Promise.all(browsers.map(statusOf))).toEqual([401, 401, 401, 401, 401])
  expect(await statusOf(otherUser)).toBe(200)
})

test('S-02: a sign-in starts a session with a new id and ends the former one', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const browser = await signIn(shop, user)
  const planted = new Map(browser.cookies)
  const seen = new Set([browser.cookies.get('sid')])

  await browser.send('POST', '/api/auth/login', { emailOrPhone: user.email, password: user.password })
  seen.add(browser.cookies.get('sid'))
  const before = openBrowser(shop)
  for (const [name, value] of planted) before.cookies.set(name, value)
  expect(await statusOf(before)).toBe(401)

  const changed = { currentPassword: user.password, password: 'новий-лід-і-мʼята' }
  expect((await browser.send('POST', '/api/auth/password', changed)).status).toBe(200)
  seen.add(browser.cookies.get('sid'))
  const { body } = await browser.send('POST', '/api/auth/register', registrationBody())
  await browser.send('POST', '/api/auth/verify', {
    userId: body['userId'],
    code: await issueCode(shop.db, body['userId']),
  })
  seen.add(browser.cookies.get('sid'))

  expect(seen.size).toBe(4)
  expect(await shop.db('user_sessions').whereNull('revoked_at')).toHaveLength(1)
})

test.each([
  ['user', 'created_at', 30 * 86_400],
  ['user', 'last_seen_at', 14 * 86_400],
  ['editor', 'created_at', 12 * 3_600],
  ['editor', 'last_seen_at', 2 * 3_600],
])('S-03: a session of %s expires by %s after %i s, not half a minute earlier', async (role, column, seconds) => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { role })
  const age = (ageS: number) =>
    shop.db('user_sessions').update({ [column]: shop.db.raw(`now() - interval '${ageS} s'`) })

  await age(seconds - 30)
  expect(await statusOf(browser)).toBe(200)
  await age(seconds + 1)
  expect(await statusOf(browser)).toBe(401)
})

test('S-03: session activity is stored once in five minutes', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const seenAt = async () => ((await shop.db('user_sessions').first()).last_seen_at as Date).getTime()
  const age = (seconds: number) =>
    shop.db('user_sessions').update({ last_seen_at: shop.db.raw(`now() - interval '${seconds} s'`) })

  await age(270)
  const before = await seenAt()
  await statusOf(browser)
  expect(await seenAt()).toBe(before)
  await age(301)
  await statusOf(browser)
  expect(Date.now() - (await seenAt())).toBeLessThan(60_000)
})

test.each([
  ['https://shop.example', '__Host-', true],
  ['http://localhost:8080', '', false],
])(
  'S-06: behind %s every cookie is HttpOnly and SameSite=Lax, with Path=/ and without Domain',
  async (publicOrigin, prefix, isSecure) => {
    await using shop = await openShop({ publicOrigin })
    const browser = await createSignedInUser(shop)
    await browser.send('POST', '/api/auth/register', registrationBody())
    await browser.send('POST', '/api/auth/logout')

    expect(new Set(browser.setCookies.map((line) => line.split('=')[0]))).toEqual(
      new Set(['sid', 'dev', 'pv'].map((name) => prefix + name)),
    )
    for (const line of browser.setCookies) {
      expect(line).toMatch(/; HttpOnly/)
      expect(line).toMatch(/; SameSite=Lax/)
      expect(line).toMatch(/; Path=\/(;|$)/)
      expect(line).not.toMatch(/domain/i)
      expect(/; Secure/.test(line)).toBe(isSecure)
    }
  },
)

const navigation = { 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

// catches mutation: sign-out-link-own-page
test.each([
  ['a link in the profile', { 'sec-fetch-site': 'same-origin', ...navigation }, 401],
  ['a typed address', { 'sec-fetch-site': 'none', ...navigation }, 401],
  ['a link of another site', { 'sec-fetch-site': 'cross-site', ...navigation }, 200],
  ['a link of a same-site subdomain', { 'sec-fetch-site': 'same-site', ...navigation }, 200],
  ['an image', { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' }, 200],
  ['a frame', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' }, 200],
  ['a script', { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'cors', 'sec-fetch-dest': 'empty' }, 200],
  ['no browser', {}, 200],
])('S-08: GET /api/logout by %s', async (_actor, headers, expected) => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ')

  const response = await navigate(`${shop.url}/api/logout`, { headers: { cookie, ...headers } })

  expect(response).toMatchObject({ status: 302, location: '/' })
  expect(await statusOf(browser)).toBe(expected)
})

// catches mutation: return-path-own-host
test('S-10: GET /api/login redirects to the shop’s own dialog and keeps no open redirect', async () => {
  await using shop = await openShop()
  const locations = await Promise.all(
    ['/profile', ...openRedirects].map((next) =>
      navigate(`${shop.url}/api/login?next=${encodeURIComponent(next.toWellFormed()).slice(0, 1_500)}`),
    ),
  )

  expect(locations[0]).toMatchObject({ status: 302, location: '/?login=1&next=%2Fprofile' })
  expect(new Set(locations.slice(1).map(({ location }) => location))).toEqual(new Set(['/?login=1&next=%2F']))
  expect((await navigate(`${shop.url}/api/login?next=/a&next=//evil.example`)).location).toBe('/?login=1&next=%2F')
})

test('S-11: responses that depend on a cookie are `no-store`, and sign-out clears the cache', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)
  for (const path of [me, '/api/cart', '/api/users/liked-products', '/api/users/orders', '/api/auth/sessions']) {
    expect((await browser.send('GET', path)).headers.get('cache-control'), path).toBe('no-store')
  }

  const { headers } = await browser.send('POST', '/api/auth/logout')
  expect(headers.get('clear-site-data')).toBe('"cache"')
  expect((await browser.send('GET', '/api/cart')).headers.get('cache-control')).toBe('no-store')
})

test('an account has at most fifty open sessions: one more ends the least recently used one', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [oldest, used] = [await signIn(shop, user), await signIn(shop, user)]
  const neighbour = await signIn(shop, await createTestUser(shop.db))
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  await shop.db('user_sessions').update({ created_at: hoursAgo(9), last_seen_at: hoursAgo(9) })
  const others = Array.from({ length: 48 }, (_, index) => Buffer.alloc(32, index + 1))
  await shop
    .db('user_sessions')
    .insert(others.map((id_hash) => ({ id_hash, user_id: user.id, last_seen_at: hoursAgo(1) })))

  expect(await statusOf(used)).toBe(200)
  const newest = await signIn(shop, user)

  expect(await Promise.all([oldest, used, newest, neighbour].map(statusOf))).toEqual([401, 200, 200, 200])
  expect(await shop.db('user_sessions').where({ user_id: user.id, revoked_at: null })).toHaveLength(50)
})

test('only its user ends a session by its id, and its next call is refused', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const [thisBrowser, otherBrowser] = [await signIn(shop, user), await signIn(shop, user)]
  const otherUser = await signIn(shop, await createTestUser(shop.db))
  type Row = { id: string; current: boolean }
  const listed = async () => (await thisBrowser.send('GET', '/api/auth/sessions')).body as unknown as Row[]
  const other = (await listed()).find(({ current }) => !current)?.id ?? ''
  const end = async (browser: typeof thisBrowser, id: string) =>
    (await browser.send('DELETE', `/api/auth/sessions/${id}`)).body['ended']

  expect(await end(otherUser, other)).toBe(false)
  expect(await end(thisBrowser, '0123456789abcdef')).toBe(false)
  expect((await otherBrowser.send('GET', '/api/auth/user')).status).toBe(200)
  expect(await end(thisBrowser, other)).toBe(true)

  expect((await otherBrowser.send('GET', '/api/auth/user')).status).toBe(401)
  expect((await thisBrowser.send('GET', '/api/auth/user')).status).toBe(200)
  expect(await listed()).toMatchObject([{ current: true }])
  expect(await end(thisBrowser, other)).toBe(false)
  // The calling session can end itself.
  expect(await end(thisBrowser, (await listed())[0]?.id ?? '')).toBe(true)
  expect(thisBrowser.cookies.has('sid')).toBe(false)
})
