import { createLog } from '@tsedra/service/log'
import { expect, test } from 'vitest'
import { createSignedInUser, type Browser, openBrowser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { generateTotpSecret, stepAt, findTotpStep, totpCode } from './totp.ts'

const me = '/api/auth/user'
const prove = (browser: Browser, code: string) => browser.send('POST', '/api/auth/second-factor', { code })
const codeOf = (secret: unknown, steps = 0) => totpCode(String(secret), stepAt(Date.now()) + steps)

/** Resets the last used time step, so that the current code works again. */
const resetTotpStep = (shop: Shop) => shop.db('users').update({ totp_step: 1 })

test.each([
  [59, '287082'],
  [1_111_111_109, '081804'],
  [1_111_111_111, '050471'],
  [1_234_567_890, '005924'],
  [2_000_000_000, '279037'],
  [20_000_000_000, '353130'],
])('A-09: the TOTP code at second %i equals the one of RFC 6238', (second, code) => {
  // Base32 of the RFC's "12345678901234567890".
  const secret = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'

  expect(totpCode(secret, stepAt(second * 1_000))).toBe(code)
  expect(findTotpStep(secret, code, second * 1_000 + 30_000)).toBe(stepAt(second * 1_000))
  expect(findTotpStep(secret, code, second * 1_000 + 61_000)).toBeUndefined()
})

test('A-09: staff set up an app once, confirm a code in every session, and each code works once', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { role: 'editor' })
  const before = openBrowser(shop)
  before.cookies.set('sid', browser.cookies.get('sid') ?? '')

  expect((await browser.send('GET', me)).body['secondFactor']).toBe('setup')
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  expect(body['uri']).toMatch(/^otpauth:\/\/totp\/Tsedra:olena-.*secret=[A-Z2-7]{32}&issuer=Tsedra$/)
  expect((await shop.db('users').first()).totp_secret).not.toContain(body['secret'])
  const code = codeOf(body['secret'])
  expect((await prove(browser, code)).body['secondFactor']).toBe('done')

  expect((await browser.send('GET', me)).body['secondFactor']).toBe('done')
  // S-02: the session before the second factor has ended.
  expect((await before.send('GET', me)).status).toBe(401)
  expect((await browser.send('POST', '/api/auth/second-factor/setup')).status).toBe(403)
  const next = await signIn(shop, browser.user)
  expect((await next.send('GET', me)).body['secondFactor']).toBe('code')
  expect((await prove(next, code)).body['code']).toBe('code_wrong')
  await resetTotpStep(shop)
  const again = codeOf(body['secret'])
  const both = await Promise.all([prove(next, again), prove(next, again)])
  expect(both.map(({ status }) => `${status}`).toSorted()).toEqual(['200', '401'])
})

test('A-09: the same session receives the same secret again, another session a new one', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { role: 'editor' })
  const other = await signIn(shop, browser.user)
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

test('A-09: after five wrong codes even a correct one is rate-limited', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop, { role: 'admin' })
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  const wrongCode = codeOf(generateTotpSecret())
  for (let tries = 0; tries < 5; tries += 1) expect((await prove(browser, wrongCode)).status).toBe(401)

  expect((await prove(browser, codeOf(body['secret']))).status).toBe(429)
})

test('A-09: customers have no second factor', async () => {
  await using shop = await openShop()
  const browser = await createSignedInUser(shop)

  expect((await browser.send('GET', me)).body['secondFactor']).toBeNull()
  expect((await browser.send('POST', '/api/auth/second-factor/setup')).status).toBe(403)
  expect((await prove(browser, '123456')).status).toBe(403)
})

