import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import autocannon from 'autocannon'
import { startTelegram } from '../fakes/telegram/server.ts'
import { browseWhileGuessing, ratioOf } from './guessing.ts'
import { leanEnvironment, leanFlags, workerFlags } from '../local/lean.ts'
import { buildPage } from '../local/page.ts'
import { freePort } from '../local/ports.ts'
import { countingUs } from './counting.ts'
import { startPostgres } from '../local/postgres.ts'
import { startRedis } from '../local/redis.ts'
import { type MeasuredProcess, startMeasured } from './measured-process.ts'
import type { Usage } from './usage-report.ts'
import { startTable } from './offline/table.ts'
import { anOrder } from './an-order.ts'
import { addProducts } from './many-products.ts'

/**
 * What the shop's calls cost beside the least they could cost, as ratios inside one run.
 *
 * Bar: a read at most 1.5 times the processor time of a bare Express route with a same-sized constant buffer; an order
 * at most 3 times the plain SQL transaction; API and worker after the load, garbage collected, within 250 MiB. What browsing feels like while
 * passwords are guessed has a target and a red line, as what a phone feels has (offline.ts).
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const ROUNDS = 5
const CONNECTIONS = 20

interface Load {
  url: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  /** A fresh address or body per request. */
  vary?: () => { path?: string; body?: string; headers?: Record<string, string> }
}

interface Cost {
  /** Microseconds of processor time of the serving process per request. */
  cpuUs: number
  p50Ms: number
  p99Ms: number
  requests: number
}

// The API reads it at its start.
await buildPage()
const directory = await mkdtemp(join(tmpdir(), 'tsedra-bench-'))
await using postgres = await startPostgres({ dir: join(directory, 'postgres') })
await using redis = await startRedis({ dir: join(directory, 'redis') })
await migrate(postgres.url)
await using cleanup = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
void cleanup

const db = connect({ url: postgres.url, max: 2 })
await addProducts(db, { count: 1_000 })
const product = await db('products').orderBy('slug').first<{ id: string; slug: string }>('id', 'slug')

const [shopPort, shopHealth, barePort, workerHealth] = [
  await freePort(),
  await freePort(),
  await freePort(),
  await freePort(),
]
await using telegram = await startTelegram({ port: await freePort(), staffChatId: -1 })
const shared = {
  ...leanEnvironment,
  DATABASE_URL: postgres.url,
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  PUBLIC_ORIGIN: 'http://localhost:8080',
  TELEGRAM_BOT_NAME: 'tsedra_local_bot',
  CODE_SECRET: 'x'.repeat(8) + randomUUID(),
}
await using shop = await startMeasured(
  'api/src/main.ts',
  {
    ...shared,
    PORT: `${shopPort}`,
    HEALTH_PORT: `${shopHealth}`,
    MEDIA_DIR: directory,
    ADDRESS_SECRET: 'x'.repeat(8) + randomUUID(),
    SESSION_SECRETS: `1:${randomUUID()}`,
  },
  `http://127.0.0.1:${shopHealth}/readyz`,
  leanFlags,
)
await using bare = await startMeasured(
  'infra/bench/baseline.ts',
  { ...shared, PORT: `${barePort}` },
  `http://127.0.0.1:${barePort}/constant/1`,
)

const shopUrl = `http://127.0.0.1:${shopPort}`
const bareUrl = `http://127.0.0.1:${barePort}`
const failures: string[] = []

process.stdout.write(
  `\n1,000 products × 3 languages, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s\n\n`,
)
// A process compiles what it does often; the first thing measured would pay for it.
await compare(shop, { url: `${shopUrl}/api/products?lang=en&limit=24` }, { url: `${bareUrl}/constant/50000` })
row('', 'µs/request', 'p50 ms', 'p99 ms', '× bare', '× SQL')

await read('list of 24', `/api/products?lang=ua&limit=24`, '/sql/list')
const kept = await read('one product', `/api/products/${product?.slug}?lang=ua`, `/sql/product/${product?.slug}`)
const counting = countingUs()
const share = (100 * counting) / kept.cpuUs
process.stdout.write(`  of which counting the answer: ${counting.toFixed(2)} µs, ${share.toFixed(1)} %\n`)
if (share > 5) failures.push(`counting an answer takes ${share.toFixed(1)} % of a kept one, the bar is 5`)
const texts = ['лимон', 'limon', 'груша', 'kiwi', 'ананас', 'rose', 'апельсин', 'lime', 'полуниця', 'чипси']
const searches = texts.map((text) => `/api/products?lang=ua&limit=24&search=${encodeURIComponent(text)}`)
await read('text search', searches, `/sql/search/${encodeURIComponent('Лимон')}`)
const etag = (await fetch(`${shopUrl}/api/catalogue/ua`)).headers.get('etag') ?? ''
const notModified = await compare(
  shop,
  { url: `${shopUrl}/api/catalogue/ua`, headers: { 'if-none-match': etag } },
  { url: `${bareUrl}/constant/0` },
)
report('snapshot 304', notModified.ours, notModified.theirs, undefined, 1.5)

const order = () => anOrder(product?.id, shared.PUBLIC_ORIGIN)
const orders = await compare(
  shop,
  { url: `${shopUrl}/api/orders`, method: 'POST', vary: order },
  { url: `${bareUrl}/sql/orders`, method: 'POST', vary: order },
)
const orderRatio = report('order', orders.ours, undefined, orders.theirs)
if (orderRatio > 3) failures.push(`an order costs ${orderRatio.toFixed(2)} × the plain SQL transaction, the bar is 3`)

