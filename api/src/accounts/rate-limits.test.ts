import type { Knex } from 'knex'
import { expect, test } from 'vitest'
import { createTestUser, type Browser, issueCode, openBrowser, type TestUser, signIn } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'
import { type Bucket, createAccountRateLimits, accountLimits } from './rate-limits.ts'

/** The clock of Postgres is fixed within a transaction: time passes only when the test moves the stored times. */
async function withClock(
  run: (take: (bucket: Bucket) => Promise<number>, pass: (seconds: number) => Promise<void>) => Promise<void>,
): Promise<void> {
  await using shop = await openShop()
  await shop.db.transaction(async (trx: Knex.Transaction) => {
    const accountRateLimits = createAccountRateLimits(trx, 'a secret')
    await run(
      (bucket) => accountRateLimits.consume(bucket, 'a-key'),
      async (seconds) => {
        await trx.raw(
          `UPDATE throttles SET window_ends = window_ends - make_interval(secs => ?), next_at = next_at - make_interval(secs => ?)`,
          [seconds, seconds],
        )
      },
    )
  })
}

test('A-06: exponential backoff: after five tries each wait doubles, up to a quarter of an hour', () =>
  withClock(async (take, pass) => {
    const waits: number[] = []
    for (let tries = 0; tries < 5; tries += 1) expect(await take('login-pair')).toBe(0)
    for (let tries = 0; tries < 11; tries += 1) {
      const wait = await take('login-pair')
      waits.push(wait)
      await pass(wait - 1)
      expect(await take('login-pair')).toBe(1)
      await pass(1)
      expect(await take('login-pair')).toBe(0)
    }
    expect(waits).toEqual([2, 4, 8, 16, 32, 64, 128, 256, 512, 900, 900])
  }))

test('A-06: fifty tries a day at one account, then one every five minutes', () =>
  withClock(async (take, pass) => {
    for (let tries = 0; tries < 50; tries += 1) expect(await take('login-account')).toBe(0)
    expect(await take('login-account')).toBe(300)
    await pass(299)
    expect(await take('login-account')).toBe(1)
    await pass(1)
    expect(await take('login-account')).toBe(0)
    expect(await take('login-account')).toBe(300)
  }))

test('A-06: an address without tries left waits until its window ends, then has all of them again', () =>
  withClock(async (take, pass) => {
    for (let tries = 0; tries < 50; tries += 1) {
      expect(await take('login-address')).toBe(0)
      await pass(1)
    }
    expect(await take('login-address')).toBe(850)
    await pass(850)
    for (let tries = 0; tries < 50; tries += 1) expect(await take('login-address')).toBe(0)
    expect(await take('login-address')).toBe(900)
  }))

const MINUTE_S = 60
const HOUR_S = 3_600
const DAY_S = 86_400

/** Hits, window in seconds and the next wait, as listed in infra/decisions/0020-brute-force-limits.md. */
const table: Record<Bucket, [hits: number, windowS: number, waitS: number]> = {
  'login-address': [50, 15 * MINUTE_S, 15 * MINUTE_S],
  'login-pair': [5, 15 * MINUTE_S, 2],
  'login-account': [50, DAY_S, 5 * MINUTE_S],
  'login-device': [5, 15 * MINUTE_S, 15 * MINUTE_S],
  'right-account': [60, HOUR_S, HOUR_S],
  'right-address': [300, HOUR_S, HOUR_S],
  'register-address': [10, HOUR_S, HOUR_S],
  'register-device': [10, HOUR_S, HOUR_S],
  'register-user': [10, HOUR_S, HOUR_S],
  'letter-asker-hour': [5, HOUR_S, HOUR_S],
  'letter-asker-day': [10, DAY_S, DAY_S],
  'letter-asker-first': [2, DAY_S, DAY_S],
  'letter-mailbox-first': [60, DAY_S, DAY_S],
  'letter-mailbox-more': [20, DAY_S, DAY_S],
  'resend-address': [20, HOUR_S, HOUR_S],
  'resend-device': [20, HOUR_S, HOUR_S],
  'code-address': [30, 15 * MINUTE_S, 15 * MINUTE_S],
  'code-device': [30, 15 * MINUTE_S, 15 * MINUTE_S],
  'poll-attempt': [40, MINUTE_S, MINUTE_S],
  'poll-address': [300, MINUTE_S, MINUTE_S],
  'second-factor': [5, 15 * MINUTE_S, 15 * MINUTE_S],
  'second-factor-device': [5, 15 * MINUTE_S, 15 * MINUTE_S],
  'used-up-ids': [100, DAY_S, 5 * MINUTE_S],
  'used-up-ids-56': [200, DAY_S, MINUTE_S],
  'used-up-ids-48': [400, DAY_S, MINUTE_S],
  'denied-user': [10, HOUR_S, HOUR_S],
  'follow-order': [10, HOUR_S, HOUR_S],
  'invite-user': [30, HOUR_S, HOUR_S],
  'invite-mailbox': [5, DAY_S, DAY_S],
  'invitation-address': [30, 15 * MINUTE_S, 15 * MINUTE_S],
  'change-user': [120, MINUTE_S, MINUTE_S],
  'upload-user': [30, HOUR_S, HOUR_S],
}

