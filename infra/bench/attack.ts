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
import { processEnvironment, nodeFlags } from '../local/process-flags.ts'
import { buildPage } from '../local/page.ts'
import { getFreePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres.ts'
import { buildOrderRequest } from './order-fixture.ts'
import type { FloodOptions, FloodResult } from './order-flood.ts'
import { addProducts } from '../chaos/add-products.ts'
import { startMeasuredProcess } from './measured-process.ts'

/**
 * Measures what hostile clients cost others: memory while a hundred addresses request the catalogue in many spellings,
 * and the time that honest orders take while one address sends orders over 300 connections.
 *
 * Bar: memory grows by the bounds of the caches and what compressing takes, for any request; honest orders take at most
 * ten times as long as without the flood, and none is refused. Without the limits it was 973 MiB and 100 times.
 */
const MAX_GROWTH_MIB = 128
const MAX_SLOWDOWN = 10
const PATH_VARIANTS_S = Number(process.env['SPELLING_S'] ?? 20)
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
const [port, healthPort] = [await getFreePort(), await getFreePort()]
const url = `http://127.0.0.1:${port}`
await using shop = await startMeasuredProcess(
  'api/src/main.ts',
  {
    ...processEnvironment,
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
  nodeFlags,
)

for (const encoding of ['br', 'gzip', 'identity'])
  await (await fetch(`${url}/api/catalogue/ua`, { headers: { 'accept-encoding': encoding } })).arrayBuffer()
const memoryBefore = await measureResidentMiB()
let peakMemory = memoryBefore
const pathVariants = autocannon({
  url,
  connections: 10,
  duration: PATH_VARIANTS_S,
  timeout: 60,
  requests: [
    {
      setupRequest: (request: autocannon.Request) => ({
        ...request,
        // Another case, another spelling of the same question, and large answers that are all different.
        path: [
          `/api/${randomiseCase('catalogue')}/ua`,
          `/api/products?limit=100&lang=${randomiseCase('uk-ua')}`,
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
for (let second = 0; second < PATH_VARIANTS_S; second += 1) {
  await pause(1_000)
  peakMemory = Math.max(peakMemory, await measureResidentMiB())
}
const pathVariantsResult = await pathVariants
process.stdout.write(
  `many spellings in ${pathVariantsResult.requests.total} calls (${pathVariantsResult['2xx']} × 2xx, ${pathVariantsResult['4xx']} × 4xx): ${memoryBefore} MiB before, ${peakMemory} at most, ${await measureResidentMiB()} after\n`,
)

const baseline = await placeHonestOrders(pause(FLOOD_S * 1_000))
const flooding = runFlood({
  url: `${url}/api/orders`,
  origin,
  address: '198.51.100.8',
  connections: CONNECTIONS,
  seconds: FLOOD_S,
})
const { latencies: latencyInFlood, workResult: floodResult } = await placeHonestOrders(flooding)
process.stdout.write(
  `honest orders: p50 ${baseline.latencies.p50Ms} ms, p99 ${baseline.latencies.p99Ms} ms (${baseline.latencies.orders}); while one address holds ${CONNECTIONS} connections: p50 ${latencyInFlood.p50Ms} ms, p99 ${latencyInFlood.p99Ms} ms (${latencyInFlood.orders}); it was told ${JSON.stringify(floodResult)}\n`,
)

const failures: string[] = []
const growth = peakMemory - memoryBefore
if (growth > MAX_GROWTH_MIB) failures.push(`many spellings take ${growth} MiB, the bar is ${MAX_GROWTH_MIB}`)
const slowdown = latencyInFlood.p50Ms / baseline.latencies.p50Ms
if (slowdown > MAX_SLOWDOWN)
  failures.push(`honest orders take ${slowdown.toFixed(1)} times as long in a flood, the bar is ${MAX_SLOWDOWN}`)
for (const failure of failures) process.stdout.write(`over the bar: ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

async function measureResidentMiB(): Promise<number> {
  const { ownBytes: own } = await shop.usage()
  return Math.round(own / 2 ** 20)
}

function randomiseCase(word: string): string {
  return [...word].map((character) => (Math.random() < 0.5 ? character.toUpperCase() : character)).join('')
}

interface OrderLatency {
  p50Ms: number
  p99Ms: number
  orders: number
}

/** One order after the other, each of another address, for as long as something else takes. */
async function placeHonestOrders<T>(work: Promise<T>): Promise<{ latencies: OrderLatency; workResult: T }> {
  let isFinished = false
  const finished = work.finally(() => {
    isFinished = true
  })
  // The flood comes up first.
  await pause(1_000)
  const times: number[] = []
  while (!isFinished) {
    const startedAt = performance.now()
    const response = await fetch(`${url}/api/orders`, { method: 'POST', ...buildOrderRequest(product?.id, origin) })
    await response.arrayBuffer()
    if (response.status !== 201) throw new Error(`an honest order was answered ${response.status}`)
    times.push(performance.now() - startedAt)
    await pause(20)
  }
  const sorted = times.toSorted((a, b) => a - b)
  const percentile = (share: number) => Math.round((sorted[Math.floor(sorted.length * share)] ?? 0) * 10) / 10
  return {
    latencies: { p50Ms: percentile(0.5), p99Ms: percentile(0.99), orders: times.length },
    workResult: await finished,
  }
}

/** Runs in a process of its own: honest orders must not queue behind the flood on the client side. */
async function runFlood(options: FloodOptions): Promise<FloodResult> {
  const script = fileURLToPath(new URL('order-flood.ts', import.meta.url))
  const { stdout } = await promisify(execFile)(process.execPath, [script, JSON.stringify(options)])
  return JSON.parse(stdout) as FloodResult
}
