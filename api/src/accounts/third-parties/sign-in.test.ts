import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { type ThirdParty, thirdParties } from '@tsedra/contract/third-parties'
import { createMetrics } from '@tsedra/service/metrics'
import { expect, test } from 'vitest'
import { tokenFaults } from '../../../../infra/fakes/third-parties/faults.ts'
import { type Browser, aPerson, openBrowser, signedIn } from '../../../test/people.ts'
import { openShop } from '../../../test/shop.ts'
import { leadingAway } from '../../../test/leading-away.ts'
import { navigate } from '../../../test/navigate.ts'
import {
  begin,
  choose,
  comeBack,
  openThirdPartyShop,
  settingsOf,
  signInWith,
  someone,
  type ThirdPartyShop,
} from '../../../test/third-parties.ts'

const failed = (problem: string) => ({ status: 303, location: `/?login=1&problem=${problem}&next=%2Fprofile` })

async function expectNobody({ shop }: ThirdPartyShop, browser: Browser): Promise<void> {
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  expect(browser.cookies.has('oauth')).toBe(false)
  expect(await shop.db('user_sessions')).toEqual([])
}

test.each(thirdParties)('%s signs a new person in, by the path they came for, and knows them again', async (party) => {
  await using at = await openThirdPartyShop()
  const person = someone()

  const first = await signInWith(at, party, person, { next: '/product/lemon?size=50#top' })
  const again = await signInWith(at, party, person)

  expect(first.arrival).toMatchObject({ status: 303, location: '/product/lemon?size=50#top' })
  const { body } = await first.send('GET', '/api/auth/user')
  expect(body).toMatchObject({
    email: person.email,
    firstName: person.firstName,
    lastName: person.lastName,
    isVerified: true,
    hasPassword: false,
  })
  expect((await again.send('GET', '/api/auth/user')).body['id']).toBe(body['id'])
  expect(await at.shop.db('users')).toHaveLength(1)
})

