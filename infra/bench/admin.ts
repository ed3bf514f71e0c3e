import { spawnSync } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { fileURLToPath } from 'node:url'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { shiftDay } from '@tsedra/contract/shift-day'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import pg from 'pg'
import { processEnvironment, nodeFlags } from '../local/process-flags.ts'
import { getFreePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres.ts'
import { addProducts } from '../chaos/add-products.ts'
import { startMeasuredProcess } from './measured-process.ts'

/**
 * What staff wait for with 50,000 orders and 5,000 products: 95 of 100 answers of each kind within 100 ms, two people asking at once
 * (infra/decisions/0029-order-administration.md).
 */
const ORDERS = 50_000
const PRODUCTS = 5_000
const RESPONSES = 100
/** Rounds of all kinds before the first is measured: the first requests of a process compile its code and its connections cache plans. */
const WARM_UP_ROUNDS = 5
const CONCURRENCY = 2
const LIMIT_MS = 100
/** Maximum size of an order feed that starts, until its first heartbeat. */
const FEED_LIMIT_KB = 50
const ORIGIN = 'http://localhost:8080'

const directory = await mkdtemp(join(tmpdir(), 'tsedra-desk-'))
await using cleanup = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
void cleanup
await using postgres = await startPostgres({ dir: join(directory, 'postgres') })
await migrate(postgres.url)
const db = connect({ url: postgres.url, max: 2 })
await addProducts(db, { count: PRODUCTS })
await addOrders(postgres.url)

const [port, health] = [await getFreePort(), await getFreePort()]
const env = {
  ...processEnvironment,
  DATABASE_URL: postgres.url,
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  PUBLIC_ORIGIN: ORIGIN,
  CODE_SECRET: 'x'.repeat(8) + randomUUID(),
  PORT: `${port}`,
  HEALTH_PORT: `${health}`,
  MEDIA_DIR: directory,
  ADDRESS_SECRET: 'x'.repeat(8) + randomUUID(),
  SESSION_SECRETS: `1:${randomUUID()}`,
}
await using api = await startMeasuredProcess('api/src/main.ts', env, `http://127.0.0.1:${health}/readyz`, nodeFlags)
void api
const cookie = await signIn()
const failures: string[] = []

const middleOrder = await db('orders')
  .orderBy('created_at')
  .offset(ORDERS / 2)
  .first<{ id: string }>('id')
const earlyOrder = await db('orders').orderBy('created_at').offset(100).first<{ id: string }>('id')
const today = kyivDay(Date.now())
const yearQuery = `from=${shiftDay(today, -364)}&to=${today}`
const weekQuery = `from=${shiftDay(today, -6)}&to=${today}`
const requestKinds: [name: string, path: string][] = [
  ['first page', '/api/admin/orders'],
  ['a page in the middle', `/api/admin/orders?before=${middleOrder.id}`],
  ['of one status', '/api/admin/orders?status=confirmed'],
  ['pending alone', '/api/admin/orders?status=pending'],
  ['new by deadline', '/api/admin/orders?status=pending&sort=deadline'],
  ['late', '/api/admin/orders?late=true&sort=deadline'],
  ['the first digit typed', '/api/admin/orders?search=0'],
  ['of one day', '/api/admin/orders?from=2026-03-08&to=2026-03-08'],
  ['a name that many have', `/api/admin/orders?search=${encodeURIComponent('олена')}`],
  ['a mobile operator', '/api/admin/orders?search=067'],
  ['part of a phone', '/api/admin/orders?search=067%20123'],
  ['one old number', `/api/admin/orders?search=${earlyOrder.id.slice(0, 8)}`],
  ['nothing at all', '/api/admin/orders?search=zzzzzz'],
  ['day, status and text', '/api/admin/orders?status=completed&from=2026-01-01&search=4567'],
  ['details', `/api/admin/orders/${middleOrder.id}`],
  ...(['orders', 'answers', 'products', 'customers', 'searches'] as const).flatMap((figure): [string, string][] => [
    [`figures: ${figure}`, `/api/admin/figures/${figure}?${yearQuery}`],
    ['  of a week', `/api/admin/figures/${figure}?${weekQuery}`],
  ]),
  ['products', '/api/admin/products?limit=50'],
  ['  the last page', `/api/admin/products?limit=50&offset=${PRODUCTS - 50}`],
  ['  by price', '/api/admin/products?limit=50&sort=-price'],
  ['  a name that many have', `/api/admin/products?limit=50&search=${encodeURIComponent('лимон')}`],
  ['categories', '/api/admin/categories?limit=50'],
]
process.stdout.write(
  `\n${ORDERS.toLocaleString('en')} orders and ${PRODUCTS.toLocaleString('en')} products, ${CONCURRENCY} at once, ${RESPONSES} answers each\n\n`,
)
process.stdout.write(`${'milliseconds'.padEnd(24)}${'p50'.padStart(8)}${'p95'.padStart(8)}${'max'.padStart(8)}\n`)
for (let round = 0; round < WARM_UP_ROUNDS; round++)
  for (const [, path] of requestKinds)
    await Promise.all(Array.from({ length: CONCURRENCY }, () => measureRequest(path)))
for (const [name, path] of requestKinds) {
  await measureRequest(path)
  const times: number[] = []
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (times.length < RESPONSES) times.push(await measureRequest(path))
    }),
  )
  times.sort((a, b) => a - b)
  const percentile = (share: number) => times[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0
  process.stdout.write(
    `${name.padEnd(24)}${[percentile(0.5), percentile(0.95), percentile(1)].map((ms) => ms.toFixed(1).padStart(8)).join('')}\n`,
  )
  if (percentile(0.95) > LIMIT_MS) failures.push(`${name}: ${percentile(0.95).toFixed(0)} ms, the bar is ${LIMIT_MS}`)
}
process.stdout.write(`\n${'order feed starts'.padEnd(24)}${'ms'.padStart(8)}${'KB'.padStart(8)}\n`)
const { lastEvent } = await readJson<{ lastEvent: number }>('/api/admin/pending-orders')
const feedStarts: [name: string, query: string][] = [
  ['from now on', ''],
  ['from the newest event', `?after=${lastEvent}`],
  ['90 events behind', `?after=${lastEvent - 90}`],
  ['from the first event', '?after=0'],
]
// A feed that replays history does so at its first heartbeat, ten seconds later.
const feeds: [name: string, ms: number, size: Promise<number>][] = []
for (const [name, query] of feedStarts) feeds.push([name, ...(await openFeed(query))])
for (const [name, ms, size] of feeds) {
  const kB = (await size) / 1_000
  process.stdout.write(`${name.padEnd(24)}${ms.toFixed(1).padStart(8)}${kB.toFixed(1).padStart(8)}\n`)
  if (ms > LIMIT_MS) failures.push(`feed ${name}: ${ms.toFixed(0)} ms, the bar is ${LIMIT_MS}`)
  if (kB > FEED_LIMIT_KB) failures.push(`feed ${name}: ${kB.toFixed(0)} KB, the bar is ${FEED_LIMIT_KB}`)
}
const exportStartedAt = performance.now()
const csvBytes = await measureCsvBytes()
process.stdout.write(
  `\nthe whole table: ${(csvBytes / 2 ** 20).toFixed(1)} MiB in ${((performance.now() - exportStartedAt) / 1_000).toFixed(1)} s\n`,
)
await db.destroy()
for (const failure of failures) process.stdout.write(`over the bar: ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

async function measureRequest(path: string): Promise<number> {
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  await response.arrayBuffer()
  if (!response.ok) throw new Error(`${path}: ${response.status}`)
  return performance.now() - startedAt
}

async function readJson<Body>(path: string): Promise<Body> {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, { headers: { cookie } })
  return (await response.json()) as Body // the API parses its replies by the contract
}

/** Opens the order feed: milliseconds until its first bytes, and the size of all of them up to the first heartbeat. */
async function openFeed(query: string): Promise<[ms: number, size: Promise<number>]> {
  const startedAt = performance.now()
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/order-events${query}`, { headers: { cookie } })
  const chunks = (response.body ?? new ReadableStream<Uint8Array>()).values()
  const first = await chunks.next()
  const ms = performance.now() - startedAt
  const readSize = async () => {
    const decoder = new TextDecoder()
    let bytes = 0
    for (let chunk = first; !chunk.done; chunk = await chunks.next()) {
      bytes += chunk.value.byteLength
      if (/^:\n/m.test(decoder.decode(chunk.value))) break
    }
    return bytes
  }
  return [ms, readSize()]
}

