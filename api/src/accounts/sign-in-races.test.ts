import { randomUUID } from 'node:crypto'
import { setTimeout } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'
import { expect, test } from 'vitest'
import { addGate, untilBlocked } from '../../test/gate.ts'
import {
  createTestUser,
  type Browser,
  issueCode,
  openBrowser,
  type TestUser,
  registrationBody,
  signIn,
} from '../../test/users.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import {
  startProviderFlow,
  completeProviderPage,
  returnFromProvider,
  openProviderShop,
  signInWith,
  providerUser,
  type ProviderShop,
} from '../../test/providers.ts'
import { createPasswordHasher } from './password-hasher.ts'
import { stepAt, totpCode } from './totp.ts'

const newPassword = 'новий-лід-і-мʼята'

const passwordCost = { memoryKiB: 128, passes: 1 }
const cheapHasher = createPasswordHasher({ memoryKiB: 64, passes: 1 })

/** Each browser has its own address: rate limits are tested elsewhere. */
let addresses = 0
function nextAddress(): string {
  addresses += 1
  return `10.${addresses >> 16}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** A browser whose session start waits at the gate on `user_sessions`. */
function gatedBrowser({ shop }: ProviderShop): Browser {
  const browser = openBrowser(shop, nextAddress())
  return {
    ...browser,
    send: (method, path, body, headers) => browser.send(method, path, body, { 'user-agent': 'gated', ...headers }),
  }
}

type Row = Record<string, unknown>
interface Arranged {
  user: TestUser
  browser: Browser
  /** The last request of the sign-in, which starts the session. */
  finish: () => Promise<unknown>
}
type SignInMethod = (at: ProviderShop, row: Row) => Promise<Arranged>

const signInMethods: Record<string, SignInMethod> = {
  async password(at, row) {
    const user = await createTestUser(at.shop.db, row)
    const browser = gatedBrowser(at)
    const { email: emailOrPhone, password } = user
    return { user, browser, finish: () => browser.send('POST', '/api/auth/login', { emailOrPhone, password }) }
  },
  async 'code of a registration'(at, row) {
    const browser = gatedBrowser(at)
    const requestBody = registrationBody()
    const { body } = await browser.send('POST', '/api/auth/register', requestBody)
    const { userId } = body
    const code = await issueCode(at.shop.db, userId)
    const user = await createTestUser(at.shop.db, { ...row, email: requestBody.emailOrPhone })
    return { user, browser, finish: () => browser.send('POST', '/api/auth/verify', { userId, code }) }
  },
  async 'the bot'(at, row) {
    const browser = gatedBrowser(at)
    const phone = `+38067${String(1_000_000 + addresses).slice(-7)}`
    const { body } = await browser.send('POST', '/api/auth/register', registrationBody({ emailOrPhone: phone }))
    await at.shop.db('pending_registrations').where({ id: body['userId'] }).update({ verified_at: new Date() })
    const user = await createTestUser(at.shop.db, { ...row, phone })
    return { user, browser, finish: () => browser.send('GET', `/api/telegram/verification-status/${phone}`) }
  },
  async 'code of a reset'(at, row) {
    const user = await createTestUser(at.shop.db, row)
    const browser = gatedBrowser(at)
    const { body } = await browser.send('POST', '/api/auth/password/reset', { emailOrPhone: user.email })
    const { userId } = body
    const confirm = { userId, code: await issueCode(at.shop.db, userId), password: 'ще-один-пароль-довгий' }
    return { user, browser, finish: () => browser.send('POST', '/api/auth/password/reset/confirm', confirm) }
  },
  async google(at, row) {
    const sub = randomUUID()
    const user = await createTestUser(at.shop.db, { ...row, google_id: sub })
    const browser = gatedBrowser(at)
    const { location } = await startProviderFlow(at, browser, 'google')
    const callback = await completeProviderPage(location, providerUser({ sub }))
    return {
      user,
      browser,
      finish: () => returnFromProvider(at, browser, 'google', callback, { 'user-agent': 'gated' }),
    }
  },
  async 'google, linked by password'(at, row) {
    const user = await createTestUser(at.shop.db, row)
    const browser = gatedBrowser(at)
    await signInWith(at, 'google', providerUser({ email: user.email }), { browser })
    return { user, browser, finish: () => browser.send('POST', '/api/auth/link', { password: user.password }) }
  },
}

/** Only staff have a second factor, so this sign-in is not combined with a promotion to staff. */
const secondFactor: SignInMethod = async (at, row) => {
  const user = await createTestUser(at.shop.db, { ...row, role: 'editor' })
  const browser = gatedBrowser(at)
  await browser.send('POST', '/api/auth/login', { emailOrPhone: user.email, password: user.password })
  const { body } = await browser.send('POST', '/api/auth/second-factor/setup')
  const code = totpCode(String(body['secret']), stepAt(Date.now()))
  return { user, browser, finish: () => browser.send('POST', '/api/auth/second-factor', { code }) }
}

/** Revocations, each of which ends every sign-in in flight; returns its request. */
type Revocation = (at: ProviderShop, admin: Browser, user: TestUser) => Promise<() => Promise<{ status: number }>>

async function signInAsOwner({ shop }: ProviderShop, user: TestUser): Promise<Browser> {
  const owner = await signIn(shop, user, nextAddress())
  await shop.db('user_sessions').where({ user_id: user.id }).update({ second_factor_at: new Date() })
  return owner
}

const revocations: Record<string, Revocation> = {
  async 'password change'(at, _admin, user) {
    const owner = await signInAsOwner(at, user)
    return () => owner.send('POST', '/api/auth/password', { currentPassword: user.password, password: newPassword })
  },
  async 'password reset'(at, _admin, { email: emailOrPhone }) {
    const owner = openBrowser(at.shop, nextAddress())
    const { body } = await owner.send('POST', '/api/auth/password/reset', { emailOrPhone })
    const { userId } = body
    const code = await issueCode(at.shop.db, userId)
    return () => owner.send('POST', '/api/auth/password/reset/confirm', { userId, code, password: newPassword })
  },
  async 'role change'(_at, admin, { id }) {
    return () => admin.send('PUT', `/api/admin/users/${id}/role`, { role: 'editor' })
  },
  async deactivation(_at, admin, { id }) {
    return () => admin.send('PUT', `/api/admin/users/${id}/active`, { isActive: false })
  },
  async 'factor reset'(_at, admin, { id }) {
    return () => admin.send('DELETE', `/api/admin/users/${id}/second-factor`)
  },
  async 'identity change'(at, _admin, user) {
    const owner = await signInAsOwner(at, user)
    const emailOrPhone = `moved-${randomUUID().slice(0, 8)}@bar.example`
    const { body } = await owner.send('POST', '/api/auth/identity', { emailOrPhone, password: user.password })
    const code = await issueCode(at.shop.db, body['userId'])
    return () => owner.send('POST', '/api/auth/verify', { userId: body['userId'], code })
  },
}

/** A hash of another cost, which the next sign-in by password replaces. */
async function storeOutdatedHash(db: Db, { id, password }: TestUser): Promise<void> {
  await db('users')
    .where({ id })
    .update({ password: await cheapHasher.hash(password) })
}

/** Reads the open sessions of the gated browser. */
const survivors = (db: Db, { id }: TestUser) =>
  db('user_sessions').where({ user_id: id, device: 'gated' }).whereNull('revoked_at')

async function hasAccess({ shop }: ProviderShop, { user, browser }: Arranged): Promise<boolean> {
  if ((await survivors(shop.db, user)).length > 0) return true
  return (await browser.send('GET', '/api/auth/user')).status !== 401
}

/** Sign-in methods that compare with data read earlier; the others authenticate after the revocation. */
const comparing = ['password', 'code of a reset', 'google, linked by password']
/** Sign-in methods by a code, stopped between the code and the session. */
const byCode = ['code of a registration', 'code of a reset']

/** Sign-in methods to combine with a revocation; only customers are promoted to staff, so not with a second factor. */
function methodsAgainst(revocation: string, names: readonly string[]): [string, SignInMethod][] {
  const beside = revocation === 'role change' || names === byCode ? {} : { 'second factor': secondFactor }
  return Object.entries({ ...signInMethods, ...beside }).filter(([name]) => names.includes(name) || name in beside)
}

// catches mutation: session-epoch-compared, rehash-keeps-new-password, link-epoch-compared
test.each(Object.entries(revocations))('a sign-in during a(n) %s starts no session', async (name, revocation) => {
  await using at = await openProviderShop({ passwordCost })
  const { db } = at.shop
  const admin = await createSignedInStaff(at.shop, 'admin')
  // The last statement of a revocation updates this table.
  const gate = await addGate(db, 1, 'BEFORE UPDATE ON telegram_verifications FOR EACH STATEMENT')
  const failures: string[] = []
  for (const [method, arrange] of methodsAgainst(name, comparing)) {
    const arranged = await arrange(at, {})
    const revoke = await revocation(at, admin, arranged.user)
    await storeOutdatedHash(db, arranged.user)
    await gate.close()
    const revoked = revoke()
    await untilBlocked(db, revoked, 1)
    const signIn = arranged.finish()
    await untilBlocked(db, signIn, 2)
    await gate.open()

    expect((await revoked).status, method).toBe(200)
    await signIn
    if (await hasAccess(at, arranged)) failures.push(`${method}: has a session`)
    const row = await db('users').where({ id: arranged.user.id }).first()
    if (method.includes('linked') && row.google_id) failures.push(`${method}: is linked`)
    if (!name.startsWith('password')) continue
    const login = { emailOrPhone: arranged.user.email, password: arranged.user.password }
    const { status } = await openBrowser(at.shop, nextAddress()).send('POST', '/api/auth/login', login)
    if (status !== 401) failures.push(`${method}: the former password is back`)
  }
  expect(failures).toEqual([])
})

// catches mutation: session-epoch-compared, session-waits-for-revocation, link-epoch-compared
test.each(Object.entries(revocations))(
  'a(n) %s that starts during a sign-in ends its session',
  async (name, revocation) => {
    await using at = await openProviderShop({ passwordCost })
    const { db } = at.shop
    const admin = await createSignedInStaff(at.shop, 'admin')
    const gate = await addGate(db, 2, "BEFORE INSERT ON user_sessions FOR EACH ROW WHEN (NEW.device = 'gated')")
    const failures: string[] = []
    for (const [method, arrange] of methodsAgainst(name, Object.keys(signInMethods))) {
      const arranged = await arrange(at, {})
      const revoke = await revocation(at, admin, arranged.user)
      await gate.close()
      const signIn = arranged.finish()
      await untilBlocked(db, signIn, 1)
      const revoked = revoke()
      await untilBlocked(db, revoked, 2)
      await gate.open()

      await signIn
      const { status } = await revoked
      // A reset that ran first has ended the user's session, so nothing is revoked after it.
      if (method === 'code of a reset' && status === 401) continue
      expect(status, method).toBe(200)
      if (await hasAccess(at, arranged)) failures.push(`${method}: has a session`)
    }
    expect(failures).toEqual([])
  },
)

test.each(Object.entries(revocations))(
  'a(n) %s between a code and its session prevents the session',
  async (name, revocation) => {
    await using at = await openProviderShop({ passwordCost })
    const { db } = at.shop
    const admin = await createSignedInStaff(at.shop, 'admin')
    // A consumed code refunds its try before the session starts.
    const gate = await addGate(
      db,
      3,
      `BEFORE UPDATE ON throttles FOR EACH ROW WHEN (OLD.bucket = 'code-address' AND NEW.hits < OLD.hits)`,
    )
    const failures: string[] = []
    for (const [method, arrange] of methodsAgainst(name, byCode)) {
      const arranged = await arrange(at, {})
      const revoke = await revocation(at, admin, arranged.user)
      await gate.close()
      const signIn = arranged.finish()
      await untilBlocked(db, signIn, 1)
      const revoked = revoke()
      await untilBlocked(db, revoked, 2)
      await gate.open()

      await signIn
      const { status } = await revoked
      if (method === 'code of a reset' && status === 401) continue
      expect(status, method).toBe(200)
      if (await hasAccess(at, arranged)) failures.push(`${method}: has a session`)
    }
    expect(failures).toEqual([])
  },
)

/** Returns a function that waits until one more sign-in has read its account, after which it counts the try. */
async function watchSignIns(db: Db): Promise<() => Promise<void>> {
  const counted = async () => (await db('throttles').where({ bucket: 'right-account' })).length
  const before = await counted()
  return async () => {
    while ((await counted()) === before) await setTimeout(1)
  }
}

/** Rounds of each race in random order; `npm test -- "unit and database, thorough"` runs more of them. */
const ROUNDS = process.env['THOROUGH'] ? 1_000 : 5
/** Concurrent rounds, so that requests of other rounds interleave. */
const CONCURRENCY = 4
/** Maximum head start of either request, in milliseconds: about the duration of a sign-in. */
const AHEAD_MS = 15

test.each(Object.entries(revocations))(
  `${ROUNDS} rounds of a sign-in concurrent with a(n) %s: no session survives, no former password returns`,
  { timeout: 900_000 },
  async (name, revocation) => {
    await using at = await openProviderShop({ passwordCost, rateLimits: { all: 1_000_000 } })
    const { db } = at.shop
    const admin = await createSignedInStaff(at.shop, 'admin')
    const figures = { signedIn: 0, refused: 0, survived: 0, restored: 0 }

    async function round(): Promise<void> {
      const { user, finish } = await (signInMethods['password'] as SignInMethod)(at, {})
      const revoke = await revocation(at, admin, user)
      await storeOutdatedHash(db, user)
      const aheadMs = (Math.random() * 2 - 1) * AHEAD_MS
      // After a factor reset the password still signs in: only a sign-in that read the account before it is a failure.
      const isRead = name === 'factor reset' ? await watchSignIns(db) : () => Promise.resolve()
      const [signIn, revoked] = await Promise.all([
        setTimeout(Math.max(0, -aheadMs)).then(finish),
        isRead()
          .then(() => setTimeout(Math.max(0, aheadMs)))
          .then(revoke),
      ])
      expect(revoked.status).toBe(200)
      const isSignedIn = (signIn as { status: number }).status === 200
      figures[isSignedIn ? 'signedIn' : 'refused'] += 1
      figures.survived += (await survivors(db, user)).length
      if (!name.startsWith('password')) return
      const { password } = await db('users').where({ id: user.id }).first()
      if ((await cheapHasher.verify(password, user.password)).isMatch) figures.restored += 1
    }
    const atOnce = name === 'factor reset' ? 1 : CONCURRENCY
    for (let done = 0; done < ROUNDS; done += atOnce) {
      await Promise.all(Array.from({ length: Math.min(atOnce, ROUNDS - done) }, round))
    }

    if (ROUNDS > 5) process.stdout.write(`${name}: ${JSON.stringify(figures)}\n`)
    expect(figures).toMatchObject({ survived: 0, restored: 0 })
  },
)