test('what is not set is not offered, and its addresses are none', async () => {
  await using both = await openThirdPartyShop()
  await using none = await openShop({ bot: undefined })
  await using google = await openShop({ thirdParties: { google: settingsOf('http://127.0.0.1:1').google } })
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

/** What may be wrong with each of the three secrets; the answer is always the third party's own. */
const negative: [string, (at: ThirdPartyShop, browser: Browser, party: ThirdParty) => Promise<unknown>, string][] = [
  [
    'state missing',
    async (at, browser, party) => backWith(at, browser, party, (said) => said.delete('state')),
    'failed',
  ],
  [
    'state of another sign-in',
    async (at, browser, party) => {
      const other = new URL((await begin(at, openBrowser(at.shop), party)).location).searchParams.get('state') ?? ''
      return backWith(at, browser, party, (said) => said.set('state', other))
    },
    'failed',
  ],
  [
    'state replayed: the same answer a second time',
    async (at, browser, party) => {
      const said = await choose((await begin(at, browser, party)).location, someone({ unverified: '1' }))
      await comeBack(at, openBrowser(at.shop), party, said)
      browser.cookies.delete('oauth')
      return comeBack(at, browser, party, said)
    },
    'expired',
  ],
  ['nonce missing', async (at, browser, party) => wayWith(at, browser, party, (way) => way.delete('nonce')), 'failed'],
  [
    'nonce of another sign-in',
    async (at, browser, party) => {
      const other = new URL((await begin(at, openBrowser(at.shop), party)).location).searchParams.get('nonce') ?? ''
      return wayWith(at, browser, party, (way) => way.set('nonce', other))
    },
    'failed',
  ],
  [
    'nonce replayed: the token of an earlier sign-in',
    async (at, browser, party) => {
      await signInWith(at, party, someone({ email: 'earlier@gmail.com' }))
      await at.shop.db('users').delete()
      await at.shop.db('user_sessions').delete()
      at.parties[party].faults.replaceToken = at.parties[party].tokens[0]
      return backWith(at, browser, party)
    },
    'failed',
  ],
  [
    'verifier missing: the way was asked for without PKCE',
    async (at, browser, party) =>
      wayWith(at, browser, party, (way) => {
        way.delete('code_challenge')
        way.delete('code_challenge_method')
      }),
    'failed',
  ],
  [
    'verifier of another sign-in',
    async (at, browser, party) => {
      const other = new URL((await begin(at, openBrowser(at.shop), party)).location).searchParams
      return wayWith(at, browser, party, (way) => way.set('code_challenge', other.get('code_challenge') ?? ''))
    },
    'failed',
  ],
  [
    'verifier replayed: the cookie of an earlier sign-in, whose code is used',
    async (at, browser, party) => {
      const { location } = await begin(at, browser, party)
      const cookie = browser.cookies.get('oauth') ?? ''
      const said = await choose(location, someone())
      await comeBack(at, browser, party, said)
      await at.shop.db('users').delete()
      await at.shop.db('user_sessions').delete()
      browser.cookies.clear()
      browser.cookies.set('oauth', cookie)
      return comeBack(at, browser, party, said)
    },
    'failed',
  ],
]

/** The answer changed on its way back. */
async function backWith(
  at: ThirdPartyShop,
  browser: Browser,
  party: ThirdParty,
  change: (said: URLSearchParams) => void = () => {},
) {
  const said = await choose((await begin(at, browser, party)).location, someone())
  change(said)
  return comeBack(at, browser, party, said)
}

/** The question changed on its way there. */
async function wayWith(
  at: ThirdPartyShop,
  browser: Browser,
  party: ThirdParty,
  change: (way: URLSearchParams) => void,
) {
  const way = new URL((await begin(at, browser, party)).location)
  change(way.searchParams)
  return comeBack(at, browser, party, await choose(way.href, someone()))
}

// catches mutation: oauth-state-compared, oauth-nonce, oauth-pkce, oauth-cookie-single-use
test.each(thirdParties.flatMap((party) => negative.map(([what, go, problem]) => ({ party, what, go, problem }))))(
  'O-01: $party, $what: nobody is signed in, and the cookie is gone',
  async ({ party, go, problem }) => {
    await using at = await openThirdPartyShop()
    const browser = openBrowser(at.shop)

    const arrival = (await go(at, browser, party)) as { location: string }

    const { searchParams } = new URL(arrival.location, 'http://localhost')
    expect(searchParams.get('problem')).toBe(problem)
    await expectNobody(at, browser)
  },
)

// catches mutation: oauth-state-compared, oauth-nonce, oauth-pkce, oauth-cookie-single-use
test.each(thirdParties)('O-01: %s is asked with state, nonce and S256, none of them seen before', async (party) => {
  await using at = await openThirdPartyShop()
  const asked = [1, 2].map(async () => new URL((await begin(at, openBrowser(at.shop), party)).location).searchParams)
  const [one, two] = await Promise.all(asked)

  expect(one?.get('response_type')).toBe('code')
  expect(one?.get('code_challenge_method')).toBe('S256')
  for (const name of ['state', 'nonce', 'code_challenge']) {
    expect(one?.get(name)?.length, name).toBeGreaterThanOrEqual(43)
    expect(one?.get(name), name).not.toBe(two?.get(name))
  }
})

// catches mutation: oauth-state-compared, oauth-nonce, oauth-pkce, oauth-cookie-single-use
test('O-01: Apple is sent no PKCE when it does not say that it takes any; Google always', async () => {
  await using at = await openThirdPartyShop()
  for (const party of thirdParties) at.parties[party].faults.hidesPkce = true
  const google = await begin(at, openBrowser(at.shop), 'google')
  const apple = await begin(at, openBrowser(at.shop), 'apple')

  expect(new URL(google.location).searchParams.has('code_challenge')).toBe(true)
  expect(new URL(apple.location).searchParams.has('code_challenge')).toBe(false)
  expect((await signInWith(at, 'apple', someone())).arrival.location).toBe('/profile')
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test.each(thirdParties)('O-02: a token of %s with one thing wrong is refused, whichever it is', async (party) => {
  await using at = await openThirdPartyShop()
  const arrivals: Record<string, string> = {}
  for (const fault of tokenFaults) {
    at.parties[party].faults.token = fault
    const browser = await signInWith(at, party, someone())
    arrivals[fault] = browser.arrival.location
    await expectNobody(at, browser)
  }

  const { location } = failed('failed')
  expect(arrivals).toEqual(Object.fromEntries(tokenFaults.map((fault) => [fault, location])))
  expect(await at.shop.db('users')).toEqual([])
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test.each([
  ['google', 'apple'],
  ['apple', 'google'],
] as const)('O-02: a token of %s is worth nothing at %s, nor is its answer', async (other, party) => {
  await using at = await openThirdPartyShop()
  const person = someone()
  await signInWith(at, other, person)
  await at.shop.db('users').delete()
  at.parties[party].faults.replaceToken = at.parties[other].tokens[0]
  const browser = await signInWith(at, party, person)
  expect(browser.arrival).toMatchObject(failed('failed'))

  at.parties[party].faults.replaceToken = undefined
  const crossed = openBrowser(at.shop)
  const said = await choose((await begin(at, crossed, other)).location, person)
  expect((await comeBack(at, crossed, party, said)).location).toContain('problem=expired')
  await expectNobody(at, crossed)
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test.each(thirdParties)('O-02: while %s is away the shop is open; when it is back it signs in', async (party) => {
  await using at = await openThirdPartyShop()
  const { faults } = at.parties[party]
  faults.isAway = true
  expect(await begin(at, openBrowser(at.shop), party)).toMatchObject(failed('unavailable'))
  expect((await at.shop.send('GET', '/api/products')).status).toBe(200)

  faults.isAway = false
  expect((await signInWith(at, party, someone())).arrival.location).toBe('/profile')
})

// catches mutation: oauth-token-signature, oauth-provider-bound, oauth-discovery-retried
test('O-02: who asks a third party that never answers waits five seconds and reads so', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  await using shop = await openShop({ thirdParties: settingsOf(`http://127.0.0.1:${port}`) })
  const startedAt = performance.now()

  const answer = await begin({ shop }, openBrowser(shop), 'google')

  expect(answer).toMatchObject(failed('unavailable'))
  expect(performance.now() - startedAt).toBeLessThan(10_000)
  silent.closeAllConnections()
  silent.close()
})

// catches mutation: oauth-cookie-same-site, apple-form-origin, apple-form-size
test('O-03: Apple’s form is taken from Apple alone, of 8 KiB at most, and with “no” in it', async () => {
  const metrics = createMetrics()
  await using at = await openThirdPartyShop({ metrics })
  const browser = openBrowser(at.shop)
  const cancelled = await choose((await begin(at, browser, 'apple')).location, { cancel: '1' })
  expect(cancelled.get('code')).toBeNull()
  expect(await comeBack(at, browser, 'apple', cancelled)).toMatchObject(failed('cancelled'))
  await expectNobody(at, browser)

  const said = await choose((await begin(at, browser, 'apple')).location, someone())
  for (const origin of ['https://evil.example', 'null', at.shop.url, '']) {
    expect((await comeBack(at, browser, 'apple', said, { origin })).status, origin).toBe(403)
  }
  expect(await metrics.text()).toMatch(/^tsedra_refusals_total\{event="cross-site"\} 4$/m)
  const large = new URLSearchParams({ ...Object.fromEntries(said), user: 'x'.repeat(8_200) })
  expect((await comeBack(at, browser, 'apple', large)).status).toBe(413)
  expect((await comeBack(at, browser, 'apple', said)).location).toBe('/profile')
})

// catches mutation: oauth-cookie-same-site, apple-form-origin, apple-form-size
test('O-03: no other call takes a form', async () => {
  await using at = await openThirdPartyShop()
  const headers = { 'content-type': 'application/x-www-form-urlencoded', origin: 'http://localhost:8080' }
  for (const path of ['/api/auth/link', '/api/auth/login', '/api/orders']) {
    expect((await navigate(at.shop.url + path, { method: 'POST', headers, body: 'a=1' })).status, path).toBe(415)
  }
})

// catches mutation: oauth-cookie-same-site, apple-form-origin, apple-form-size
test.each([
  ['https://shop.example', '__Host-oauth'],
  ['http://localhost:8080', 'oauth'],
])('O-03: behind %s the cookie of a sign-in is %s: None, Secure, HttpOnly, ten minutes', async (publicOrigin, name) => {
  await using at = await openThirdPartyShop({ publicOrigin })
  const { setCookie } = await begin(at, openBrowser(at.shop), 'apple')

  expect(setCookie).toHaveLength(1)
  const [line = ''] = setCookie
  expect(line.startsWith(`${name}=`)).toBe(true)
  for (const flag of ['Max-Age=600', 'Path=/', 'HttpOnly', 'Secure', 'SameSite=None'])
    expect(line).toContain(`; ${flag}`)
  expect(line).not.toMatch(/domain|partitioned/i)
})

// catches mutation: oauth-ends-former-session
test('S-02: a sign-in with a third party ends the session that this browser had, Apple’s form too', async () => {
  await using at = await openThirdPartyShop()
  for (const party of thirdParties) {
    const person = await aPerson(at.shop.db)
    const browser = await signedIn(at.shop, person)
    const former = openBrowser(at.shop)
    for (const [name, value] of browser.cookies) former.cookies.set(name, value)

    await signInWith(at, party, someone(), { browser })

    expect((await former.send('GET', '/api/auth/user')).status, party).toBe(401)
    expect((await browser.send('GET', '/api/auth/user')).status, party).toBe(200)
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
test.each(foreign)('S-07: a sign-in is begun by a tap in our page, not by %j', async (headers) => {
  await using at = await openThirdPartyShop()
  for (const party of thirdParties) {
    const answer = await navigate(`${at.shop.url}/api/auth/${party}?next=/profile`, { headers })
    expect(answer).toMatchObject({ status: 303, location: '/?login=1&next=%2Fprofile', setCookie: [] })
  }
})

test('S-10: none of more than sixty addresses leads away after a sign-in with a third party', async () => {
  await using at = await openThirdPartyShop()
  const person = someone()
  const wanted = leadingAway.filter((next) => encodeURIComponent(next).length < 1_500)
  const arrivals = new Set<string>()
  for (const next of wanted) arrivals.add((await signInWith(at, 'google', person, { next })).arrival.location)
  const refused = await signInWith(at, 'google', { cancel: '1' }, { next: '//evil.example' })

  expect(wanted.length).toBeGreaterThanOrEqual(60)
  expect(arrivals).toEqual(new Set(['/']))
  expect(refused.arrival.location).toBe('/?login=1&problem=cancelled&next=%2F')
})
