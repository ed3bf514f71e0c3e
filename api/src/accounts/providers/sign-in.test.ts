import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type Provider, providers } from '@tsedra/contract/providers'
import { createMetrics } from '@tsedra/service/metrics'
import { expect, test } from 'vitest'
import { tokenFaults } from '../../../../infra/fakes/providers/faults.ts'
import { type Browser, createTestUser, openBrowser, signIn } from '../../../test/users.ts'
import { openShop } from '../../../test/shop.ts'
import { openRedirects } from '../../../test/open-redirects.ts'
import { navigate } from '../../../test/navigate.ts'
import {
  startProviderFlow,
  completeProviderPage,
  returnFromProvider,
  openProviderShop,
  providerSettings,
  signInWith,
  providerUser,
  type ProviderShop,
} from '../../../test/providers.ts'

const failed = (problem: string) => ({ status: 303, location: `/?login=1&problem=${problem}&next=%2Fprofile` })

async function expectSignedOut({ shop }: ProviderShop, browser: Browser): Promise<void> {
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect(browser.cookies.has('oauth')).toBe(false)
  expect(await shop.db('user_sessions')).toEqual([])
}

test.each(providers)(
  '%s signs a new user in, redirects to the requested path, and signs the same user in again',
  async (provider) => {
    await using at = await openProviderShop()
    const user = providerUser()

    const first = await signInWith(at, provider, user, { next: '/product/lemon?size=50#top' })
    const again = await signInWith(at, provider, user)

    expect(first.arrival).toMatchObject({ status: 303, location: '/product/lemon?size=50#top' })
    const { body } = await first.send('GET', '/api/auth/user')
    expect(body).toMatchObject({
      email: user.email,
      firstName: user.firstName,
      lastName: user.lastName,
      isVerified: true,
      hasPassword: false,
    })
    expect((await again.send('GET', '/api/auth/user')).body['id']).toBe(body['id'])
    expect(await at.shop.db('users')).toHaveLength(1)
  },
)

test('a provider that is not configured is not offered and has no addresses', async () => {
  await using both = await openProviderShop()
  await using none = await openShop({ bot: undefined })
  await using google = await openShop({ providers: { google: providerSettings('http://127.0.0.1:1').google } })
  const methods = '/api/auth/methods'

  expect((await both.shop.send('GET', methods)).body).toEqual({ google: true, apple: true, phone: true })
  expect((await none.send('GET', methods)).body).toEqual({ google: false, apple: false, phone: false })
  expect((await google.send('GET', methods)).body).toMatchObject({ google: true, apple: false })
  for (const path of ['google', 'google/callback', 'apple']) {
    expect((await none.send('GET', `/api/auth/${path}`)).status, path).toBe(404)
  }
  expect((await none.send('POST', '/api/auth/apple/callback')).status).toBe(404)
  expect((await google.send('GET', '/api/auth/apple')).status).toBe(404)
})

