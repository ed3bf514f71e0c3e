import { randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import autocannon from 'autocannon'
import { startFakeTelegram } from '../fakes/telegram/server.ts'
import { browseWhileGuessing, latencyRatio } from './browse-while-guessing.ts'
import { processEnvironment, nodeFlags, workerFlags } from '../local/process-flags.ts'
import { buildPage } from '../local/page.ts'
import { getFreePort } from '../local/ports.ts'
import { measureMetricsOverheadUs } from './metrics-overhead.ts'
import { startPostgres } from '../local/postgres.ts'
import { startRedis } from '../local/redis.ts'
import { type MeasuredProcess, startMeasuredProcess } from './measured-process.ts'
import type { Usage } from './usage-report.ts'
import { createResultsTable } from './offline/results-table.ts'
import { buildOrderRequest } from './order-fixture.ts'
import { addProducts } from '../chaos/add-products.ts'

/**
 * What the shop's calls cost beside the least they could cost, as ratios inside one run.
 *
 * Bar: a read at most 1.5 times the processor time of a bare Express route with a constant copy of the body; an order
 * at most 3 times the plain SQL transaction; API and worker after the load, garbage collected, within 250 MiB. What browsing feels like while
 * passwords are guessed has a target and a red line, as what a phone feels has (offline.ts).
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 3)
const ROUNDS = 5
const CONNECTIONS = 20

interface LoadOptions {
  url: string
  headers?: Record<string, string>
  method?: 'GET' | 'POST'
  /** A fresh address or body per request. */
  nextRequest?: () => { path?: string; body?: string; headers?: Record<string, string> }
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
const category = await db('categories').orderBy('slug').first<{ slug: string }>('slug')

const [shopPort, apiHealthPort, baselinePort, workerHealthPort] = [
  await getFreePort(),
  await getFreePort(),
  await getFreePort(),
  await getFreePort(),
]
await using telegram = await startFakeTelegram({ port: await getFreePort(), staffChatId: -1 })
const sharedEnvironment = {
  ...processEnvironment,
  DATABASE_URL: postgres.url,
  NODE_ENV: 'test',
  LOG_LEVEL: 'warn',
  PUBLIC_ORIGIN: 'http://localhost:8080',
  TELEGRAM_BOT_NAME: 'tsedra_local_bot',
  CODE_SECRET: 'x'.repeat(8) + randomUUID(),
}
await using apiProcess = await startMeasuredProcess(
  'api/src/main.ts',
  {
    ...sharedEnvironment,
    PORT: `${shopPort}`,
    HEALTH_PORT: `${apiHealthPort}`,
    MEDIA_DIR: directory,
    ADDRESS_SECRET: 'x'.repeat(8) + randomUUID(),
    SESSION_SECRETS: `1:${randomUUID()}`,
  },
  `http://127.0.0.1:${apiHealthPort}/readyz`,
  nodeFlags,
)
await using baselineProcess = await startMeasuredProcess(
  'infra/bench/baseline.ts',
  { ...sharedEnvironment, PORT: `${baselinePort}` },
  `http://127.0.0.1:${baselinePort}/sql/list`,
)

const shopUrl = `http://127.0.0.1:${shopPort}`
const baselineUrl = `http://127.0.0.1:${baselinePort}`
const failures: string[] = []

process.stdout.write(
  `\n1,000 products × 3 languages, ${CONNECTIONS} connections, median of ${ROUNDS} × ${SECONDS} s\n\n`,
)
// V8 optimises hot code, and a new API compresses the snapshots: without a warm-up the first measure would include both.
await compare(
  apiProcess,
  { url: `${shopUrl}/api/products?lang=en&limit=24` },
  { url: copyOf(`${shopUrl}/api/products?lang=en&limit=24`) },
)
printRow('', 'µs/request', 'p50 ms', 'p99 ms', '× bare', '× SQL')

// Over loopback a response of some sizes takes twice the time, also from a bare server: several pages have several sizes.
const listPages = [0, 24, 48, 72, 96].map((offset) => `/api/products?lang=ua&limit=24&offset=${offset}`)
await measureRead('list of 24', listPages, '/sql/list')
const productCost = await measureRead(
  'one product',
  `/api/products/${product?.slug}?lang=ua`,
  `/sql/product/${product?.slug}`,
)
const metricsOverheadUs = measureMetricsOverheadUs()
const metricsOverheadPercent = (100 * metricsOverheadUs) / productCost.cpuUs
process.stdout.write(
  `  of which counting the answer: ${metricsOverheadUs.toFixed(2)} µs, ${metricsOverheadPercent.toFixed(1)} %\n`,
)
if (metricsOverheadPercent > 5)
  failures.push(`counting an answer takes ${metricsOverheadPercent.toFixed(1)} % of a kept one, the bar is 5`)
const searchTexts = ['лимон', 'limon', 'груша', 'kiwi', 'ананас', 'rose', 'апельсин', 'lime', 'полуниця', 'чипси']
const searches = searchTexts.map((text) => `/api/products?lang=ua&limit=24&search=${encodeURIComponent(text)}`)
await measureRead('text search', searches, `/sql/search/${encodeURIComponent('Лимон')}`)
const etag = (await fetch(`${shopUrl}/api/catalogue/ua`)).headers.get('etag') ?? ''
const notModifiedCosts = await compare(
  apiProcess,
  { url: `${shopUrl}/api/catalogue/ua`, headers: { 'if-none-match': etag } },
  { url: `${baselineUrl}/not-modified` },
)
reportCost('snapshot 304', notModifiedCosts.api, notModifiedCosts.baseline, undefined, 1.5)

const buildOrder = () => buildOrderRequest(product?.id, sharedEnvironment.PUBLIC_ORIGIN)
const orderCosts = await compare(
  apiProcess,
  { url: `${shopUrl}/api/orders`, method: 'POST', nextRequest: buildOrder },
  { url: `${baselineUrl}/sql/orders`, method: 'POST', nextRequest: buildOrder },
)
const orderRatio = reportCost('order', orderCosts.api, undefined, orderCosts.baseline)
if (orderRatio > 3) failures.push(`an order costs ${orderRatio.toFixed(2)} × the plain SQL transaction, the bar is 3`)

// The worker works off what the load has left behind.
await using workerProcess = await startMeasuredProcess(
  'worker/src/main.ts',
  {
    ...sharedEnvironment,
    REDIS_URL: redis.url,
    HEALTH_PORT: `${workerHealthPort}`,
    SMTP_URL: 'smtp://127.0.0.1:1',
    TELEGRAM_BOT_TOKEN: '1:bench',
    TELEGRAM_STAFF_CHAT_ID: '-1',
    TELEGRAM_API_ROOT: `http://127.0.0.1:${telegram.port}`,
  },
  `http://127.0.0.1:${workerHealthPort}/healthz`,
  workerFlags,
)
await waitUntilNotified()
process.stdout.write('\n')
reportMemory('with garbage', await apiProcess.usage(), await workerProcess.usage())
const memoryMiB = reportMemory('settled (bar 250)', await apiProcess.usageAfterGc(), await workerProcess.usageAfterGc())
if (memoryMiB > 250) failures.push(`API and worker hold ${memoryMiB.toFixed(0)} MiB, the bar is 250`)

process.stdout.write('\n')
for (const [name, path] of [
  ['home page', '/'],
  ['product page', `/product/${product?.slug}`],
  ['category page', `/category/${category?.slug}`],
] as const)
  await measurePage(name, path)
await measureColdPages()
reportMemory('settled, with pages', await apiProcess.usageAfterGc(), await workerProcess.usageAfterGc())

process.stdout.write('\n')
const resultsTable = createResultsTable()
const browsingResult = await browseWhileGuessing(db, shopUrl, sharedEnvironment.PUBLIC_ORIGIN)
const { baseline: latencyBaseline, underAttack: latencyUnderAttack, compared: comparedGuesses, tookS } = browsingResult
resultsTable.addRow('browsing while passwords are guessed, p99', latencyUnderAttack.p99Ms, {
  unit: 'ms',
  target: 300,
  redLine: 900,
})
process.stdout.write(
  `  10,000 guesses from 100 addresses took ${tookS.toFixed(0)} s, ${comparedGuesses} were compared; p50 ${latencyUnderAttack.p50Ms} ms; without them p50 ${latencyBaseline.p50Ms}, p99 ${latencyBaseline.p99Ms} ms: × ${latencyRatio(browsingResult).toFixed(1)}\n`,
)
for (const remark of resultsTable.overTarget) process.stdout.write(`above the target: ${remark}\n`)
failures.push(...resultsTable.overRedLine)
await db.destroy()

for (const failure of failures) process.stdout.write(`over the bar: ${failure}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

/** Gives the worker half a minute: at 25 messages a second that is several hundred orders. */
async function waitUntilNotified(): Promise<void> {
  for (let seconds = 0; seconds < 30; seconds++) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) return
    await new Promise((resolve) => setTimeout(resolve, 1_000))
  }
}

/** Address of a copy of this body at the baseline. */
function copyOf(url: string): string {
  return `${baselineUrl}/copy/${encodeURIComponent(url)}`
}

/** Requests one of these addresses in each round, and the same bytes from the baseline. */
async function measureRead(name: string, paths: string | string[], sqlPath: string): Promise<Cost> {
  const loads = [paths].flat().map((path) => ({ url: shopUrl + path }))
  const copies = loads.map(({ url }) => ({ url: copyOf(url) }))
  const { api, baseline } = await compare(apiProcess, loads, copies)
  const sql = await medianCost(() => measureCost(baselineProcess, { url: baselineUrl + sqlPath }))
  reportCost(name, api, baseline, sql, 1.5)
  return api
}

/** A cached page, as browsers request it: compressed. Requests come from many addresses, because those of one are rate-limited. */
async function measurePage(name: string, path: string): Promise<void> {
  const nextRequest = () => ({ headers: { 'accept-encoding': 'br', 'x-forwarded-for': randomAddress() } })
  const { api, baseline } = await compare(
    apiProcess,
    { url: shopUrl + path, nextRequest },
    { url: copyOf(shopUrl + path), nextRequest },
  )
  reportCost(name, api, baseline, undefined, 1.5)
}

/** The first response of each product's page after a change of the catalogue, which is then cached. */
async function measureColdPages(): Promise<void> {
  const products = await db('products').limit(400).select<{ slug: string }[]>('slug')
  const fetchPages = async (lang: string) => {
    const before = await apiProcess.usage()
    for (const { slug } of products)
      await fetch(`${shopUrl}/product/${slug}?lang=${lang}`, { headers: { 'x-forwarded-for': randomAddress() } })
    return ((await apiProcess.usage()).cpuUs - before.cpuUs) / products.length
  }
  // The first is not counted, as elsewhere.
  await fetchPages('ru')
  printRow('page, cold', (await fetchPages('en')).toFixed(0))
}

function randomAddress(): string {
  return `10.${[0, 0, 0].map(() => Math.floor(Math.random() * 256)).join('.')}`
}

/**
 * Both sides in turns, so that a slow moment of the machine hits both; what counts is the round in the middle. Of several
 * loads each round takes the next one.
 */
async function compare(
  measuredProcess: MeasuredProcess,
  api: LoadOptions | LoadOptions[],
  baseline: LoadOptions | LoadOptions[],
): Promise<{ api: Cost; baseline: Cost }> {
  const rounds: { api: Cost; baseline: Cost }[] = []
  // The first is not counted: it is long enough that both sides run compiled code before anything is.
  for (let round = 0; round <= ROUNDS; round++)
    rounds.push({
      api: await measureCost(measuredProcess, loadForRound(api, round)),
      baseline: await measureCost(baselineProcess, loadForRound(baseline, round)),
    })
  rounds.shift()
  const ratio = (round: (typeof rounds)[number]) => round.api.cpuUs / round.baseline.cpuUs
  return rounds.toSorted((a, b) => ratio(a) - ratio(b))[Math.floor(ROUNDS / 2)] as (typeof rounds)[number]
}

function loadForRound(loads: LoadOptions | LoadOptions[], round: number): LoadOptions {
  const allLoads = [loads].flat()
  return allLoads[round % allLoads.length] as LoadOptions
}

async function medianCost(measure: () => Promise<Cost>): Promise<Cost> {
  const costs: Cost[] = []
  for (let round = 0; round < ROUNDS; round++) costs.push(await measure())
  return costs.toSorted((a, b) => a.cpuUs - b.cpuUs)[Math.floor(ROUNDS / 2)] as Cost
}

async function measureCost(
  measuredProcess: MeasuredProcess,
  { url, headers, method = 'GET', nextRequest }: LoadOptions,
  seconds = SECONDS,
): Promise<Cost> {
  const before = await measuredProcess.usage()
  const result = await autocannon({
    url,
    method,
    connections: CONNECTIONS,
    duration: seconds,
    ...(headers && { headers }),
    ...(nextRequest && {
      requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...nextRequest() }) }],
    }),
  })
  const after = await measuredProcess.usage()
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
function reportCost(
  name: string,
  api: Cost,
  baseline: Cost | undefined,
  sql: Cost | undefined,
  maxRatio?: number,
): number {
  const baselineRatio = baseline && api.cpuUs / baseline.cpuUs
  const sqlRatio = sql && api.cpuUs / sql.cpuUs
  printRow(
    name,
    api.cpuUs.toFixed(0),
    `${api.p50Ms}`,
    `${api.p99Ms}`,
    baselineRatio?.toFixed(2) ?? '',
    sqlRatio?.toFixed(2) ?? '',
  )
  if (maxRatio && baselineRatio && baselineRatio > maxRatio)
    failures.push(`${name} costs ${baselineRatio.toFixed(2)} × a bare route, the bar is ${maxRatio}`)
  return baselineRatio ?? sqlRatio ?? 0
}

/** Writes down what both processes hold and answers the sum in MiB. */
function reportMemory(name: string, apiUsage: Usage, workerUsage: Usage): number {
  const sharedBytes = Math.max(apiUsage.fileBytes, workerUsage.fileBytes)
  const memory = (apiUsage.ownBytes + workerUsage.ownBytes + sharedBytes) / 2 ** 20
  process.stdout.write(
    `resident after the load, ${name}: API ${toMebibytes(apiUsage.ownBytes)} + worker ${toMebibytes(workerUsage.ownBytes)} + files of both ${toMebibytes(sharedBytes)} = ${memory.toFixed(0)} MiB\n`,
  )
  return memory
}

function toMebibytes(bytes: number): string {
  return (bytes / 2 ** 20).toFixed(0)
}

function printRow(name: string, ...cells: string[]): void {
  process.stdout.write(`${name.padEnd(14)}${cells.map((cell) => cell.padStart(12)).join('')}\n`)
}