/** Every call of the contract by which users change their own account. */
const ownAccountRequests: [address: string, body?: object][] = [
  ['PUT /api/auth/user', { firstName: 'Ганна' }],
  ['POST /api/auth/password', { currentPassword: 'верба-над-ставом-7', password: 'новий-лід-і-мʼята' }],
  ['POST /api/auth/identity', { emailOrPhone: 'new@bar.example', password: 'верба-над-ставом-7' }],
  ['POST /api/auth/telegram'],
  ['DELETE /api/auth/telegram'],
  ['DELETE /api/auth/link/google'],
  ['GET /api/auth/user/data'],
  ['DELETE /api/auth/sessions'],
  ['DELETE /api/auth/user', { password: 'верба-над-ставом-7' }],
]

// catches mutation: staff-change-second-factor
test.each(ownAccountRequests)('A-09: staff need their second factor for %s', async (address, body) => {
  await using shop = await openShop()
  const proved = await createSignedInStaff(shop, 'editor')
  await createSignedInStaff(shop, 'admin')
  const withoutSecondFactor = await signIn(shop, proved.user)
  const [method = '', path = ''] = address.split(' ')
  const before = await shop.db('users').orderBy('id')

  expect((await withoutSecondFactor.send(method, path, body)).body['code']).toBe('second_factor_required')
  expect(await shop.db('users').orderBy('id')).toEqual(before)
  expect((await proved.send('GET', me)).body['secondFactor']).toBe('done')
  expect((await proved.send(method, path, body)).status).toBe(200)
})

// catches mutation: wrong-second-factor-audited
test('A-09: a wrong code is logged and audited', async () => {
  const events: unknown[] = []
  const log = createLog('test', 'info', { write: (line) => void events.push(JSON.parse(line)) })
  await using shop = await openShop({ log })
  const browser = await createSignedInUser(shop, { role: 'editor' })
  await browser.send('POST', '/api/auth/second-factor/setup')

  expect((await prove(browser, codeOf(generateTotpSecret()))).status).toBe(401)

  const { id } = browser.user
  const lines = await shop.db('audit_log').where({ action: 'session.second-factor-refused' })
  expect(lines).toMatchObject([{ user_id: id, actor: 'editor' }])
  expect(events).toContainEqual(expect.objectContaining({ event: 'second-factor-refused', user: id }))
})

// catches mutation: proved-device-own-tries
test('A-09: wrong codes of an attacker with the password do not lock out a proved device', async () => {
  await using shop = await openShop()
  const owner = await createSignedInUser(shop, { role: 'admin' })
  const { body } = await owner.send('POST', '/api/auth/second-factor/setup')
  expect((await prove(owner, codeOf(body['secret']))).status).toBe(200)
  const attacker = await signIn(shop, owner.user, '198.51.100.9')
  const wrongCode = codeOf(generateTotpSecret())
  for (let tries = 0; tries < 5; tries += 1) expect((await prove(attacker, wrongCode)).status).toBe(401)
  await resetTotpStep(shop)
  expect((await prove(attacker, codeOf(body['secret']))).status).toBe(429)

  const login = { emailOrPhone: owner.user.email, password: owner.user.password }
  expect((await owner.send('POST', '/api/auth/login', login)).status).toBe(200)
  expect((await prove(owner, codeOf(body['secret']))).status).toBe(200)
})

test('A-09: a proved device has five tries of its own across sign-ins', async () => {
  await using shop = await openShop()
  const owner = await createSignedInUser(shop, { role: 'admin' })
  const { body } = await owner.send('POST', '/api/auth/second-factor/setup')
  expect((await prove(owner, codeOf(body['secret']))).status).toBe(200)
  const login = { emailOrPhone: owner.user.email, password: owner.user.password }
  const wrongCode = codeOf(generateTotpSecret())
  const statuses: number[] = []
  for (let tries = 0; tries < 6; tries += 1) {
    expect((await owner.send('POST', '/api/auth/login', login)).status).toBe(200)
    statuses.push((await prove(owner, wrongCode)).status)
  }

  expect(statuses).toEqual([401, 401, 401, 401, 401, 429])
})
