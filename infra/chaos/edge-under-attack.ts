import { type ChildProcess, fork } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findOrBuildCaddy, startCaddy, startTlsProxy } from '../local/caddy.ts'
import { builtPage } from '../local/page.ts'
import { root } from '../local/repository.ts'
import { addProducts } from './add-products.ts'
import { findPlateauMb, recordMinutes } from './minutes.ts'
import type { Attack, AttackReport, Campaign } from './attack-clients.ts'
import type { HonestReport } from './honest-customers.ts'
import { isClean, auditOrders } from './order-audit.ts'
import { percentile } from './order-driver.ts'
import { openChaosStack, ORIGIN } from './chaos-stack.ts'

/**
 * Attacks the API behind the real Caddy: slow bodies, a flood of orders from one address, paths in every spelling,
 * damaged compression, broken requests. Honest customers order at the same time, each from an address of their own.
 * At the end the ledgers of clients, database and staff chat are compared. With `--tls` all of them come through the TLS
 * proxy of infra/production/https.yml.
 *
 * Must hold: nothing lost or doubled, no 2xx that the shop did not mark, memory within the containers' limits, API and
 * worker together within `--plateau` MB, honest orders within `--p99` ms, and attackers that had time for their attack.
 * Times depend on what else the machine does: the load is reported with them, and every minute is printed.
 */
const { values } = parseArgs({
  options: {
    tls: { type: 'boolean', default: false },
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    drips: { type: 'string', default: '6000' },
    flood: { type: 'string', default: '800' },
    'flood-pause': { type: 'string', default: '1000' },
    products: { type: 'string', default: '2000' },
    p99: { type: 'string', default: '500' },
    plateau: { type: 'string', default: '300' },
  },
})
const seed = Number(values.seed)
const durationMs = Number(values.minutes) * 60_000
/** With less the figures are those of a smaller attack: something else uses the processors. */
const MIN_STRENGTH = 0.3
const SETTLE_TIMEOUT_MS = 180_000
/** MB, as infra/production/compose.yml and https.yml limit the containers. */
const MEMORY_LIMITS_MB = { api: 768, edge: 256, ...(values.tls && { proxy: 512 }) }
/** Caddy certifies this name itself. */
const DOMAIN = 'localhost'

const caddyProgram = await findOrBuildCaddy((text) => process.stdout.write(`${text}\n`))
if (!caddyProgram) throw new Error('This campaign needs Caddy.')
await using stack = await openChaosStack()
await addProducts(stack.db, { count: Number(values.products) })
const productIds = (await stack.db('products').orderBy('sort_order').select<{ id: string }[]>('id')).map(({ id }) => id)
// Adding them one batch after another used memory that a shop with these products never uses.
await stack.api.stop()
await stack.api.start()
await using caddy = await startCaddy({
  program: caddyProgram,
  env: {
    API_ADDRESS: new URL(stack.url).host,
    API_HEALTH_PORT: new URL(stack.apiReadyUrl).port,
    TRUSTED_PROXIES: '127.0.0.1',
    PAGE_ROOT: builtPage,
    GOMEMLIMIT: readGoMemoryLimit(),
  },
})

// All clients connect from one address.
const trustedProxies = ['127.0.0.1']
await using proxy = values.tls
  ? await startTlsProxy({ program: caddyProgram, domain: DOMAIN, edgePort: caddy.port, trustedProxies })
  : undefined

// In processes of their own: this one reads the logs of all programs, and thousands of sockets of attackers would delay the honest.
const attackers = forkClients('attack-clients.ts')
const customers = forkClients('honest-customers.ts')
const processes = { api: stack.api, worker: stack.worker, edge: caddy, ...(proxy && { proxy }) }
const recorder = recordMinutes(
  Object.fromEntries(Object.entries(processes).map(([name, service]) => [name, () => service.pid])),
)
const latenciesMs: number[] = []
customers.on('message', (message) => {
  if (typeof message !== 'number') return
  latenciesMs.push(message)
  recorder.addLatency(message)
})
const cpuBefore = readCpuSeconds()
const campaign: Campaign = {
  port: proxy?.httpsPort ?? caddy.port,
  isTls: proxy !== undefined,
  origin: ORIGIN,
  seed,
  forMs: durationMs,
  productIds,
}
const attack: Attack = {
  ...campaign,
  slowConnections: Number(values.drips),
  floodConnections: Number(values.flood),
  floodPauseMs: Number(values['flood-pause']),
}
const [attackReport, honestReport] = await Promise.all([
  runClients<AttackReport>(attackers, attack),
  runClients<HonestReport>(customers, campaign),
])
const { accepted, attempts, unexpectedResponses } = honestReport
const minutes = recorder.stop()
const cpuAfter = readCpuSeconds()
attackers.disconnect()
customers.disconnect()
const settleMs = await waitUntilSettled()

