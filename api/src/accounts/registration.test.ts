import { randomUUID } from 'node:crypto'
import { generateCode } from '@tsedra/database/verifications'
import { connect } from '@tsedra/database/connection'
import { expect, test } from 'vitest'
import {
  createTestUser,
  type Browser,
  issueCode,
  openBrowser,
  wrongCodeFor,
  registrationBody,
  signIn,
} from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'

async function startRegistration(shop: Shop, changes?: Record<string, unknown>, address?: string) {
  const browser = openBrowser(shop, address)
  const requestBody = registrationBody(changes)
  const { body, status } = await browser.send('POST', '/api/auth/register', requestBody)
  expect(status).toBe(200)
  return { browser, requestBody, userId: String(body['userId']) }
}

const verify = (browser: Browser, userId: string, code: string) =>
  browser.send('POST', '/api/auth/verify', { userId, code })

const sessionsOf = (shop: Shop) => shop.db('user_sessions').whereNull('revoked_at')

test('the code of a registration creates the account and signs in', async () => {
  await using shop = await openShop()
  const { browser, requestBody, userId } = await startRegistration(shop, { emailOrPhone: ' Olena@Bar.Example ' })

  expect(await shop.db('users')).toHaveLength(0)
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(401)
  const { status, body } = await verify(browser, userId, await issueCode(shop.db, userId))

  expect(status).toBe(200)
  expect(body['user']).toEqual({
    id: expect.any(String),
    email: 'olena@bar.example',
    phone: null,
    firstName: requestBody.firstName,
    lastName: requestBody.lastName,
    profileImageUrl: null,
    role: 'user',
    isVerified: true,
    language: 'ua',
    hasPassword: true,
    hasTelegram: false,
    hasGoogle: false,
    hasApple: false,
    orderEmails: true,
    secondFactor: null,
  })
  expect((body['user'] as { id: string }).id).not.toBe(userId)
  expect((await browser.send('GET', '/api/auth/user')).body).toEqual(body['user'])
  expect(browser.cookies.has('pv')).toBe(false)
})

test('every spelling of a phone number is one number; other input is refused', async () => {
  await using shop = await openShop()

  expect((await startRegistration(shop, { emailOrPhone: '067 123 45 67' })).userId).toBeTruthy()
  expect(await shop.db('pending_registrations').first()).toMatchObject({ identity: '+380671234567', kind: 'phone' })
  for (const emailOrPhone of ['olena', '+1', 'a@b', '@bar.example', '80671234567', '0671234567;ext=5']) {
    const { status, body } = await openBrowser(shop).send(
      'POST',
      '/api/auth/register',
      registrationBody({ emailOrPhone }),
    )
    expect([status, body['details']], emailOrPhone).toEqual([400, { fields: ['body.emailOrPhone'] }])
  }
})

test('C-01: codes are six digits with leading zeros, uniformly distributed', () => {
  const counts = Array.from({ length: 6 }, () => new Map<string, number>())
  for (let index = 0; index < 100_000; index += 1) {
    const code = generateCode()
    if (!/^\d{6}$/.test(code)) throw new Error(code)
    for (const [index, digit] of [...code].entries()) counts[index]?.set(digit, (counts[index]?.get(digit) ?? 0) + 1)
  }

  for (const digits of counts) {
    const chi = [...digits.values()].reduce((sum, seen) => sum + (seen - 10_000) ** 2 / 10_000, 0)
    // Chi-squared with nine degrees of freedom: above 33.7 once in ten thousand runs.
    expect(chi).toBeLessThan(33.7)
    expect(digits.size).toBe(10)
  }
})

test('C-02: five tries per code, the sixth is refused even if correct; a new code permits five more, up to fifteen', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  const responses: [number, unknown][] = []
  for (let round = 0; round < 4; round += 1) {
    const code = await issueCode(shop.db, userId)
    for (let tries = 0; tries < 5; tries += 1) {
      const { status, body } = await verify(browser, userId, wrongCodeFor(code))
      responses.push([status, body['code']])
    }
    const { status, body } = await verify(browser, userId, code)
    responses.push([status, body['code']])
    expect(body['details']).toEqual({ canResend: round < 2 })
  }

  const wrongCode = [401, 'code_wrong']
  const dead = [410, 'code_dead']
  const round = [wrongCode, wrongCode, wrongCode, wrongCode, wrongCode, dead]
  expect(responses).toEqual([...round, ...round, ...round, dead, dead, dead, dead, dead, dead])
  expect(await shop.db('users')).toHaveLength(0)
})

