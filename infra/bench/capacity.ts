import { randomUUID } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { connect } from '@tsedra/database/connection'
import { migrate } from '@tsedra/database/migrate'
import autocannon from 'autocannon'
import pg from 'pg'
import { processEnvironment, nodeFlags } from '../local/process-flags.ts'
import { buildPage } from '../local/page.ts'
import { getFreePort } from '../local/ports.ts'
import { startPostgres } from '../local/postgres.ts'
import { buildOrderRequest } from './order-fixture.ts'
import { addProducts } from '../chaos/add-products.ts'
import { startMeasuredProcess } from './measured-process.ts'

/**
 * The figures of infra/capacity.md: what a call takes of the processor in the API and in Postgres, alone and with a second
 * API beside it; what a thousand products take of memory and of the wire; what an order leaves in the database.
 *
 * Run by hand, `node infra/bench/capacity.ts`: it has no bar. Processor time per call hardly depends on what else the
 * machine does; calls per second do.
 */
const SECONDS = Number(process.env['BENCH_SECONDS'] ?? 4)
const CONNECTIONS = 20
const ORIGIN = 'http://localhost:8080'

await buildPage()
const directory = await mkdtemp(join(tmpdir(), 'tsedra-growth-'))
await using postgres = await startPostgres({ dir: join(directory, 'postgres') })
await migrate(postgres.url)
await using cleanup = { [Symbol.asyncDispose]: () => rm(directory, { recursive: true, force: true }) }
void cleanup
const db = connect({ url: postgres.url, max: 2 })
const printLine = (line: string) => process.stdout.write(`${line}\n`)

printLine('products   own MiB of the API   catalogue, Brotli KB   list of 24, Brotli KB')
let products = 0
for (const targetCount of [500, 1_500]) {
  await addProducts(db, { count: targetCount - products, startIndex: products })
  products = targetCount
  await analyze()
  await using api = await startApi()
  const [catalogue, list] = await Promise.all(
    ['/api/catalogue/ua', '/api/products?lang=ua&limit=24'].map((path) => brotliKilobytes(api.url + path)),
  )
  // As large as it is when it has worked for a while.
  await runLoad([{ url: `${api.url}/api/products?lang=ua&limit=24` }])
  const { ownBytes: own } = await api.usage()
  printLine(
    [products, (own / 2 ** 20).toFixed(0), catalogue, list].map((cell) => `${cell}`.padStart(8)).join('            '),
  )
}

const { id: productId, slug } = await db('products').orderBy('slug').first<{ id: string; slug: string }>('id', 'slug')
await using firstApi = await startApi()
await using secondApi = await startApi()
const calls: Record<string, (url: string) => LoadOptions> = {
  'list of 24': (url) => ({ url: `${url}/api/products?lang=ua&limit=24` }),
  'one product': (url) => ({ url: `${url}/api/products/${slug}?lang=ua` }),
  'a page': (url) => ({ url: `${url}/product/${slug}` }),
  order: (url) => ({
    url: `${url}/api/orders`,
    method: 'POST',
    nextRequest: () => buildOrderRequest(productId, ORIGIN),
  }),
}

printLine(`\n${''.padEnd(14)}   API µs   Postgres µs   calls/s of one   of two   connections`)
for (const [name, call] of Object.entries(calls)) {
  // Both have compiled what is measured.
  await runLoad([call(firstApi.url), call(secondApi.url)])
  const oneApi = await measureCost([firstApi], call)
  const twoApis = await measureCost([firstApi, secondApi], call)
  const cells = [oneApi.apiUs, oneApi.postgresUs, oneApi.perSecond, twoApis.perSecond, await countConnections()]
  printLine(name.padEnd(14) + cells.map((cell) => cell.toFixed(0).padStart(12)).join(''))
}

const [{ bytes, orders }] = (
  await db.raw(`
    SELECT (SELECT count(*)::int FROM orders) AS orders, sum(pg_total_relation_size(oid))::int AS bytes FROM pg_class
    WHERE relname IN ('orders', 'order_items', 'order_events', 'order_ids', 'job_outbox') AND relkind = 'r'`)
).rows as [{ bytes: number; orders: number }]
printLine(`\nan order leaves ${(bytes / orders / 1024).toFixed(1)} KB in the database (of ${orders})`)
await db.destroy()

