import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { logout } from '@tsedra/contract/accounts'
import { endpoints } from '@tsedra/contract/endpoints'
import { errorStatus, problem } from '@tsedra/contract/errors'
import { placeOrder } from '@tsedra/contract/orders'
import { deleteAccount, endSessions } from '@tsedra/contract/settings'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { aCategory, aProduct } from '../../test/fixtures.ts'
import { type MadeRequest, madeRequests } from '../../test/requests.ts'
import { openShop } from '../../test/shop.ts'
import { aStaffOf } from '../../test/staff.ts'
import { whileBusy } from '../../test/while-busy.ts'

/** As many each time; the whole number by `npm test -- "unit and database, thorough"`. */
const REQUESTS = process.env['THOROUGH'] === '1' ? 20_000 : 3_000
const AT_ONCE = 16

/** What no answer may tell: stacks, SQL, names of parts. */
const inside = /\bat .*\.[jt]s|select |insert |knex|pg_|node_modules|ECONN|syntax error/i

/** Any call may refuse with these besides its own; 5xx is never expected here. */
const usual = ['invalid_request', 'not_found', 'forbidden', 'too_large', 'unsupported_media_type', 'too_many_requests']

/** After these nobody would be signed in any more: they are tried by guests. */
const endsSessions = new Set<string>([endSessions, logout, deleteAccount].map(({ address }) => address))

test(`${REQUESTS} requests made from the contract, by somebody signed in, meet no bug: every answer fits its schema`, {
  timeout: 300_000,
}, async () => {
  const seed = Number(process.env['FUZZ_SEED'] ?? 20261121)
  await using shop = await openShop({
    orderLimits: { perAddress10Min: 1e9, perAddressDay: 1e9, perPhoneHour: 1e9, shopHour: 1e9 },
  })
  const category = await aCategory(shop.db, { slug: 'citrus' })
  const product = await aProduct(shop.db, { slug: 'lemon', category_id: category })
  // Orders are what the shop lives on, and their bodies the largest: they get a larger share.
  // A stream has no end to wait for, and a table is as long as all orders together.
  const answered = endpoints.filter(({ media }) => media === 'application/json')
  const calls = [...answered, ...Array.from({ length: 7 }, () => placeOrder)]
  const sample = fc.sample(madeRequests(calls, [category, product, 'lemon', 'citrus', randomUUID()]), {
    numRuns: REQUESTS,
    seed,
  })
  const { cookies } = await aStaffOf(shop, 'admin')
  const cookie = `sid=${cookies.get('sid')}`
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const findings: string[] = []
  const statuses = new Map<number, number>()

  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let made = sample.pop(); made; made = sample.pop()) {
        if (sample.length % 100 === 0) await shop.db('throttles').delete()
        const own = { ...made.headers, origin: 'http://localhost:8080' }
        const headers = endsSessions.has(made.endpoint.address) ? own : { ...own, cookie }
        const { status, text } = await whileBusy(() => send(shop.url, agent, { ...made, headers }))
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        const wrong = whatIsWrong(made, status, text)
        if (wrong)
          findings.push(`${wrong}: ${made.method} ${made.path} ${made.body ?? ''} → ${status} ${text}`.slice(0, 600))
      }
    }),
  )
  agent.destroy()

  expect(findings.slice(0, 10), `seed ${seed}`).toEqual([])
  expect(({} as Record<string, unknown>)['polluted']).toBeUndefined()
  // The requests were worth sending: they got through the checks as well as stuck in them.
  expect(statuses.get(200) ?? 0).toBeGreaterThan(REQUESTS / 10)
  expect(statuses.get(201) ?? 0).toBeGreaterThan(REQUESTS / 2_000)
  expect(statuses.get(400) ?? 0).toBeGreaterThan(REQUESTS / 10)
})

function whatIsWrong({ endpoint }: MadeRequest, status: number, text: string): string | undefined {
  if (status >= 500) return 'broke'
  if (inside.test(text) && status >= 400) return 'told too much'
  let body: unknown
  try {
    body = JSON.parse(text)
  } catch {
    return 'not JSON'
  }
  if (status < 400) {
    const parsed = z.safeParse(endpoint.reply, body)
    return parsed.success ? undefined : 'does not fit its schema'
  }
  const refused = z.safeParse(problem, body)
  if (!refused.success) return 'not our refusal'
  const { code } = refused.data
  if (![...usual, ...endpoint.refuses].includes(code)) return 'refused in an unexpected way'
  return errorStatus[code] === status || status === 431 ? undefined : 'code and status differ'
}

function send(
  url: string,
  agent: Agent,
  { method, path, headers, body }: MadeRequest,
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