// The worker works off what the load has left behind.
await using worker = await startMeasured(
  'worker/src/main.ts',
  {
    ...shared,
    REDIS_URL: redis.url,
    HEALTH_PORT: `${workerHealth}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    TELEGRAM_BOT_TOKEN: '1:bench',
    TELEGRAM_STAFF_CHAT_ID: '-1',
    TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
  },
  `http://127.0.0.1:${workerHealth}/healthz`,
  workerFlags,
)
await untilTold()
process.stdout.write('\n')
memoryOf('with garbage', await shop.usage(), await worker.usage())
const memory = memoryOf('settled (bar 250)', await shop.settledUsage(), await worker.settledUsage())
if (memory > 250) failures.push(`API and worker hold ${memory.toFixed(0)} MiB, the bar is 250`)

process.stdout.write('\n')
const table = startTable()
const browsing = await browseWhileGuessing(db, shopUrl, shared.PUBLIC_ORIGIN)
const { calm, guessed, compared, tookS } = browsing
table.row('browsing while passwords are guessed, p99', guessed.p99Ms, { unit: 'ms', target: 300, redLine: 900 })
process.stdout.write(
  `  10,000 guesses from 100 addresses took ${tookS.toFixed(0)} s, ${compared} were compared; p50 ${guessed.p50Ms} ms; without them p50 ${calm.p50Ms}, p99 ${calm.p99Ms} ms: × ${ratioOf(browsing).toFixed(1)}\n`,
)
for (const remark of table.overTarget) process.stdout.write(`above the target: ${remark}\n`)
failures.push(...table.overRedLine)
await db.destroy()

for (const failure of failures) process.stdout.write(`over the bar: ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Gives the worker half a minute: at 25 messages a second that is several hundred orders. */
async function untilTold(): Promise<void> {
  for (let waited = 0; waited < 30; waited++) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) return
    await new Promise((done) => setTimeout(done, 1_000))
  }
}

/** Asks for one of these addresses in each round, and the bare side for as many bytes. */
async function read(name: string, paths: string | string[], sqlPath: string): Promise<Cost> {
  const asked = [paths].flat().map((path) => ({ url: shopUrl + path }))
  const constants = await Promise.all(
    asked.map(async ({ url }) => ({
      url: `${bareUrl}/constant/${(await (await fetch(url)).arrayBuffer()).byteLength}`,
    })),
  )
  const { ours, theirs } = await compare(shop, asked, constants)
  const sql = await median(() => cost(bare, { url: bareUrl + sqlPath }))
  report(name, ours, theirs, sql, 1.5)
  return ours
}

/**
 * Both sides in turns, so that a slow moment of the machine hits both; what counts is the round in the middle. Of several
 * loads each round takes the next one.
 */
async function compare(
  measured: MeasuredProcess,
  ours: Load | Load[],
  theirs: Load | Load[],
): Promise<{ ours: Cost; theirs: Cost }> {
  const rounds: { ours: Cost; theirs: Cost }[] = []
  // The first is not counted: it is long enough that both sides run compiled code before anything is.
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({ ours: await cost(measured, nth(ours, round)), theirs: await cost(bare, nth(theirs, round)) })
  rounds.shift()
  const ratio = (round: (typeof rounds)[number]) => round.ours.cpuUs / round.theirs.cpuUs
  return rounds.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(ROUNDS / 2)] as (typeof rounds)[number]
}

function nth(loads: Load | Load[], place: number): Load {
  const all = [loads].flat()
  return all[place % all.length] as Load
}

async function median(once: () => Promise<Cost>): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await once())
  return costs.toSorted((a, b) => a.cpuUs - b.cpuUs)[Math.floor(ROUNDS / 2)] as Cost
}

async function cost(
  served: MeasuredProcess,
  { url, headers, method = 'GET', vary }: Load,
  seconds = SECONDS,
): Promise<Cost> {
  const before = await served.usage()
  const result = await autocannon({
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    ...(headers && { headers }),
    ...(vary && { requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...vary() }) }] }),
  })
  const after = await served.usage()
  const requests = result.requests.total
  if (result.errors > 0 || result['4xx'] > 0 || result['5xx'] > 0 || requests === 0) {
    throw new Error(`${url}: ${result.errors} errors, ${result['4xx']} × 4xx, ${result['5xx']} × 5xx`)
  }
  return {
    cpuUs: (after.cpuUs - before.cpuUs) / requests,
    p50Ms: result.latency.p50,
    p99Ms: result.latency.p99,
    requests,
  }
}

/** @returns the ratio that counts */
function report(name: string, ours: Cost, theirs: Cost | undefined, sql: Cost | undefined, bar?: number): number {
  const toBare = theirs && ours.cpuUs / theirs.cpuUs
  const toSql = sql && ours.cpuUs / sql.cpuUs
  row(name, ours.cpuUs.toFixed(0), `${ours.p50Ms}`, `${ours.p99Ms}`, toBare?.toFixed(2) ?? '', toSql?.toFixed(2) ?? '')
  if (bar && toBare && toBare > bar)
    failures.push(`${name} costs ${toBare.toFixed(2)} × a bare route, the bar is ${bar}`)
  return toBare ?? toSql ?? 0
}

/** Writes down what both processes hold and answers the sum in MiB. */
function memoryOf(name: string, ofApi: Usage, ofWorker: Usage): number {
  const files = Math.max(ofApi.ofFiles, ofWorker.ofFiles)
  const memory = (ofApi.own + ofWorker.own + files) / 2 ** 20
  process.stdout.write(
    `resident after the load, ${name}: API ${mebibytes(ofApi.own)} + worker ${mebibytes(ofWorker.own)} + files of both ${mebibytes(files)} = ${memory.toFixed(0)} MiB\n`,
  )
  return memory
}

function mebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

function row(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(14)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}
