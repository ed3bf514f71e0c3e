import { randomUUID } from 'node:crypto'
import { request } from 'node:http'
import { currentUser } from '@tsedra/contract/accounts'
import { endpoint, splitRoute, type Access } from '@tsedra/contract/endpoint'
import { endpoints } from '@tsedra/contract/endpoints'
import express, { Router } from 'express'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestOrder } from '../../test/orders.ts'
import { createTestUser, signIn } from '../../test/users.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createErrorHandler } from './error-handler.ts'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import { openRequest } from './request-guards.ts'
import { serve } from './serve.ts'
import { createEncryption } from '../accounts/encryption.ts'

const id = randomUUID()
const pathOf = (path: string) =>
  path.replace(/:(\w+)/g, (_, name) => (name === 'lang' ? 'ua' : name === 'slug' ? 'none' : id))
const asOf = (cookies: Map<string, string>) => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

/** Actors by cookie, with valid and with invalid sessions. */
async function actors(shop: Shop): Promise<Record<string, string>> {
  const cookieOf = async (row: object = {}, then: (id: string) => Promise<unknown> = async () => {}) => {
    const user = await createTestUser(shop.db, { ...row })
    const { cookies } = await signIn(shop, user)
    await then(user.id)
    return `sid=${cookies.get('sid')}`
  }
  const change = (row: object) => (userId: string) => shop.db('users').where({ id: userId }).update(row)
  const prove = (userId: string) =>
    shop.db('user_sessions').where({ user_id: userId }).update({ second_factor_at: new Date() })
  const user = await cookieOf()
  const strange = createEncryption({ 1: 'another secret that is long enough to be one' })
  const forged = await strange.encrypt('session', { uid: (await createTestUser(shop.db)).id, sid: 'x', iat: 0 }, 60)
  return {
    guest: '',
    user,
    editor: await cookieOf({ role: 'editor' }, prove),
    admin: await cookieOf({ role: 'admin' }, prove),
    'editor with one proof': await cookieOf({ role: 'editor' }),
    'admin with one proof': await cookieOf({ role: 'admin' }),
    unverified: await cookieOf({}, change({ is_verified: false })),
    deactivated: await cookieOf({}, change({ is_active: false })),
    deleted: await cookieOf({}, (userId) => shop.db('users').where({ id: userId }).delete()),
    revoked: await cookieOf({}, (userId) =>
      shop.db('user_sessions').where({ user_id: userId }).update({ revoked_at: new Date() }),
    ),
    tampered: user.replace(/.{6}$/, 'AAAAAA'),
    forged: `sid=${encodeURIComponent(forged)}`,
  }
}

const refusalStatus: Record<string, number> = { unauthorized: 401, forbidden: 403, second_factor_required: 403 }
const staff = ['editor', 'admin']
const withoutSecondFactor = ['editor with one proof', 'admin with one proof']
const signedInActors = ['user', ...staff, ...withoutSecondFactor]

/** Returns the refusal that an actor must receive from a call; undefined if they may call it. */
function refusalOf(caller: Access, actor: string): string | undefined {
  if (caller === 'anyone') return undefined
  if (!signedInActors.includes(actor)) return 'unauthorized'
  if (caller === 'customer') return undefined
  if (caller === 'owner') return withoutSecondFactor.includes(actor) ? 'second_factor_required' : undefined
  if (actor === 'user' || (caller === 'admin' && actor.startsWith('editor'))) return 'forbidden'
  return withoutSecondFactor.includes(actor) ? 'second_factor_required' : undefined
}

test('Z-02: every call of the contract × twelve actors: each response follows the access of the contract', {
  timeout: 120_000,
}, async () => {
  await using shop = await openShop()
  const who = await actors(shop)
  const failures: string[] = []
  let cells = 0
  for (const { route: address, access: caller } of endpoints) {
    const { method, path } = splitRoute(address)
    for (const [actor, cookie] of Object.entries(who)) {
      // Invalid input: nothing changes, and the refusal must precede its parsing.
      const body = method === 'GET' ? undefined : { nonsense: true }
      const requested = method === 'GET' ? `${pathOf(path)}?nonsense=1` : pathOf(path)
      const { status, body: actual } = await shop.send(method, requested, body, cookie ? { cookie } : {})
      const expected = refusalOf(caller, actor)
      // A call for anyone may still require a pending verification, and a call for customers may depend on the role.
      const own = {
        anyone: ['unauthorized'],
        customer: ['unauthorized'],
        owner: ['unauthorized', 'second_factor_required'],
      }
      const refusals = own[caller as keyof typeof own] ?? Object.keys(refusalStatus)
      const received = refusals.find((code) => code === actual['code'])
      if (received !== expected || (expected && status !== refusalStatus[expected]))
        failures.push(`${actor} ${address}: ${status} ${String(actual['code'])}`)
      cells += 1
    }
  }

  expect(failures).toEqual([])
  expect(cells).toBe(endpoints.length * 12)
})

test('A-09: staff calls require the second factor, admin calls an admin, and 401 precedes 403', async () => {
  const reply = z.object({ ok: z.literal(true) })
  const staff = endpoint({ route: 'GET /api/staff', summary: '', access: 'staff', response: reply })
  const admin = endpoint({ route: 'GET /api/boss', summary: '', access: 'admin', response: reply })
  const router = Router()
  for (const item of [staff, admin]) serve(router, item as typeof staff, async () => ({ ok: true }) as const)
  const users = [
    undefined,
    { role: 'user', hasSecondFactor: true },
    { role: 'editor', hasSecondFactor: false },
    { role: 'editor', hasSecondFactor: true },
    { role: 'admin', hasSecondFactor: false },
    { role: 'admin', hasSecondFactor: true },
  ]

  expect(await Promise.all(users.map((item) => outcomeOf(router, item, '/api/staff')))).toEqual([
    'unauthorized',
    'forbidden',
    'second_factor_required',
    200,
    'second_factor_required',
    200,
  ])
  expect(await Promise.all(users.map((item) => outcomeOf(router, item, '/api/boss')))).toEqual([
    'unauthorized',
    'forbidden',
    'forbidden',
    'forbidden',
    'second_factor_required',
    200,
  ])
})

