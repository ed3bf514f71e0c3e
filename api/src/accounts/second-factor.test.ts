import { expect, test } from 'vitest'
import { aGuestOf, type Browser, openBrowser, signedIn } from '../../test/people.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { newTotpSecret, stepAt, stepOf, totpCode } from './totp.ts'

const me = '/api/auth/user'
const prove = (browser: Browser, code: string) => browser.send('POST', '/api/auth/second-factor', { code })
const codeOf = (secret: unknown, steps = 0) => totpCode(String(secret), stepAt(Date.now()) + steps)

/** As if the last code had been used long ago. */
const forgetStep = (shop: Shop) => shop.db('users').update({ totp_step: 1 })

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('A-09: the code at second %i is the one of RFC 6238', (second, code) => {
  // Base32 of the RFC's "12345678901234567890".
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  expect(totpCode(secret, stepAt(second * 1_000))).toBe(code)
  expect(stepOf(secret, code, second * 1_000 + 30_000)).toBe(stepAt(second * 1_000))
  expect(stepOf(secret, code, second * 1_000 + 61_000)).toBeUndefined()
})

test('A-09: staff set up an app once, prove it in every session, and a code is good once', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop, { role: 'editor' })
  const before = openBrowser(shop)
  before.cookies.set('sid', browser.cookies.get('sid') ?? '')

  expect((await browser.send('GET', me)).body['secondFactor']).toBe('setup')
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  expect(body['uri']).toMatch(/^otpauth:\/\/totp\/Tsedra:olena-.*secret=[A-Z2-7]{32}&issuer=Tsedra$/)
  expect((await shop.db('users').first()).totp_secret).not.toContain(body['secret'])
  const code = codeOf(body['secret'])
  expect((await prove(browser, code)).body['secondFactor']).toBe('done')

  expect((await browser.send('GET', me)).body['secondFactor']).toBe('done')
  // S-02: the session before the proof is over.
  expect((await before.send('GET', me)).status).toBe(401)
  expect((await browser.send('POST', '/api/auth/second-factor/setup')).status).toBe(403)
  const next = await signedIn(shop, browser.person)
  expect((await next.send('GET', me)).body['secondFactor']).toBe('code')
  expect((await prove(next, code)).body['code']).toBe('code_wrong')
  await forgetStep(shop)
  const again = codeOf(body['secret'])
  const both = await Promise.all([prove(next, again), prove(next, again)])
  expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '401'])
})

test('A-09: a session that asks again is given the same secret, another one a new secret', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop, { role: 'editor' })
  const other = await signedIn(shop, browser.person)
  const setUp = async (who: Browser) => (await who.send('POST', '/api/auth/second-factor/setup')).body['secret']

  const first = await setUp(browser)
  expect(await setUp(browser)).toBe(first)
  const foreign = await setUp(other)
  expect(foreign).not.toBe(first)
  expect((await prove(browser, codeOf(first))).status).toBe(401)
  const last = await setUp(browser)
  expect([first, foreign]).not.toContain(last)
  expect((await prove(browser, codeOf(last))).status).toBe(200)
})

test('A-09: after five wrong codes the account waits, whatever the code', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop, { role: 'admin' })
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  const wrong = codeOf(newTotpSecret())
  for (let tried = 0; tried < 5; tried += 1) expect((await prove(browser, wrong)).status).toBe(401)

  expect((await prove(browser, codeOf(body['secret']))).status).toBe(429)
})

test('A-09: customers have no second proof', async () => {
  await using shop = await openShop()
  const browser = await aGuestOf(shop)

  expect((await browser.send('GET', me)).body['secondFactor']).toBeNull()
  expect((await browser.send('POST', '/api/auth/second-factor/setup')).status).toBe(403)
  expect((await prove(browser, '123456')).status).toBe(403)
})