test('C-02: every limit permits exactly its hits per window', () =>
  withClock(async (take, pass) => {
    expect(Object.keys(table)).toEqual(Object.keys(accountLimits))
    for (const [bucket, [hits, windowS, waitS]] of Object.entries(table) as [Bucket, [number, number, number]][]) {
      for (let taken = 0; taken < hits; taken += 1) expect(await take(bucket), bucket).toBe(0)
      expect(await take(bucket), bucket).toBe(waitS)
      // A doubling wait extends the window.
      await pass(windowS + (waitS < windowS ? waitS : 0))
      for (let taken = 0; taken < hits; taken += 1) expect(await take(bucket), bucket).toBe(0)
      expect(await take(bucket), bucket).toBe(waitS)
    }
  }))

test('concurrent tries are counted one by one', async () => {
  await using shop = await openShop()
  const accountRateLimits = createAccountRateLimits(shop.db, 'a secret')

  const waits = await Promise.all(Array.from({ length: 100 }, () => accountRateLimits.consume('code-address', 'a-key')))

  expect(waits.filter((wait) => wait === 0)).toHaveLength(30)
})

const NUMBER = '+380671234567'
const credentials = { emailOrPhone: 'olena@bar.example', password: 'ставок-під-вербою-9' }
const registration = { ...credentials, firstName: 'Іван', lastName: 'Мельник' }

/** Buckets of an e-mail that an unknown device requests. */
const unknownDeviceEmailBuckets: Bucket[] = [
  'letter-asker-day',
  'letter-asker-first',
  'letter-asker-hour',
  'letter-mailbox-first',
]

/** Calls and the buckets that they count in. */
const bucketsByCall: [name: string, call: (caller: Caller) => Promise<unknown>, buckets: Bucket[]][] = [
  [
    'a wrong password',
    ({ unknownDevice }) => unknownDevice('login', credentials),
    ['login-account', 'login-address', 'login-pair'],
  ],
  [
    'a correct password',
    ({ unknownDevice, user }) => unknownDevice('login', { emailOrPhone: user.email, password: user.password }),
    ['right-account', 'right-address'],
  ],
  [
    'a wrong password on a known device',
    ({ own }) => own('password', { currentPassword: 'зовсім-не-те', password: credentials.password }),
    ['login-device'],
  ],
  [
    'a registration',
    ({ unknownDevice }) => unknownDevice('register', registration),
    [...unknownDeviceEmailBuckets, 'register-address'],
  ],
  [
    'a forgotten password',
    ({ unknownDevice }) => unknownDevice('password/reset', { emailOrPhone: credentials.emailOrPhone }),
    [...unknownDeviceEmailBuckets, 'register-address'],
  ],
  [
    'a forgotten password on a known device',
    ({ own, user }) => own('password/reset', { emailOrPhone: user.email }),
    ['letter-asker-day', 'letter-asker-hour', 'register-device'],
  ],
  [
    'another address',
    ({ own, user }) => own('identity', { ...credentials, password: user.password }),
    ['letter-asker-day', 'letter-asker-hour', 'register-user', 'right-account'],
  ],
  ['another code', ({ started }) => started('resend-code'), [...unknownDeviceEmailBuckets, 'resend-address']],
  ['a wrong code', ({ started }) => started('verify', { code: 'abcdef' }), ['code-address']],
  ['a poll of the verification status', ({ polls }) => polls(), ['poll-address', 'poll-attempt']],
  ['a TOTP code', ({ own }) => own('second-factor', { code: '123456' }), ['second-factor']],
  ['a bot link', ({ own }) => own('telegram'), ['change-user']],
]

type Send = (call: string, body?: object) => Promise<unknown>
interface Caller {
  user: TestUser
  unknownDevice: Send
  own: Send
  started: Send
  polls: () => Promise<unknown>
}

test.each(bucketsByCall)('C-02: %s counts in the buckets of the table', async (_, call, buckets) => {
  await using shop = await openShop()
  const { db } = shop
  const user = await createTestUser(db, { role: 'editor' })
  const [own, other, waiting] = [await signIn(shop, user), openBrowser(shop), openBrowser(shop)]
  await db('user_sessions').update({ second_factor_at: new Date() })
  const startBy = async (browser: Browser, emailOrPhone: string) =>
    (await browser.send('POST', '/api/auth/register', { ...registration, emailOrPhone })).body['userId']
  const userId = await startBy(other, 'started@bar.example')
  await startBy(waiting, NUMBER)
  await issueCode(db, userId)
  await db('pending_registrations').update({ code_asked_at: db.raw("now() - interval '60 s'") })
  await db('throttles').delete()

  const send =
    (browser: Browser, more: object = {}): Send =>
    (path, body = {}) =>
      browser.send('POST', `/api/auth/${path}`, { ...more, ...body })
  await call({
    user,
    unknownDevice: send(openBrowser(shop)),
    own: send(own),
    started: send(other, { userId }),
    polls: () => waiting.send('GET', `/api/telegram/verification-status/${NUMBER}`),
  })

  expect(await db('throttles').where('hits', '>', 0).orderBy('bucket').pluck('bucket')).toEqual(buckets)
})