/** Analyses the tables as autovacuum would a minute later; without it a start that reads everything may exceed its timeout. */
async function analyze(): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url })
  await client.connect()
  await client.query('ANALYZE')
  await client.end()
}

interface LoadOptions {
  url: string
  method?: 'GET' | 'POST'
  /** Another body per request. */
  nextRequest?: () => ReturnType<typeof buildOrderRequest>
}

interface Api extends AsyncDisposable {
  url: string
  usage: Awaited<ReturnType<typeof startMeasuredProcess>>['usage']
}

async function startApi(): Promise<Api> {
  const [port, healthPort] = [await getFreePort(), await getFreePort()]
  const env = {
    ...processEnvironment,
    NODE_ENV: 'test',
    LOG_LEVEL: 'warn',
    DATABASE_URL: postgres.url,
    PUBLIC_ORIGIN: ORIGIN,
    PORT: `${port}`,
    HEALTH_PORT: `${healthPort}`,
    MEDIA_DIR: directory,
    ADDRESS_SECRET: randomUUID(),
    CODE_SECRET: randomUUID(),
    SESSION_SECRETS: `1:${randomUUID()}`,
  }
  const api = await startMeasuredProcess('api/src/main.ts', env, `http://127.0.0.1:${healthPort}/readyz`, nodeFlags)
  return { url: `http://127.0.0.1:${port}`, usage: () => api.usage(), [Symbol.asyncDispose]: api[Symbol.asyncDispose] }
}

async function measureCost(apis: readonly Api[], call: (url: string) => LoadOptions) {
  const readUsage = async () => {
    const cpu = await Promise.all(apis.map(async (api) => (await api.usage()).cpuUs))
    return { apiUs: cpu.reduce((sum, cpuUs) => sum + cpuUs, 0), postgresUs: readPostgresCpuUs() }
  }
  const before = await readUsage()
  const requestCount = await runLoad(apis.map(({ url }) => call(url)))
  const after = await readUsage()
  return {
    apiUs: (after.apiUs - before.apiUs) / requestCount,
    postgresUs: (after.postgresUs - before.postgresUs) / requestCount,
    perSecond: requestCount / SECONDS,
  }
}

/** As many connections together as one alone has. @returns how many calls were answered */
async function runLoad(loads: readonly LoadOptions[]): Promise<number> {
  const results = await Promise.all(
    loads.map(({ url, method = 'GET', nextRequest }) =>
      autocannon({
        url,
        method,
        connections: CONNECTIONS / loads.length,
        duration: SECONDS,
        headers: { 'accept-encoding': 'br' },
        ...(nextRequest && {
          requests: [{ setupRequest: (request: autocannon.Request) => ({ ...request, ...nextRequest() }) }],
        }),
      }),
    ),
  )
  for (const { errors, non2xx, url } of results)
    if (errors + non2xx > 0) throw new Error(`${url}: ${errors} errors, ${non2xx} refusals`)
  return results.reduce((sum, { requests }) => sum + requests.total, 0)
}

/** Processor time of the processes of this Postgres that are alive, in microseconds (Linux); a pool keeps its own. */
function readPostgresCpuUs(): number {
  const TICK_US = 10_000
  const [parent] = readFileSync(join(directory, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
  const ticks = readdirSync('/proc').map((pid) => {
    try {
      // Behind the name, which may hold spaces: state, parent, …; the twelfth and thirteenth are user and system time.
      const fields = readFileSync(`/proc/${Number(pid)}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return fields[1] === parent ? Number(fields[11]) + Number(fields[12]) : 0
    } catch {
      return 0
    }
  })
  return ticks.reduce((sum, processTicks) => sum + processTicks, 0) * TICK_US
}

async function countConnections(): Promise<number> {
  return Number((await db('pg_stat_activity').where({ backend_type: 'client backend' }).count({ n: '*' }))[0]?.['n'])
}

async function brotliKilobytes(url: string): Promise<string> {
  const bytes = new Uint8Array(await (await fetch(url)).arrayBuffer())
  return (brotliCompressSync(bytes).length / 1_000).toFixed(0)
}