/** Returns the error code of a call as this user, or the status of success. */
async function outcomeOf(router: Router, user: object | undefined, path: string): Promise<string | number> {
  const app = express()
  app.use(openRequest)
  app.use((req, _res, next) => {
    req.signedIn = async () => user as never
    next()
  })
  app.use(router)
  app.use(createErrorHandler(createLog('test', 'silent'), createMetrics()))
  const server = app.listen(0)
  const { port } = server.address() as { port: number }
  const response = await fetch(`http://127.0.0.1:${port}${path}`)
  server.close()
  return ((await response.json()) as { code?: string }).code ?? response.status
}

const foreign: Record<string, string>[] = [
  {},
  { 'sec-fetch-site': 'cross-site' },
  { 'sec-fetch-site': 'same-site' },
  { 'sec-fetch-site': 'none' },
  { 'sec-fetch-site': 'cross-site', origin: 'http://localhost:8080' },
  { 'sec-fetch-site': 'same-site', origin: 'http://localhost:8080' },
  { origin: 'https://evil.example' },
  { origin: 'null' },
  { origin: 'http://localhost:8081' },
  { origin: 'https://localhost:8080' },
]

// catches mutation: origin-header-required, same-origin-only
test('S-07: every changing call × ten cross-site headers: each is refused and changes nothing', async () => {
  await using shop = await openShop()
  const user = await createTestUser(shop.db)
  const browser = await signIn(shop, user)
  const cookie = asOf(browser.cookies)
  const changing = endpoints.filter(({ route: address }) => !address.startsWith('GET '))
  const outcomes: string[] = []
  for (const { route: address } of changing) {
    const { method, path } = splitRoute(address)
    for (const headers of foreign) {
      const { status, code } = await raw(shop, method, pathOf(path), { cookie, ...headers })
      outcomes.push(`${status} ${String(code)}`)
    }
  }

  expect(outcomes.length).toBeGreaterThanOrEqual(160)
  expect(new Set(outcomes)).toEqual(new Set(['403 forbidden']))
  expect((await browser.send('GET', '/api/auth/user')).status).toBe(200)
  for (const ours of [{ 'sec-fetch-site': 'same-origin' }, { origin: 'http://localhost:8080' }]) {
    expect((await raw(shop, 'POST', '/api/auth/logout', { cookie, ...ours })).status).toBe(200)
  }
})

// catches mutation: origin-header-required, same-origin-only
test('S-07: content types that a cross-site form can send without preflight are not accepted as JSON', async () => {
  await using shop = await openShop()
  const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x']
  const own = { 'sec-fetch-site': 'same-origin' }
  for (const type of types) {
    expect((await raw(shop, 'POST', '/api/auth/login', { ...own, 'content-type': type }, '{"a":1}')).status, type).toBe(
      415,
    )
  }
})

test('S-09: no response has CORS headers', async () => {
  await using shop = await openShop()
  for (const { route: address } of endpoints) {
    const { method, path } = splitRoute(address)
    for (const verb of [method, 'OPTIONS']) {
      const { headers, status } = await raw(shop, verb, pathOf(path), {
        origin: 'https://evil.example',
        'access-control-request-method': method,
      })
      expect(
        Object.keys(headers).filter((name) => name.startsWith('access-control')),
        address,
      ).toEqual([])
      if (verb === 'OPTIONS') expect(status, address).toBe(404)
    }
  }
})

test('Z-05: no response contains the server-only fields of a user', async () => {
  await using shop = await openShop()
  const secret = 'canary-7f3a'
  const user = await createTestUser(shop.db, {
    role: 'admin',
    google_id: `${secret}-google`,
    apple_id: `${secret}-apple`,
    telegram_id: `${secret}-telegram`,
  })
  const { cookies } = await signIn(shop, user)
  await shop.db('user_sessions').update({ second_factor_at: new Date() })
  await createTestOrder(shop.db, { id, address_hash: Buffer.from(secret), content_hash: Buffer.from(secret) })
  const responses: string[] = []
  for (const { route: address, access: who, media } of endpoints) {
    const { method, path } = splitRoute(address)
    if (method !== 'GET' || who === 'anyone' || media !== 'application/json') continue
    const { body, status } = await shop.send('GET', pathOf(path), undefined, { cookie: asOf(cookies) })
    expect([200, 404], address).toContain(status)
    responses.push(JSON.stringify(body))
  }

  expect(responses.length).toBeGreaterThanOrEqual(6)
  expect(responses.join()).not.toMatch(/canary|argon2|_hash/)
  expect(Object.keys((await shop.send('GET', '/api/auth/user', undefined, { cookie: asOf(cookies) })).body)).toEqual(
    Object.keys(currentUser.response.shape),
  )
})

/** Sends exactly the given headers; fetch would add its own. */
function raw(shop: Shop, method: string, path: string, headers: Record<string, string>, body?: string) {
  return new Promise<{ status: number | undefined; code: unknown; headers: object }>((done, fail) => {
    const outgoing = request(shop.url + path, { method, headers }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (text += chunk))
      res.on('end', () => {
        const actual = (text.startsWith('{') ? JSON.parse(text) : {}) as { code?: string }
        done({ status: res.statusCode, code: actual.code, headers: res.headers })
      })
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