/** Faults of each of the three secrets; the callback itself is always the provider's own. */
const negative: [string, (at: ProviderShop, browser: Browser, provider: Provider) => Promise<unknown>, string][] = [
  [
    'state missing',
    async (at, browser, provider) =>
      returnWithChangedCallback(at, browser, provider, (actual) => actual.delete('state')),
    'failed',
  ],
  [
    'state of another sign-in',
    async (at, browser, provider) => {
      const other =
        new URL((await startProviderFlow(at, openBrowser(at.shop), provider)).location).searchParams.get('state') ?? ''
      return returnWithChangedCallback(at, browser, provider, (actual) => actual.set('state', other))
    },
    'failed',
  ],
  [
    'state replayed: the same callback a second time',
    async (at, browser, provider) => {
      const actual = await completeProviderPage(
        (await startProviderFlow(at, browser, provider)).location,
        providerUser({ unverified: '1' }),
      )
      await returnFromProvider(at, openBrowser(at.shop), provider, actual)
      browser.cookies.delete('oauth')
      return returnFromProvider(at, browser, provider, actual)
    },
    'expired',
  ],
  [
    'nonce missing',
    async (at, browser, provider) => startWithChangedUrl(at, browser, provider, (url) => url.delete('nonce')),
    'failed',
  ],
  [
    'nonce of another sign-in',
    async (at, browser, provider) => {
      const other =
        new URL((await startProviderFlow(at, openBrowser(at.shop), provider)).location).searchParams.get('nonce') ?? ''
      return startWithChangedUrl(at, browser, provider, (url) => url.set('nonce', other))
    },
    'failed',
  ],
  [
    'nonce replayed: the token of an earlier sign-in',
    async (at, browser, provider) => {
      await signInWith(at, provider, providerUser({ email: 'earlier@gmail.com' }))
      await at.shop.db('users').delete()
      await at.shop.db('user_sessions').delete()
      at.providers[provider].faults.replaceToken = at.providers[provider].tokens[0]
      return returnWithChangedCallback(at, browser, provider)
    },
    'failed',
  ],
  [
    'verifier missing: the flow started without PKCE',
    async (at, browser, provider) =>
      startWithChangedUrl(at, browser, provider, (url) => {
        url.delete('code_challenge')
        url.delete('code_challenge_method')
      }),
    'failed',
  ],
  [
    'verifier of another sign-in',
    async (at, browser, provider) => {
      const other = new URL((await startProviderFlow(at, openBrowser(at.shop), provider)).location).searchParams
      return startWithChangedUrl(at, browser, provider, (url) =>
        url.set('code_challenge', other.get('code_challenge') ?? ''),
      )
    },
    'failed',
  ],
  [
    'verifier replayed: the cookie of an earlier sign-in, whose code is used',
    async (at, browser, provider) => {
      const { location } = await startProviderFlow(at, browser, provider)
      const cookie = browser.cookies.get('oauth') ?? ''
      const actual = await completeProviderPage(location, providerUser())
      await returnFromProvider(at, browser, provider, actual)
      await at.shop.db('users').delete()
      await at.shop.db('user_sessions').delete()
      browser.cookies.clear()
      browser.cookies.set('oauth', cookie)
      return returnFromProvider(at, browser, provider, actual)
    },
    'failed',
  ],
]

/** Changes the callback of the provider. */
async function returnWithChangedCallback(
  at: ProviderShop,
  browser: Browser,
  provider: Provider,
  change: (callback: URLSearchParams) => void = () => {},
) {
  const callback = await completeProviderPage((await startProviderFlow(at, browser, provider)).location, providerUser())
  change(callback)
  return returnFromProvider(at, browser, provider, callback)
}

/** Changes the authorisation URL. */
async function startWithChangedUrl(
  at: ProviderShop,
  browser: Browser,
  provider: Provider,
  change: (parameters: URLSearchParams) => void,
) {
  const url = new URL((await startProviderFlow(at, browser, provider)).location)
  change(url.searchParams)
  return returnFromProvider(at, browser, provider, await completeProviderPage(url.href, providerUser()))
}

// catches mutation: oauth-state-compared, oauth-nonce, oauth-pkce, oauth-cookie-single-use
test.each(
  providers.flatMap((provider) => negative.map(([fault, run, problem]) => ({ provider, fault, run, problem }))),
)('O-01: $provider, $fault: no session starts, and the cookie is cleared', async ({ provider, run, problem }) => {
  await using at = await openProviderShop()
  const browser = openBrowser(at.shop)

  const arrival = (await run(at, browser, provider)) as { location: string }

  const { searchParams } = new URL(arrival.location, 'http://localhost')
  expect(searchParams.get('problem')).toBe(problem)
  await expectSignedOut(at, browser)
})

// catches mutation: oauth-state-compared, oauth-nonce, oauth-pkce, oauth-cookie-single-use
test.each(providers)('O-01: %s receives a fresh state, nonce and PKCE S256 challenge', async (provider) => {
  await using at = await openProviderShop()
  const requested = [1, 2].map(
    async () => new URL((await startProviderFlow(at, openBrowser(at.shop), provider)).location).searchParams,
  )
  const [one, two] = await Promise.all(requested)

  expect(one?.get('response_type')).toBe('code')
  expect(one?.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one?.get(name)?.length, name).toBeGreaterThanOrEqual(43)
    expect(one?.get(name), name).not.toBe(two?.get(name))
  }
})