test('C-02: a code expires after ten minutes', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  const code = await issueCode(shop.db, userId)
  const move = (ms: number) =>
    shop.db('pending_registrations').update({ code_expires_at: shop.db.raw(`code_expires_at - interval '${ms} ms'`) })

  await move(600_000)
  expect((await verify(browser, userId, code)).body['code']).toBe('code_dead')
  await move(-5_000)
  expect((await verify(browser, userId, code)).status).toBe(200)
})

test('C-02: another code is sent after 60 seconds, not after 50, five an hour to one mailbox', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  const resend = () => browser.send('POST', '/api/auth/resend-code', { userId })
  const age = (seconds: number) =>
    shop.db('pending_registrations').update({ code_asked_at: shop.db.raw(`now() - interval '${seconds} s'`) })

  await age(50)
  const early = await resend()
  expect([early.status, early.body['code']]).toEqual([429, 'too_many_requests'])
  expect(['10', '9', '8', '7', '6', '5', '4', '3', '2', '1']).toContain(early.headers.get('retry-after'))
  const statuses: number[] = []
  for (let index = 0; index < 5; index += 1) {
    await age(60)
    statuses.push((await resend()).status)
  }

  expect(statuses).toEqual([200, 200, 200, 200, 429])
  const jobs = await shop.db('job_outbox').where({ name: 'code-requested' }).orderBy('id')
  expect(jobs.map(({ payload }) => payload)).toMatchObject(
    [1, 2, 3, 4, 5].map((number) => ({ attemptId: userId, number })),
  )
})

test('more concurrent resends than pool connections: one succeeds and no request waits for a second connection', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  await shop.db('pending_registrations').update({ code_asked_at: shop.db.raw("now() - interval '60 s'") })
  const elsewhere = connect({ url: shop.database.url, max: 1 })
  const waiting = () =>
    elsewhere('pg_stat_activity')
      .whereRaw("datname = current_database() AND wait_event_type = 'Lock'")
      .then((rows) => rows.length)

  // Keeps the row locked until every connection of the pool waits for it.
  const held = await shop.db.transaction()
  await held('pending_registrations').forUpdate().select('id')
  const index = Array.from({ length: 16 }, (_, index) =>
    browser.send('POST', '/api/auth/resend-code', { userId }, { 'x-forwarded-for': `198.51.100.${index}` }),
  )
  try {
    await expect.poll(waiting, { timeout: 2_500 }).toBe(11)
  } finally {
    await held.commit()
  }
  const responses = await Promise.all(index)
  await elsewhere.destroy()

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(responses.filter(({ status }) => status === 429)).toHaveLength(15)
})

test('C-03: of 100 concurrent wrong codes exactly 5 are compared, and the correct one is refused afterwards', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  const code = await issueCode(shop.db, userId)
  // Each from its own address, so that only the tries of the code are limited.
  const responses = await Promise.all(
    Array.from({ length: 100 }, (_, index) =>
      browser.send(
        'POST',
        '/api/auth/verify',
        { userId, code: wrongCodeFor(code) },
        { 'x-forwarded-for': `198.51.100.${index}` },
      ),
    ),
  )

  expect(responses.filter(({ body }) => body['code'] === 'code_wrong')).toHaveLength(5)
  expect(responses.filter(({ body }) => body['code'] === 'code_dead')).toHaveLength(95)
  expect((await verify(browser, userId, code)).body['code']).toBe('code_dead')
  expect(await sessionsOf(shop)).toHaveLength(0)
})

test('C-03: of 50 concurrent correct codes exactly one signs in', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  const code = await issueCode(shop.db, userId)

  const responses = await Promise.all(
    Array.from({ length: 50 }, (_, index) =>
      browser.send('POST', '/api/auth/verify', { userId, code }, { 'x-forwarded-for': `198.51.100.${index}` }),
    ),
  )

  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(await sessionsOf(shop)).toHaveLength(1)
  expect(await shop.db('users')).toHaveLength(1)
})