async function measureCsvBytes(): Promise<number> {
  const response = await fetch(`http://127.0.0.1:${port}/api/admin/orders.csv`, { headers: { cookie } })
  return (await response.arrayBuffer()).byteLength
}

/** Signed in as an admin, with a second proof. */
async function signIn(): Promise<string> {
  const [emailOrPhone, password] = ['olena@bench.example', randomUUID()]
  const script = fileURLToPath(new URL('../../api/src/make-admin.ts', import.meta.url))
  spawnSync(process.execPath, [script, emailOrPhone], { env: { ...process.env, ...env }, input: password })
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/login`, {
    method: 'POST',
    headers: { origin: ORIGIN, 'content-type': 'application/json' },
    body: JSON.stringify({ emailOrPhone, password }),
  })
  if (!response.ok) throw new Error(`no sign-in: ${response.status}`)
  await db('user_sessions').update({ second_factor_at: db.fn.now() })
  return response.headers
    .getSetCookie()
    .map((line) => line.split(';')[0])
    .join('; ')
}

/** A year of orders, forty of them pending, with two lines each and comments as people write them. */
async function addOrders(url: string): Promise<void> {
  // A connection of its own, without the time limits of the shop's.
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  const batch = 2_000
  for (let from = 0; from < ORDERS; from += batch) {
    await client.query(
      `WITH made AS (
         INSERT INTO order_ids (id, outcome) SELECT gen_random_uuid(), 'order' FROM generate_series(1, $1::int) RETURNING id
       ), numbered AS (
         SELECT id, row_number() OVER () + $2::int AS n FROM made
       ), placed AS (
         INSERT INTO orders (id, customer_name, customer_phone, customer_phone_typed, phone_is_valid, language, status,
           total_amount, telegram_sent, customer_comment, created_at)
         SELECT id, (ARRAY['Олена', 'Іван', 'Соломія', 'Максим', 'Ганна'])[1 + n % 5] || ' ' ||
             (ARRAY['Коваль', 'Мельник', 'Їжакевич', 'Ґудзь', 'Бойко', 'Щербак', 'Лисенко'])[1 + n % 7],
           '+380' || (ARRAY['50', '63', '66', '67', '68', '73', '93', '95', '96', '97', '98', '99'])[1 + n % 12] ||
             lpad((n * 7919 % 10000000)::text, 7, '0'), '067', true, 'ua',
           CASE WHEN n >= $3::int THEN 'pending' ELSE (ARRAY['confirmed', 'completed', 'completed', 'cancelled'])[1 + n % 4] END,
           100 + n % 900, true, CASE WHEN n % 3 = 0 THEN 'Бар на розі, вхід із двору, можна після 15:00. ' || n END,
           now() - make_interval(mins => ($4::int - n)::int * 10)
         FROM numbered RETURNING id, created_at
       ), lines AS (
         INSERT INTO order_items (order_id, line, product_slug, product_names, package_size, quantity, unit_price)
         SELECT id, line, 'lemon-' || extract(epoch FROM created_at)::bigint / 600 % 200, '{"ua": "Лимонні чипси", "en": "Lemon chips"}', '100г', 2, 214.29
         FROM placed, generate_series(0, 1) line
       )
       INSERT INTO order_events (order_id, kind, new_status, actor, created_at)
       SELECT id, kind, 'pending', actor, created_at + delay
       FROM placed, (VALUES ('placed', 'customer', interval '0'), ('status', 'staff', interval '3 hours')) e (kind, actor, delay)
       ORDER BY created_at`,
      [batch, from, ORDERS - 40, ORDERS],
    )
  }
  // As autovacuum leaves a table that is written to every few minutes.
  await client.query('VACUUM ANALYZE')
  await client.end()
}