// catches mutation: oauth-state-compared, oauth-nonce, oauth-pkce, oauth-cookie-single-use
test('O-01: PKCE is used with Apple only if its metadata lists it, with Google always', async () => {
  await using at = await openProviderShop()
  for (const provider of providers) at.providers[provider].faults.hidesPkce = true
  const google = await startProviderFlow(at, openBrowser(at.shop), 'google')
  const apple = await startProviderFlow(at, openBrowser(at.shop), 'apple')

  expect(new URL(google.location).searchParams.has('code_challenge')).toBe(true)
  expect(new URL(apple.location).searchParams.has('code_challenge')).toBe(false)
  expect((await signInWith(at, 'apple', providerUser())).arrival.location).toBe('/profile')
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test.each(providers)('O-02: a token of %s with any single fault is refused', async (provider) => {
  await using at = await openProviderShop()
  const arrivals: Record<string, string> = {}
  for (const fault of tokenFaults) {
    at.providers[provider].faults.token = fault
    const browser = await signInWith(at, provider, providerUser())
    arrivals[fault] = browser.arrival.location
    await expectSignedOut(at, browser)
  }

  const { location } = failed('failed')
  expect(arrivals).toEqual(Object.fromEntries(tokenFaults.map((fault) => [fault, location])))
  expect(await at.shop.db('users')).toEqual([])
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test.each([
  ['google', 'apple'],
  ['apple', 'google'],
] as const)('O-02: a token and a callback of %s are refused at %s', async (other, provider) => {
  await using at = await openProviderShop()
  const user = providerUser()
  await signInWith(at, other, user)
  await at.shop.db('users').delete()
  at.providers[provider].faults.replaceToken = at.providers[other].tokens[0]
  const browser = await signInWith(at, provider, user)
  expect(browser.arrival).toMatchObject(failed('failed'))

  at.providers[provider].faults.replaceToken = undefined
  const crossed = openBrowser(at.shop)
  const callback = await completeProviderPage((await startProviderFlow(at, crossed, other)).location, user)
  expect((await returnFromProvider(at, crossed, provider, callback)).location).toContain('problem=expired')
  await expectSignedOut(at, crossed)
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test.each(providers)('O-02: while %s is unavailable the shop works; once it is back it signs in', async (provider) => {
  await using at = await openProviderShop()
  const { faults } = at.providers[provider]
  faults.isUnavailable = true
  expect(await startProviderFlow(at, openBrowser(at.shop), provider)).toMatchObject(failed('unavailable'))
  expect((await at.shop.send('GET', '/api/products')).status).toBe(200)

  faults.isUnavailable = false
  expect((await signInWith(at, provider, providerUser())).arrival.location).toBe('/profile')
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test('O-02: a provider that never responds times out after five seconds with `unavailable`', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await using shop = await openShop({ providers: providerSettings(`http://127.0.0.1:${port}`) })
  const startedAt = performance.now()

  const response = await startProviderFlow({ shop }, openBrowser(shop), 'google')

  expect(response).toMatchObject(failed('unavailable'))
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  silent.closeAllConnections()
  silent.close()
})

// catches mutation: oauth-cookie-same-site, apple-form-origin, apple-form-size
test('O-03: Apple’s form is accepted from Apple only, up to 8 KiB, also with a cancellation', async () => {
  const metrics = createMetrics()
  await using at = await openProviderShop({ metrics })
  const browser = openBrowser(at.shop)
  const cancelled = await completeProviderPage((await startProviderFlow(at, browser, 'apple')).location, {
    cancel: '1',
  })
  expect(cancelled.get('code')).toBeNull()
  expect(await returnFromProvider(at, browser, 'apple', cancelled)).toMatchObject(failed('cancelled'))
  await expectSignedOut(at, browser)

  const callback = await completeProviderPage((await startProviderFlow(at, browser, 'apple')).location, providerUser())
  for (const origin of ['https://evil.example', 'null', at.shop.url, '']) {
    expect((await returnFromProvider(at, browser, 'apple', callback, { origin })).status, origin).toBe(403)
  }
  expect(await metrics.text()).toMatch(/^tsedra_requests_rejected_total\{event="cross-site"\} 4$/m)
  const large = new URLSearchParams({ ...Object.fromEntries(callback), user: 'x'.repeat(8_200) })
  expect((await returnFromProvider(at, browser, 'apple', large)).status).toBe(413)
  expect((await returnFromProvider(at, browser, 'apple', callback)).location).toBe('/profile')
})

// catches mutation: oauth-cookie-same-site, apple-form-origin, apple-form-size
test('O-03: no other call accepts a form', async () => {
  await using at = await openProviderShop()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080' }
  for (const path of ['/api/auth/link', '/api/auth/login', '/api/orders']) {
    expect((await navigate(at.shop.url + path, { method: 'POST', headers, body: 'a=1' })).status, path).toBe(415)
  }
})

// catches mutation: oauth-cookie-same-site, apple-form-origin, apple-form-size
test.each([
  ['https://shop.example', '__Host-oauth'],
  ['http://localhost:8080', 'oauth'],
])(
  'O-03: behind %s the OAuth cookie is %s: SameSite=None, Secure, HttpOnly, ten minutes',
  async (publicOrigin, name) => {
    await using at = await openProviderShop({ publicOrigin })
    const { setCookie } = await startProviderFlow(at, openBrowser(at.shop), 'apple')

    expect(setCookie).toHaveLength(1)
    const [line = ''] = setCookie
    expect(line.startsWith(`${name}=`)).toBe(true)
    for (const flag of ['Max-Age=600', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=None'])
      expect(line).toContain(`; ${flag}`)
    expect(line).not.toMatch(/domain|partitioned/i)
  },
)

// catches mutation: oauth-ends-former-session
test('S-02: a sign-in with a provider ends the browser’s former session, by Apple’s form too', async () => {
  await using at = await openProviderShop()
  for (const provider of providers) {
    const user = await createTestUser(at.shop.db)
    const browser = await signIn(at.shop, user)
    const former = openBrowser(at.shop)
    for (const [name, value] of browser.cookies) former.cookies.set(name, value)

    await signInWith(at, provider, providerUser(), { browser })

    expect((await former.send('GET', '/api/auth/user')).status, provider).toBe(401)
    expect((await browser.send('GET', '/api/auth/user')).status, provider).toBe(200)
  }
})

const foreign = [
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-site', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' },
  { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'iframe' },
  { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'no-cors', 'sec-fetch-dest': 'image' },
  {},
]

// catches mutation: sign-in-from-own-page
test.each(foreign)('S-07: an OAuth flow starts from the shop’s own page, not with %j', async (headers) => {
  await using at = await openProviderShop()
  for (const provider of providers) {
    const response = await navigate(`${at.shop.url}/api/auth/${provider}?next=/profile`, { headers })
    expect(response).toMatchObject({ status: 303, location: '/?login=1&next=%2Fprofile', setCookie: [] })
  }
})

test('S-10: none of more than sixty open redirects is followed after a sign-in with a provider', async () => {
  await using at = await openProviderShop()
  const user = providerUser()
  const expected = openRedirects.filter((next) => encodeURIComponent(next).length < 1_500)
  const arrivals = new Set<string>()
  for (const next of expected) arrivals.add((await signInWith(at, 'google', user, { next })).arrival.location)
  const refused = await signInWith(at, 'google', { cancel: '1' }, { next: '//evil.example' })

  expect(expected.length).toBeGreaterThanOrEqual(60)
  expect(arrivals).toEqual(new Set(['/']))
  expect(refused.arrival.location).toBe('/?login=1&problem=cancelled&next=%2F')
})