test('C-04: the database contains none of 1,000 codes in plain text', async () => {
  await using shop = await openShop()
  const { userId } = await startRegistration(shop)
  const codes = new Set<string>()
  const remaining: string[] = []
  for (let index = 0; index < 1_000; index += 1) {
    codes.add(await issueCode(shop.db, userId))
    const row = await shop.db('pending_registrations').first()
    remaining.push(`${row.code_hash.toString('latin1')} ${row.code_hash.toString('hex')}`)
  }
  const { rows } = await shop.db.raw<{ rows: { row: string }[] }>('SELECT p::text AS row FROM pending_registrations p')

  // A hash of 64 hex digits contains six given digits by chance, so the search is for whole words.
  const words = new Set([...remaining, ...rows.map(({ row }) => row)].flatMap((text) => text.split(/[^0-9a-z]+/i)))
  expect([...codes].filter((code) => words.has(code))).toEqual([])
})

test('C-05: a correct code in another browser fails and costs the owner no try', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop)
  const code = await issueCode(shop.db, userId)
  const thief = openBrowser(shop, '198.51.100.9')
  await thief.send('POST', '/api/auth/register', registrationBody())

  for (const browser of [openBrowser(shop, '198.51.100.8'), thief]) {
    const { status, body } = await verify(browser, userId, code)
    expect([status, body['code']]).toEqual([401, 'unauthorized'])
    expect((await browser.send('POST', '/api/auth/resend-code', { userId })).status).toBe(401)
  }
  expect(await shop.db('pending_registrations').where({ id: userId }).first()).toMatchObject({ total_attempts: 0 })
  expect((await verify(browser, userId, code)).status).toBe(200)
})

test('C-06: 1,000 polls of other browsers reveal nothing; of two concurrent polls of the owner one signs in', async () => {
  await using shop = await openShop()
  const { browser, userId } = await startRegistration(shop, { emailOrPhone: '+380671234567' })
  const poll = (who: Browser, address: string) =>
    who.send('GET', '/api/telegram/verification-status/+380671234567', undefined, { 'x-forwarded-for': address })
  const otherBrowser = openBrowser(shop)
  await otherBrowser.send('POST', '/api/auth/register', registrationBody({ emailOrPhone: '+380671234568' }))
  const received = new Set<string>()

  expect((await poll(browser, '198.51.100.1')).body).toEqual({ verified: false })
  for (let round = 0; round < 20; round += 1) {
    if (round === 10) {
      await shop.db('pending_registrations').where({ id: userId }).update({ verified_at: new Date() })
    }
    const responses = await Promise.all(
      Array.from({ length: 50 }, (_, index) => poll(openBrowser(shop), `198.51.${round}.${index}`)),
    )
    for (const { body } of [...responses, await poll(otherBrowser, '198.51.200.1')]) received.add(JSON.stringify(body))
  }
  const ownResult = await Promise.all([poll(browser, '198.51.201.1'), poll(browser, '198.51.201.2')])

  expect([...received]).toEqual(['{"verified":false}'])
  expect(ownResult.filter(({ body }) => body['verified'])).toHaveLength(1)
  expect(await sessionsOf(shop)).toHaveLength(1)
  expect((await browser.send('GET', '/api/auth/user')).body['phone']).toBe('+380671234567')
})

test('C-06: polling is rate-limited', async () => {
  await using shop = await openShop()
  const { browser } = await startRegistration(shop, { emailOrPhone: '+380671234567' })
  const statuses: number[] = []
  for (let index = 0; index < 41; index += 1) {
    statuses.push((await browser.send('GET', '/api/telegram/verification-status/+380671234567')).status)
  }

  expect(statuses.filter((status) => status === 200)).toHaveLength(40)
  expect(statuses.at(-1)).toBe(429)
})

test('A-05: register, resend and reset respond the same for unknown, verified, unverified and inactive accounts', async () => {
  await using shop = await openShop()
  const states = {
    unknown: `unknown-${randomUUID()}@bar.example`,
    owner: (await createTestUser(shop.db)).email,
    unverified: (await createTestUser(shop.db, { is_verified: false })).email,
    deactivated: (await createTestUser(shop.db, { is_active: false })).email,
  }
  const seen: Record<string, string[]> = {}
  let address = 0
  for (const [state, emailOrPhone] of Object.entries(states)) {
    for (const call of ['register', 'password/reset']) {
      const browser = openBrowser(shop, `198.51.100.${(address += 1)}`)
      const sent = call === 'register' ? registrationBody({ emailOrPhone }) : { emailOrPhone }
      const first = await browser.send('POST', `/api/auth/${call}`, sent)
      await shop.db('pending_registrations').update({ code_asked_at: shop.db.raw("now() - interval '61 s'") })
      const again = await browser.send('POST', '/api/auth/resend-code', { userId: first.body['userId'] })
      await issueCode(shop.db, first.body['userId'])
      const wrongCode = await verify(browser, String(first.body['userId']), 'abcdef')
      seen[state] = [...(seen[state] ?? []), ...[first, again, wrongCode].map(shape)]
    }
  }

  expect(seen['owner']).toEqual(seen['unknown'])
  expect(seen['unverified']).toEqual(seen['unknown'])
  expect(seen['deactivated']).toEqual(seen['unknown'])
  // The job exists in every case; the worker decides whether an e-mail is sent.
  expect(await shop.db('job_outbox')).toHaveLength(16)
})

