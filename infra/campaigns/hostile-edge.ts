import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { findOrBuildCaddy, startCaddy } from '../local/caddy.ts'
import { builtPage } from '../local/page.ts'
import { root } from '../local/repository.ts'
import { aShelf } from './a-shelf.ts'
import { diceOf } from './dice.ts'
import type { Attack, AttackReport } from './hostile-clients.ts'
import { isClean, judge } from './ledger.ts'
import { percentile } from './order-driver.ts'
import { openRig, ORIGIN } from './rig.ts'

/**
 * The API behind the real Caddy under attack: slow bodies, a flood of orders from one address, paths in every spelling,
 * damaged compression, broken requests. Meanwhile honest customers order, each from an address of their own. At the end the
 * books of clients, database and staff chat are compared.
 *
 * Must hold: nothing lost or doubled, no 2xx that the shop did not mark, memory within the containers' limits, and honest
 * orders within `--p99` ms. Times depend on what else the machine does: the load is reported with them.
 */
const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '15' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    drips: { type: 'string', default: '6000' },
    flood: { type: 'string', default: '800' },
    'flood-pause': { type: 'string', default: '1000' },
    p99: { type: 'string', default: '500' },
  },
})
const seed = Number(values.seed)
const forMs = Number(values.minutes) * 60_000
const HONEST_PER_SECOND = 5
const SETTLE_MS = 180_000
/** MB, as infra/production/compose.yml limits the containers. */
const LIMITS_MB = { api: 768, edge: 256 }

const program = await findOrBuildCaddy((text) => process.stdout.write(`${text}\n`))
if (!program) throw new Error('This campaign needs Caddy.')
// As in the image: infra/docker/shop.Dockerfile.
await using rig = await openRig({ api: { NODE_OPTIONS: '--max-semi-space-size=2', MALLOC_ARENA_MAX: '2' } })
const productIds = await aShelf(rig.db)
await using caddy = await startCaddy({
  program,
  env: {
    API_ADDRESS: new URL(rig.url).host,
    API_HEALTH_PORT: new URL(rig.apiReadyUrl).port,
    TRUSTED_PROXIES: '127.0.0.1',
    PAGE_ROOT: builtPage,
    GOMEMLIMIT: goMemoryLimit(),
  },
})

const attacker = fork(fileURLToPath(new URL('hostile-clients.ts', import.meta.url)))
const memory = watchMemory({ api: () => rig.api.pid, edge: () => caddy.pid })
const processes = { api: rig.api.pid, worker: rig.worker.pid, edge: caddy.pid }
const cpuBefore = cpuSeconds()
const loads: number[] = []
const loadTimer = setInterval(() => loads.push(loadavg()[0] ?? 0), 5_000)
const attack: Attack = {
  port: caddy.port,
  origin: ORIGIN,
  seed,
  forMs,
  productIds,
  drips: Number(values.drips),
  flood: Number(values.flood),
  floodPauseMs: Number(values['flood-pause']),
}
attacker.send(attack)
const honest = orderHonestly()
const [attacked] = (await once(attacker, 'message')) as [AttackReport]
const { accepted, attempts, latenciesMs, surprises } = await honest.stop()
const peaksMb = memory.stop()
const cpuAfter = cpuSeconds()
clearInterval(loadTimer)
const settledMs = await settled()

const stored = (await rig.db('orders').select<{ id: string }[]>('id')).map(({ id }) => id)
const messages = rig.telegram.world.ledger.map(({ text, cut }) => ({ text, cut }))
const verdict = judge({ accepted: new Set([...accepted, ...attacked.accepted]), stored, messages, ambiguous: 0 })
const p99 = percentile(latenciesMs, 0.99)
const complaints = [
  ...(isClean(verdict) ? [] : ['the books differ']),
  ...attacked.falseSuccesses.slice(0, 10).map((what) => `false success: ${what}`),
  ...[...new Set(surprises)].map((what) => `an honest order was answered ${what}`),
  ...(['api', 'edge'] as const)
    .filter((name) => peaksMb[name] > LIMITS_MB[name])
    .map((name) => `${name} used ${peaksMb[name]} MB of ${LIMITS_MB[name]}`),
  ...(p99 > Number(values.p99) ? [`honest orders: p99 ${p99.toFixed(0)} ms`] : []),
  ...(accepted.size === 0 ? ['no honest order was accepted'] : []),
  ...(settledMs >= SETTLE_MS ? ['notifications did not settle'] : []),
]
const figures = {
  seed,
  minutes: Number(values.minutes),
  load: { mean: mean(loads).toFixed(1), max: Math.max(0, ...loads).toFixed(1) },
  honest: { accepted: accepted.size, attempts, p50Ms: ms(0.5), p95Ms: ms(0.95), p99Ms: ms(0.99), maxMs: ms(1) },
  peaksMb,
  cpuSeconds: Object.fromEntries(
    Object.entries(cpuAfter).map(([name, after]) => [name, Math.round(after - (cpuBefore[name] ?? 0))]),
  ),
  attack: attacked.responses,
  falseSuccesses: attacked.falseSuccesses.length,
  books: verdict,
  settledMs,
}
process.stdout.write(`${JSON.stringify(figures, null, 1)}\n`)
if (complaints.length > 0) {
  process.stdout.write(`${(await readFile(rig.log, 'utf8')).split('\n').slice(-30).join('\n')}\n`)
  process.stdout.write(`${complaints.join('\n')}\n`)
}
process.stdout.write(`hostile edge: ${complaints.length === 0 ? 'clean' : 'NOT CLEAN'} (seed ${seed})\n`)
process.exitCode = complaints.length === 0 ? 0 : 1

