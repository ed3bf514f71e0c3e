import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTestProducts } from './test-products.ts'
import { openLoadBalancer } from './load-balancer.ts'
import { createRandom } from './random.ts'
import { isClean, auditOrders } from './order-audit.ts'
import { driveOrders, percentile } from './order-driver.ts'
import { openChaosStack } from './chaos-stack.ts'

/**
 * restarts two API processes as in production one after the other, while clients read and order through the edge
 * over persistent connections. No request fails; every order is stored once and staff are notified once.
 */
const { values } = parseArgs({ options: { restarts: { type: 'string', default: '20' } } })
const restarts = Number(values.restarts)
const READERS = 4
const READ_EVERY_MS = 25
const ORDERS_PER_SECOND = 5
const ORIGIN = 'https://tsedra.test'

await using stack = await openChaosStack({
  api: { NODE_ENV: 'production', PUBLIC_ORIGIN: ORIGIN, TELEGRAM_BOT_NAME: 'tsedra_chaos_test_bot' },
})
const productIds = await createTestProducts(stack.db)
const secondReplica = await stack.startReplica()
const replicas = [stack.api, secondReplica.service]
await using edge = await openLoadBalancer([
  { port: Number(new URL(stack.url).port), readyUrl: stack.apiReadyUrl },
  secondReplica,
])

const driver = driveOrders(() => edge.url, productIds, createRandom(41), ORDERS_PER_SECOND, ORIGIN)
const readersStopped = new AbortController()
const reads = { answered: 0, failed: [] as string[] }
const readers = Array.from({ length: READERS }, (_, restartIndex) => readContinuously(restartIndex))
const startedAt = Date.now()
for (let restartIndex = 0; restartIndex < restarts; restartIndex++) {
  const replica = replicas[restartIndex % replicas.length]
  await replica?.stop()
  await replica?.start()
}
const seconds = (Date.now() - startedAt) / 1_000
readersStopped.abort()
await Promise.all(readers)
const { accepted, unexpectedResponses, retries, latenciesMs } = await driver.stop()
for (const deadline = Date.now() + 30_000; Date.now() < deadline; await pause(50)) {
  if (!(await stack.db('job_outbox').whereNull('done_at').first('id'))) break
}

const audit = auditOrders({
  accepted,
  stored: await stack.db('orders').pluck<string[]>('id'),
  messages: stack.telegram.world.ledger.map(({ text, cut }) => ({ text, cut })),
  ambiguous: 0,
})
const failures = [...edge.failures, ...reads.failed, ...unexpectedResponses]
process.stdout.write(
  `${restarts} restarts of ${replicas.length} API processes in ${seconds.toFixed(0)} s: ${reads.answered} reads and ${accepted.size} orders answered, ` +
    `${failures.length} failed; ${retries.length} orders sent again; another process was asked ${edge.failoverCount()} times; ` +
    `an order's p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms\n${JSON.stringify(audit)}\n`,
)
for (const failure of new Set(failures)) process.stdout.write(`✗ ${failure}\n`)
for (const reason of retries) process.stdout.write(`✗ sent again: ${reason}\n`)
const isGood = failures.length === 0 && retries.length === 0 && accepted.size > 0 && isClean(audit)
process.stdout.write(`rolling restarts: ${isGood ? 'passed' : 'FAILED'}\n`)
process.exitCode = isGood ? 0 : 1

/** Paths of cached responses and of uncached ones. */
async function readContinuously(readerIndex: number): Promise<void> {
  for (let readNumber = readerIndex; !readersStopped.signal.aborted; readNumber++) {
    const [id] = driver.report.accepted
    const paths = [
      '/api/categories',
      '/api/products?lang=ua',
      `/api/products?search=limon&limit=${1 + (readNumber % 90)}`,
    ]
    const path = (readNumber % 4 === 3 && id ? `/api/orders/${id}` : paths[readNumber % 3]) ?? ''
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