/** Returns a response without ids. */
function shape({ status, headers, body }: Awaited<ReturnType<Browser['send']>>): string {
  const names = [...headers.keys()].toSorted().join()
  const text = JSON.stringify({ ...body, requestId: undefined }).replace(/[0-9a-f]{8}-[0-9a-f-]{27}/g, '<id>')
  const cookies = headers.getSetCookie().map((line) => line.replace(/=[^;]*/, '').replace(/Expires=[^;]*/, ''))
  return `${status} ${names} ${text} ${cookies.join()}`
}

test('A-05: no code matches a decoy', async () => {
  await using shop = await openShop()
  const owner = await createTestUser(shop.db)
  const { browser, userId } = await startRegistration(shop, {
    emailOrPhone: owner.email,
    password: 'нападник-хоче-увійти',
  })

  const { status, body } = await verify(browser, userId, await issueCode(shop.db, userId))

  expect([status, body['code']]).toEqual([401, 'code_wrong'])
  expect(await sessionsOf(shop)).toHaveLength(0)
  await signIn(shop, owner)
})

test('the user who verifies the address claims an unverified account, and none of its data remains', async () => {
  await using shop = await openShop()
  const squatter = await createTestUser(shop.db, { is_verified: false, telegram_id: '42' })
  await shop.db('user_sessions').insert({ id_hash: Buffer.alloc(32, 1), user_id: squatter.id })
  const { browser, userId, requestBody } = await startRegistration(shop, { emailOrPhone: squatter.email })

  await verify(browser, userId, await issueCode(shop.db, userId))

  const [user, ...others] = await shop.db('users')
  expect(others).toEqual([])
  expect(user).toMatchObject({ first_name: requestBody.firstName, is_verified: true, telegram_id: null })
  expect(await shop.db('user_sessions').where({ user_id: squatter.id }).whereNull('revoked_at')).toHaveLength(1)
  const { email: emailOrPhone, password } = squatter
  expect((await openBrowser(shop).send('POST', '/api/auth/login', { emailOrPhone, password })).status).toBe(401)
})

test('ten registrations an hour per address; five codes an hour per mailbox, and the sixth response does not differ', async () => {
  await using shop = await openShop()
  const emailOrPhone = 'olena@bar.example'
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1) {
    const { status } = await openBrowser(shop).send('POST', '/api/auth/register', registrationBody({ emailOrPhone }))
    statuses.push(status)
  }

  expect(statuses).toEqual([...Array<number>(10).fill(200), 429])
  expect(await shop.db('pending_registrations')).toHaveLength(10)
  expect(await shop.db('job_outbox')).toHaveLength(5)
})

// catches mutation: registration-mail-budget
test('a mailbox receives e-mails for five registrations a day; its owner’s own codes are still sent', async () => {
  await using shop = await openShop()
  const emailOrPhone = 'olena@bar.example'
  const emails = async () => (await shop.db('job_outbox')).length
  const register = () => openBrowser(shop).send('POST', '/api/auth/register', registrationBody({ emailOrPhone }))
  for (let index = 0; index < 5; index += 1) await register()
  await shop.db('throttles').where({ bucket: 'code-identity-hour' }).delete()

  expect((await register()).status).toBe(200)
  expect(await emails()).toBe(5)
  await openBrowser(shop).send('POST', '/api/auth/password/reset', { emailOrPhone })
  expect(await emails()).toBe(6)
})

test('a weak password is refused with its reason before anything is stored', async () => {
  await using shop = await openShop()

  const { status, body } = await openBrowser(shop).send(
    'POST',
    '/api/auth/register',
    registrationBody({ password: 'password1' }),
  )

  expect([status, body['code'], body['details']]).toEqual([422, 'password_weak', { reason: 'common' }])
  expect(await shop.db('pending_registrations')).toHaveLength(0)
})
