import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { aShelf } from './a-shelf.ts'
import { openBalancer } from './balancer.ts'
import { diceOf } from './dice.ts'
import { isClean, judge } from './ledger.ts'
import { driveOrders, percentile } from './order-driver.ts'
import { openRig } from './rig.ts'

/**
 * two API processes as in production are restarted one after the other, while people read and order through the
 * edge over connections that stay open. Nobody notices: no request fails, every order is taken once and told once.
 */
const { values } = parseArgs({ options: { restarts: { type: 'string', default: '20' } } })
const restarts = Number(values.restarts)
const READERS = 4
const READ_EVERY_MS = 25
const ORDERS_PER_SECOND = 5
const ORIGIN = 'https://tsedra.test'

await using rig = await openRig({
  api: { NODE_ENV: 'production', PUBLIC_ORIGIN: ORIGIN, TELEGRAM_BOT_NAME: 'tsedra_of_a_campaign_bot' },
})
const productIds = await aShelf(rig.db)
const other = await rig.startReplica()
const replicas = [rig.api, other.service]
await using edge = await openBalancer([{ port: Number(new URL(rig.url).port), readyUrl: rig.apiReadyUrl }, other])

const driver = driveOrders(() => edge.url, productIds, diceOf(41), ORDERS_PER_SECOND, ORIGIN)
const reading = new AbortController()
const reads = { answered: 0, failed: [] as string[] }
const readers = Array.from({ length: READERS }, (_, nth) => read(nth))
const startedAt = Date.now()
for (let nth = 0; nth < restarts; nth++) {
  const replica = replicas[nth % replicas.length]
  await replica?.stop()
  await replica?.start()
}
const seconds = (Date.now() - startedAt) / 1_000
reading.abort()
await Promise.all(readers)
const { accepted, surprises, again, latenciesMs } = await driver.stop()
for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(50)) {
  if (!(await rig.db('job_outbox').whereNull('done_at').first('id'))) break
}

const verdict = judge({
  accepted,
  stored: await rig.db('orders').pluck<string[]>('id'),
  messages: rig.telegram.world.ledger.map(({ text, cut }) => ({ text, cut })),
  ambiguous: 0,
})
const failures = [...edge.failed, ...reads.failed, ...surprises]
process.stdout.write(
  `${restarts} restarts of ${replicas.length} API processes in ${seconds.toFixed(0)} s: ${reads.answered} reads and ${accepted.size} orders answered, ` +
    `${failures.length} failed; ${again.length} orders sent again; another process was asked ${edge.movedOn()} times; ` +
    `an order's p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms\n${JSON.stringify(verdict)}\n`,
)
for (const failure of new Set(failures)) process.stdout.write(`✗ ${failure}\n`)
for (const reason of again) process.stdout.write(`✗ sent again: ${reason}\n`)
const isGood = failures.length === 0 && again.length === 0 && accepted.size > 0 && isClean(verdict)
process.stdout.write(`rolling restarts: ${isGood ? 'nobody noticed' : 'NOT unnoticed'}\n`)
process.exitCode = isGood ? 0 : 1

/** What lies ready in memory, and what has to be asked for. */
async function read(nth: number): Promise<void> {
  for (let turn = nth; !reading.signal.aborted; turn++) {
    const [id] = driver.report.accepted
    const paths = ['/api/categories', '/api/products?lang=ua', `/api/products?search=limon&limit=${1 + (turn % 90)}`]
    const path = (turn % 4 === 3 && id ? `/api/orders/${id}` : paths[turn % 3]) ?? ''
    await fetch(edge.url + path).then(
      async (response) => {
        await response.arrayBuffer()
        if (response.ok) reads.answered += 1
        else reads.failed.push(`GET ${path.split('?')[0]}: ${response.status}`)
      },
      (error: unknown) => reads.failed.push(`GET ${path}: ${String(error)}`),
    )
    await pause(READ_EVERY_MS)
  }
}