/** Orders at an even pace through the edge; each is sent until it is accepted, and timed from its first attempt. */
function orderHonestly() {
  const dice = diceOf(seed + 1)
  const report = { accepted: new Set<string>(), attempts: 0, latenciesMs: [] as number[], surprises: [] as string[] }
  const underWay = new Set<Promise<void>>()
  const timer = setInterval(() => {
    const order = placeOne().finally(() => underWay.delete(order))
    underWay.add(order)
  }, 1_000 / HONEST_PER_SECOND)
  return {
    async stop() {
      clearInterval(timer)
      await Promise.all(underWay)
      return report
    },
  }

  async function placeOne(): Promise<void> {
    const startedAt = performance.now()
    const from = `10.${dice.below(256)}.${dice.below(256)}.${dice.below(256)}`
    const body = JSON.stringify({
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: `+38067${String(dice.below(1e7)).padStart(7, '0')}`,
      items: [{ productId: dice.pick(productIds), packageSize: '50г', quantity: 1 + dice.below(3) }],
      filledInMs: 20_000,
    })
    const { id } = JSON.parse(body) as { id: string }
    for (;;) {
      report.attempts += 1
      try {
        const response = await fetch(`http://127.0.0.1:${caddy.port}/api/orders`, {
          method: 'POST',
          headers: { 'content-type': 'application/json', origin: ORIGIN, 'x-forwarded-for': from },
          body,
          signal: AbortSignal.timeout(20_000),
        })
        const isOurs = response.headers.get('x-app') === 'tsedra'
        const reply = (await response.json()) as { id?: string; code?: string }
        if (response.ok && isOurs && reply.id === id) {
          report.accepted.add(id)
          report.latenciesMs.push(performance.now() - startedAt)
          return
        }
        if (response.ok || response.status !== 503)
          report.surprises.push(`${response.status} ${reply.code} (${isOurs})`)
      } catch {
        // No answer: the phone cannot know, so it sends the order again.
      }
      await pause(150 + dice.below(350))
    }
  }
}

async function settled(): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < SETTLE_MS) {
    if (!(await rig.db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(200)
  }
  return Date.now() - startedAt
}

/** Returns the limit that the edge's image sets. */
function goMemoryLimit(): string {
  const [, limit] =
    /^ENV GOMEMLIMIT=(\S+)$/m.exec(readFileSync(join(root, 'infra/docker/shop.Dockerfile'), 'utf8')) ?? []
  if (!limit) throw new Error('infra/docker/shop.Dockerfile sets no GOMEMLIMIT.')
  return limit
}

/** Samples the resident memory of processes; returns the peak of each in MB. */
function watchMemory<Name extends string>(pids: Record<Name, () => number | undefined>) {
  const peaks = Object.fromEntries(Object.keys(pids).map((name) => [name, 0])) as Record<Name, number>
  const timer = setInterval(() => {
    for (const name of Object.keys(pids) as Name[]) peaks[name] = Math.max(peaks[name], residentMb(pids[name]()))
  }, 500)
  return {
    stop() {
      clearInterval(timer)
      return peaks
    },
  }
}

function residentMb(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Math.round(Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024)
  } catch {
    return 0
  }
}

/** Processor time of each process so far. */
function cpuSeconds(): Record<string, number> {
  return Object.fromEntries(
    Object.entries({ ...processes, attackers: attacker.pid, honest: process.pid }).map(([name, pid]) => {
      const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
        .replace(/^.*\) /, '')
        .split(' ')
      return [name, (Number(fields[11]) + Number(fields[12])) / 100]
    }),
  )
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, each) => sum + each, 0) / Math.max(1, numbers.length)
}

function ms(share: number): number {
  return Math.round(percentile(latenciesMs, share))
}
