import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import autocannon from 'autocannon'
import { leanEnvironment, leanFlags } from '../local/lean.ts'
import { buildPage } from '../local/page.ts'
import { freePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres.ts'
import { anOrder } from './an-order.ts'
import type { Flood, Flooded } from './flooder.ts'
import { addProducts } from './many-products.ts'
import { startMeasured } from './measured-process.ts'

/**
 * What hostile callers cost everybody else: memory while the catalogue is asked for in many spellings from a hundred
 * addresses, and the time that honest orders take while one address sends orders over 300 connections.
 *
 * Bar: memory grows by the bounds of the caches and what compressing takes, whatever is asked; honest orders take at most
 * ten times as long as without the flood, and none is refused. Without the limits it was 973 MiB and 100 times.
 */
const GROWTH_MIB = 128
const SLOWER_MOST = 10
const SPELLING_S = Number(process.env['SPELLING_S'] ?? 20)
const FLOOD_S = Number(process.env['FLOOD_S'] ?? 12)
const CONNECTIONS = 300
const ADDRESSES = 100

await buildPage()
const directory = await mkdtemp(join(tmpdir(), 'tsedra-hostile-'))
await using cleanup = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
void cleanup
await using postgres = await startPostgres({ dir: join(directory, 'postgres') })
await migrate(postgres.url)
const db = connect({ url: postgres.url, max: 2 })
await addProducts(db, { count: 1_000 })
const product = await db('products').orderBy('slug').first<{ id: string }>('id')
await db.destroy()

const origin = 'http://localhost:8080'
const [port, healthPort] = [await freePort(), await freePort()]
const url = `http://127.0.0.1:${port}`
await using shop = await startMeasured(
  'api/src/main.ts',
  {
    ...leanEnvironment,
    DATABASE_URL: postgres.url,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    PUBLIC_ORIGIN: origin,
    TELEGRAM_BOT_NAME: 'tsedra_local_bot',
    CODE_SECRET: 'x'.repeat(8) + randomUUID(),
    PORT: `${port}`,
    HEALTH_PORT: `${healthPort}`,
    MEDIA_DIR: directory,
    ADDRESS_SECRET: 'x'.repeat(8) + randomUUID(),
    SESSION_SECRETS: `1:${randomUUID()}`,
  },
  `http://127.0.0.1:${healthPort}/readyz`,
  leanFlags,
)

for (const encoding of ['br', 'gzip', 'identity'])
  await (await fetch(`${url}/api/catalogue/ua`, { headers: { 'accept-encoding': encoding } })).arrayBuffer()
const before = await residentMiB()
let highest = before
const spelling = autocannon({
  url,
  connections: 10,
  duration: SPELLING_S,
  timeout: 60,
  requests: [
    {
      setupRequest: (request: autocannon.Request) => ({
        ...request,
        // Another case, another spelling of the same question, and large answers that are all different.
        path: [
          `/api/${inRandomCase('catalogue')}/ua`,
          `/api/products?limit=100&lang=${inRandomCase('uk-ua')}`,
          `/api/products?limit=100&offset=${Math.floor(Math.random() * 900)}`,
        ][Math.floor(Math.random() * 3)] as string,
        headers: {
          'x-forwarded-for': `203.0.113.${Math.floor(Math.random() * ADDRESSES)}`,
          'accept-encoding': Math.random() < 0.5 ? 'br' : 'gzip',
        },
      }),
    },
  ],
})
for (let second = 0; second < SPELLING_S; second += 1) {
  await pause(1_000)
  highest = Math.max(highest, await residentMiB())
}
const spelled = await spelling
process.stdout.write(
  `many spellings in ${spelled.requests.total} calls (${spelled['2xx']} × 2xx, ${spelled['4xx']} × 4xx): ${before} MiB before, ${highest} at most, ${await residentMiB()} after\n`,
)

const calm = await honestOrders(pause(FLOOD_S * 1_000))
const flooding = flood({
  url: `${url}/api/orders`,
  origin,
  address: '198.51.100.8',
  connections: CONNECTIONS,
  seconds: FLOOD_S,
})
const { felt: flooded, of } = await honestOrders(flooding)
process.stdout.write(
  `honest orders: p50 ${calm.felt.p50Ms} ms, p99 ${calm.felt.p99Ms} ms (${calm.felt.orders}); while one address holds ${CONNECTIONS} connections: p50 ${flooded.p50Ms} ms, p99 ${flooded.p99Ms} ms (${flooded.orders}); it was told ${JSON.stringify(of)}\n`,
)

const failures: string[] = []
const growth = highest - before
if (growth > GROWTH_MIB) failures.push(`many spellings take ${growth} MiB, the bar is ${GROWTH_MIB}`)
const slower = flooded.p50Ms / calm.felt.p50Ms
if (slower > SLOWER_MOST)
  failures.push(`honest orders take ${slower.toFixed(1)} times as long in a flood, the bar is ${SLOWER_MOST}`)
for (const failure of failures) process.stdout.write(`over the bar: ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

async function residentMiB(): Promise<number> {
  const { own } = await shop.usage()
  return Math.round(own / 2 ** 20)
}

function inRandomCase(word: string): string {
  return [...word].map((letter) => (Math.random() < 0.5 ? letter.toUpperCase() : letter)).join('')
}

interface Felt {
  p50Ms: number
  p99Ms: number
  orders: number
}

/** One order after the other, each of another address, for as long as something else takes. */
async function honestOrders<T>(something: Promise<T>): Promise<{ felt: Felt; of: T }> {
  let over = false
  const done = something.finally(() => {
    over = true
  })
  // The flood comes up first.
  await pause(1_000)
  const times: number[] = []
  while (!over) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/api/orders`, { method: 'POST', ...anOrder(product?.id, origin) })
    await response.arrayBuffer()
    if (response.status !== 201) throw new Error(`an honest order was answered ${response.status}`)
    times.push(performance.now() - startedAt)
    await pause(20)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return { felt: { p50Ms: at(0.5), p99Ms: at(0.99), orders: times.length }, of: await done }
}

/** In a process of its own: whoever orders honestly must not wait for whoever floods before anything is sent. */
async function flood(wanted: Flood): Promise<Flooded> {
  const script = fileURLToPath(new URL('flooder.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(wanted)])
  return JSON.parse(stdout) as Flooded
}
