import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { logout } from '@tsedra/contract/accounts'
import { endpoints } from '@tsedra/contract/endpoints'
import { errorStatus, problem } from '@tsedra/contract/errors'
import { placeOrder } from '@tsedra/contract/orders'
import { deleteAccount, endSessions } from '@tsedra/contract/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestCategory, createTestProduct } from '../../test/fixtures.ts'
import { type GeneratedRequest, generateRequests } from '../../test/requests.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { createSignedInStaff } from '../../test/staff.ts'
import { retryWhileBusy } from '../../test/retry-while-busy.ts'
import { createTestUser, signIn } from '../../test/users.ts'

const roles = ['guest', 'customer', 'editor', 'admin'] as const
type Role = (typeof roles)[number]

const isThorough = process.env['THOROUGH'] === '1'
/** Requests of each role; the full number in `npm test -- "unit and database, thorough"`. */
const REQUESTS = Number(process.env['FUZZ_REQUESTS'] ?? (isThorough ? 50_000 : 800))
/**
 * Requests that are generated at once, while connections wait. Each batch signs in again and uses ids that the one before
 * received.
 */
const BATCH = 400
const KNOWN_IDS = 40
const CONCURRENCY = 16

/** Internals that no response may contain: stacks, SQL, names of dependencies. */
const internalsPattern = /\bat .*\.[jt]s|select |insert |knex|pg_|node_modules|ECONN|syntax error/i

/** Errors of every call besides its own; 5xx is never expected here. */
const commonErrors = [
  'invalid_request',
  'not_found',
  'forbidden',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
]

/** Calls that would end the session of the test: guests send them. */
const endsSessions = new Set<string>([endSessions, logout, deleteAccount].map(({ route: address }) => address))

test.each(roles)(
  `${REQUESTS} requests generated from the contract, as %s, cause no 5xx: every response matches its schema`,
  {
    timeout: 3_600_000,
  },
  async (role) => {
    const seed = Number(process.env['FUZZ_SEED'] ?? 20261121)
    await using shop = await openShop({
      orderLimits: { perAddress10Min: 1e9, perAddressDay: 1e9, perPhoneHour: 1e9, shopHour: 1e9 },
    })
    const category = await createTestCategory(shop.db, { slug: 'citrus' })
    const product = await createTestProduct(shop.db, { slug: 'lemon', category_id: category })
    // Orders matter most and have the largest bodies, so they receive a larger share.
    // Excludes the stream, which never ends, and the CSV of all orders, which is long.
    const answered = endpoints.filter(({ media }) => media === 'application/json')
    const calls = [...answered, ...Array.from({ length: 7 }, () => placeOrder)]
    const agent = new Agent({ keepAlive: true, maxSockets: CONCURRENCY })
    const findings: string[] = []
    const statuses = new Map<number, number>()
    const memoryBefore = measureMemory()
    let receivedIds: string[] = []

    for (let batchStart = 0; batchStart < REQUESTS; batchStart += BATCH) {
      const cookie = await startSession(shop, role)
      const knownIds = [category, product, 'lemon', 'citrus', randomUUID(), ...receivedIds]
      receivedIds = []
      const numRuns = Math.min(BATCH, REQUESTS - batchStart)
      const sample = fc.sample(generateRequests(calls, knownIds), { numRuns, seed: seed + batchStart })
      await Promise.all(
        Array.from({ length: CONCURRENCY }, async () => {
          for (let made = sample.pop(); made; made = sample.pop()) {
            if (sample.length % 100 === 0) await shop.db('throttles').delete()
            const own = { ...made.headers, origin: 'http://localhost:8080' }
            const headers = endsSessions.has(made.endpoint.route) || !cookie ? own : { ...own, cookie }
            const { status, text } = await retryWhileBusy(() => send(shop.url, agent, { ...made, headers }))
            statuses.set(status, (statuses.get(status) ?? 0) + 1)
            if (status < 300) receivedIds = [...receivedIds, ...findIds(text)].slice(-KNOWN_IDS)
            const failure = findViolation(made, status, text)
            if (failure)
              findings.push(
                `${failure}: ${made.method} ${made.path} ${made.body ?? ''} → ${status} ${text}`.slice(0, 600),
              )
          }
        }),
      )
    }
    agent.destroy()
    if (isThorough)
      process.stdout.write(
        `${role}: ${JSON.stringify(Object.fromEntries(statuses))}, MiB before ${memoryBefore}, after ${measureMemory()}\n`,
      )

    expect(findings.slice(0, 10), `seed ${seed}`).toEqual([])
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
    // The test is meaningful only if requests both pass and fail the checks.
    expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 20)
    expect(statuses.get(201) ?? 0).toBeGreaterThan(0)
    expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 20)
  },
)

/** Signs in a new user of this role; returns the cookie. */
async function startSession(shop: Shop, role: Role): Promise<string | undefined> {
  if (role === 'guest') return undefined
  const browser =
    role === 'customer' ? await signIn(shop, await createTestUser(shop.db)) : await createSignedInStaff(shop, role)
  return `sid=${browser.cookies.get('sid')}`
}

const findIds = (text: string): string[] =>
  [...text.matchAll(/"[a-zA-Z]*[iI]d":"([0-9a-f-]{36})"/g)].map(([, id = '']) => id).slice(0, 5)

/** Heap in use after garbage was collected, and resident memory, in MiB. */
function measureMemory(): string {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, rss } = process.memoryUsage()
  return `${Math.round(heapUsed / 2 ** 20)} (resident ${Math.round(rss / 2 ** 20)})`
}

function findViolation({ endpoint }: GeneratedRequest, status: number, text: string): string | undefined {
  if (status >= 500) return 'broke'
  if (internalsPattern.test(text) && status >= 400) return 'reveals internals'
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (status < 400) {
    const parsed = z.safeParse(endpoint.response, body)
    return parsed.success ? undefined : 'does not fit its schema'
  }
  const refused = z.safeParse(problem, body)
  if (!refused.success) return 'not our refusal'
  const { code } = refused.data
  if (![...commonErrors, ...endpoint.errors].includes(code)) return 'refused in an unexpected way'
  return errorStatus[code] === status || status === 431 ? undefined : 'code and status differ'
}

function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: GeneratedRequest,
): Promise<{ status: number; text: string }> {
  const { hostname, port } = new URL(url)
  return new Promise((done, fail) => {
    const outgoing = request({ hostname, port, agent, method, path, headers }, (res) => {
      let text = ''
      res.setEncoding('utf8')
      res.on('data', (chunk: string) => (text += chunk))
      res.on('end', () => done({ status: res.statusCode ?? 0, text }))
    })
    outgoing.on('error', fail)
    outgoing.end(body)
  })
}