const stored = (await stack.db('orders').select<{ id: string }[]>('id')).map(({ id }) => id)
const messages = stack.telegram.world.ledger.map(({ text, cut }) => ({ text, cut }))
const audit = auditOrders({
  accepted: new Set([...accepted, ...attackReport.accepted]),
  stored,
  messages,
  ambiguous: 0,
})
const p99 = percentile(latenciesMs, 0.99)
const plateauMb = findPlateauMb(minutes)
const peakMb = (name: string) => Math.max(0, ...minutes.map(({ residentMb }) => residentMb[name] ?? 0))
const failures = [
  ...(isClean(audit) ? [] : ['the books differ']),
  ...attackReport.falseSuccesses.slice(0, 10).map((what) => `false success: ${what}`),
  ...(attackReport.strength < MIN_STRENGTH
    ? [`the attackers had time for ${attackReport.strength} of the attack`]
    : []),
  ...[...new Set(unexpectedResponses)].map((what) => `an honest order was answered ${what}`),
  ...Object.entries(MEMORY_LIMITS_MB)
    .filter(([name, limitMb]) => peakMb(name) > limitMb)
    .map(([name, limitMb]) => `${name} used ${peakMb(name)} MB of ${limitMb}`),
  ...(plateauMb > Number(values.plateau) ? [`API and worker used ${plateauMb} MB together`] : []),
  ...(p99 > Number(values.p99) ? [`honest orders: p99 ${p99.toFixed(0)} ms`] : []),
  ...(accepted.length === 0 ? ['no honest order was accepted'] : []),
  ...(settleMs >= SETTLE_TIMEOUT_MS ? ['notifications did not settle'] : []),
]
const summary = {
  seed,
  minutes: Number(values.minutes),
  tls: values.tls,
  products: productIds.length,
  honest: {
    accepted: accepted.length,
    attempts,
    p50Ms: percentileMs(0.5),
    p95Ms: percentileMs(0.95),
    p99Ms: percentileMs(0.99),
    maxMs: percentileMs(1),
  },
  plateauMb,
  peaksMb: Object.fromEntries(Object.keys(processes).map((name) => [name, peakMb(name)])),
  limitsMb: MEMORY_LIMITS_MB,
  cpuSeconds: Object.fromEntries(
    Object.entries(cpuAfter).map(([name, after]) => [name, Math.round(after - (cpuBefore[name] ?? 0))]),
  ),
  strength: attackReport.strength,
  mostSlowConnections: attackReport.mostSlowConnections,
  attack: attackReport.responses,
  falseSuccesses: attackReport.falseSuccesses.length,
  books: audit,
  settledMs: settleMs,
}
process.stdout.write(`${JSON.stringify(summary, null, 1)}\n`)
for (const [index, minute] of minutes.entries())
  process.stdout.write(`minute ${index + 1}: ${JSON.stringify(minute)}\n`)
if (failures.length > 0) {
  process.stdout.write(`${(await readFile(stack.logFile, 'utf8')).split('\n').slice(-30).join('\n')}\n`)
  process.stdout.write(`${failures.join('\n')}\n`)
}
process.stdout.write(`hostile edge: ${failures.length === 0 ? 'clean' : 'FAILED'} (seed ${seed})\n`)
process.exitCode = failures.length === 0 ? 0 : 1

function forkClients(file: string): ChildProcess {
  return fork(fileURLToPath(new URL(file, import.meta.url)), {
    // A session of its own: the priority of the attackers is that of their session.
    detached: true,
    env: { ...process.env, ...(proxy && { NODE_EXTRA_CA_CERTS: proxy.rootCertificate }) },
  })
}

/** Sends the clients their task and resolves with their report, which is the one message that is an object. */
function runClients<Report>(clients: ChildProcess, task: Campaign): Promise<Report> {
  return new Promise((resolve, reject) => {
    clients.on('message', (message) => typeof message === 'object' && resolve(message as Report))
    clients.once('exit', () => reject(new Error('the clients ended without a report')))
    clients.send(task)
  })
}

async function waitUntilSettled(): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < SETTLE_TIMEOUT_MS) {
    if (!(await stack.db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(200)
  }
  return Date.now() - startedAt
}

/** Returns the limit that the edge's image sets. */
function readGoMemoryLimit(): string {
  const [, limit] =
    /^ENV GOMEMLIMIT=(\S+)$/m.exec(readFileSync(join(root, 'infra/docker/shop.Dockerfile'), 'utf8')) ?? []
  if (!limit) throw new Error('infra/docker/shop.Dockerfile sets no GOMEMLIMIT.')
  return limit
}

/** Processor time of each process so far. */
function readCpuSeconds(): Record<string, number> {
  return Object.fromEntries(
    Object.entries({ ...processes, attackers, customers }).map(([name, { pid }]) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return [name, (Number(fields[11]) + Number(fields[12])) / 100]
    }),
  )
}

function percentileMs(fraction: number): number {
  return Math.round(percentile(latenciesMs, fraction))
}
