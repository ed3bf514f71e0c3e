import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findOrBuildCaddy, startCaddy } from '../local/caddy.ts'
import { builtPage } from '../local/page.ts'
import { root } from '../local/repository.ts'
import { addProducts } from './add-products.ts'
import { findPlateauMb, recordMinutes } from './minutes.ts'
import { createRandom } from './random.ts'
import type { Attack, AttackReport } from './attack-clients.ts'
import { isClean, auditOrders } from './order-audit.ts'
import { percentile } from './order-driver.ts'
import { openChaosStack, ORIGIN } from './chaos-stack.ts'

/**
 * Attacks the API behind the real Caddy: slow bodies, a flood of orders from one address, paths in every spelling,
 * damaged compression, broken requests. Honest customers order at the same time, each from an address of their own.
 * At the end the ledgers of clients, database and staff chat are compared.
 *
 * Must hold: nothing lost or doubled, no 2xx that the shop did not mark, memory within the containers' limits, API and
 * worker together within `--plateau` MB, and honest orders within `--p99` ms. Times depend on what else the machine
 * does: the load is reported with them, and every minute is printed.
 */
const { values } = parseArgs({
  options: {
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
const HONEST_PER_SECOND = 5
const SETTLE_TIMEOUT_MS = 180_000
/** MB, as infra/production/compose.yml limits the containers. */
const MEMORY_LIMITS_MB = { api: 768, edge: 256 }

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

const attacker = fork(fileURLToPath(new URL('attack-clients.ts', import.meta.url)))
const recorder = recordMinutes({ api: () => stack.api.pid, worker: () => stack.worker.pid, edge: () => caddy.pid })
const processes = { api: stack.api.pid, worker: stack.worker.pid, edge: caddy.pid }
const cpuBefore = readCpuSeconds()
const attack: Attack = {
  port: caddy.port,
  origin: ORIGIN,
  seed,
  forMs: durationMs,
  productIds,
  slowConnections: Number(values.drips),
  floodConnections: Number(values.flood),
  floodPauseMs: Number(values['flood-pause']),
}
attacker.send(attack)
const honestOrders = driveHonestOrders()
const [attackReport] = (await once(attacker, 'message')) as [AttackReport]
const { accepted, attempts, latenciesMs, surprises: unexpectedResponses } = await honestOrders.stop()
const minutes = recorder.stop()
const cpuAfter = readCpuSeconds()
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
  ...[...new Set(unexpectedResponses)].map((what) => `an honest order was answered ${what}`),
  ...(['api', 'edge'] as const)
    .filter((name) => peakMb(name) > MEMORY_LIMITS_MB[name])
    .map((name) => `${name} used ${peakMb(name)} MB of ${MEMORY_LIMITS_MB[name]}`),
  ...(plateauMb > Number(values.plateau) ? [`API and worker used ${plateauMb} MB together`] : []),
  ...(p99 > Number(values.p99) ? [`honest orders: p99 ${p99.toFixed(0)} ms`] : []),
  ...(accepted.size === 0 ? ['no honest order was accepted'] : []),
  ...(settleMs >= SETTLE_TIMEOUT_MS ? ['notifications did not settle'] : []),
]
const summary = {
  seed,
  minutes: Number(values.minutes),
  products: productIds.length,
  honest: {
    accepted: accepted.size,
    attempts,
    p50Ms: percentileMs(0.5),
    p95Ms: percentileMs(0.95),
    p99Ms: percentileMs(0.99),
    maxMs: percentileMs(1),
  },
  plateauMb,
  peaksMb: { api: peakMb('api'), worker: peakMb('worker'), edge: peakMb('edge') },
  cpuSeconds: Object.fromEntries(
    Object.entries(cpuAfter).map(([name, after]) => [name, Math.round(after - (cpuBefore[name] ?? 0))]),
  ),
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

/** Orders at an even pace through the edge; each is sent until it is accepted, and timed from its first attempt. */
function driveHonestOrders() {
  const random = createRandom(seed + 1)
  const report = { accepted: new Set<string>(), attempts: 0, latenciesMs: [] as number[], surprises: [] as string[] }
  const inFlight = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const order = placeOrder().finally(() => inFlight.delete(order))
    inFlight.add(order)
  }, 1_000 / HONEST_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(inFlight)
      return report
    },
  }

  async function placeOrder(): Promise<void> {
    const startedAt = performance.now()
    const address = `10.${random.below(256)}.${random.below(256)}.${random.below(256)}`
    const body = JSON.stringify({
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(random.below(1e7)).padStart(7, '0')}`,
      items: [{ productId: random.pick(productIds), packageSize: '50г', quantity: 1 + random.below(3) }],
      filledInMs: 20_000,
    })
    const { id } = JSON.parse(body) as { id: string }
    for (;;) {
      report.attempts += 1
      try {
        const response = await fetch(`http://127.0.0.1:${caddy.port}/api/orders`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-forwarded-for': address },
          body,
          signal: AbortSignal.timeout(20_000),
        })
        const isOurs = response.headers.get('x-app') === 'tsedra'
        const responseBody = (await response.json()) as { id?: string; code?: string }
        if (response.ok && isOurs && responseBody.id === id) {
          report.accepted.add(id)
          report.latenciesMs.push(performance.now() - startedAt)
          recorder.addLatency(performance.now() - startedAt)
          return
        }
        if (response.ok || response.status !== 503)
          report.surprises.push(`${response.status} ${responseBody.code} (${isOurs})`)
      } catch {
        // Without a response the phone sends the order again under the same id.
      }
      await pause(150 + random.below(350))
    }
  }
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
    Object.entries({ ...processes, attackers: attacker.pid, honest: process.pid }).map(([name, pid]) => {
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
