import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createTestProducts } from './test-products.ts'
import { type Random, createRandom } from './random.ts'
import { isClean, auditOrders } from './order-audit.ts'
import { driveOrders, percentile } from './order-driver.ts'
import { openChaosStack, type ChaosStack } from './chaos-stack.ts'

/**
 * Sends orders during faults: `kill -9` of API, worker and Redis, power cuts of Postgres, FLUSHALL, a Telegram that
 * returns 429 and 500 and cuts replies. Three independent ledgers are compared at the end.
 *
 * `--mutant` disables the reconciler (a job is added to Redis once, as with a plain `queue.add`) and must make the
 * chaos test fail. `--seed` repeats the same random sequence.
 */
const { values } = parseArgs({
  options: {
    seconds: { type: 'string', default: '90' },
    seed: { type: 'string', default: String(Date.now() % 1e6) },
    mutant: { type: 'boolean', default: false },
  },
})
const seconds = Number(values.seconds)
const seed = Number(values.seed)
const ORDERS_PER_SECOND = 14
const SETTLE_TIMEOUT_MS = 120_000
/** Faults in a campaign: one in so many seconds, however slow the machine is to get up again. */
const SECONDS_PER_FAULT = 3

const random = createRandom(seed)
await using stack = await openChaosStack()
const productIds = await createTestProducts(stack.db)
if (values.mutant) await disableReconciler(stack)
stack.telegram.faults.set({ rates: { retry_after: 0.03, error: 0.03, cut: 0.02 }, seed })

const driver = driveOrders(() => stack.url, productIds, createRandom(seed + 1), ORDERS_PER_SECOND)
const faults = await injectFaults(stack, random, seconds * 1_000, seconds / SECONDS_PER_FAULT)
const { accepted, unexpectedResponses, retries, latenciesMs } = await driver.stop()
stack.telegram.faults.set({})
const settleMs = await waitUntilSettled(stack)

const stored = (await stack.db('orders').select<{ id: string }[]>('id')).map(({ id }) => id)
const messages = stack.telegram.world.ledger.map(({ text, cut }) => ({ text, cut }))
const cutCount = messages.filter(({ cut }) => cut).length
// A killed worker may have been sending up to its concurrency; a cut database cannot store what was sent.
const ambiguous = cutCount + 8 * ((faults.get('worker-killed') ?? 0) + (faults.get('postgres-power-cut') ?? 0))
const audit = auditOrders({ accepted, stored, messages, ambiguous })
const flaggedCount = Number(
  (await stack.db('orders').where({ telegram_sent: true }).count({ rows: '*' }).first())?.['rows'],
)

const faultCount = [...faults.values()].reduce((sum, each) => sum + each, 0)
process.stdout.write(
  `${JSON.stringify({ seed, seconds, faults: Object.fromEntries(faults), totalFaults: faultCount, sentAgain: retries.length, cuts: cutCount, ...audit, flagged: flaggedCount }, null, 1)}\n`,
)
process.stdout.write(
  `order p50 ${percentile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms; settled ${settleMs} ms after the last fault\n`,
)
if (unexpectedResponses.length > 0) process.stdout.write(`surprises: ${[...new Set(unexpectedResponses)].join(', ')}\n`)

const isGood =
  isClean(audit) &&
  unexpectedResponses.length === 0 &&
  flaggedCount === stored.length &&
  settleMs < SETTLE_TIMEOUT_MS &&
  accepted.size > 0
if (!isGood && !values.mutant)
  process.stdout.write(`${(await readFile(stack.logFile, 'utf8')).split('\n').slice(-60).join('\n')}\n`)
process.stdout.write(`orders under chaos: ${isGood ? 'clean' : 'FAILED'} (seed ${seed})\n`)
process.exitCode = isGood ? 0 : 1

async function injectFaults(
  { api, worker, redis, postgres }: ChaosStack,
  random: Random,
  durationMs: number,
  minFaults: number,
): Promise<Map<string, number>> {
  const faultCounts = new Map<string, number>()
  const faultKinds: Record<string, () => Promise<void>> = {
    'worker-killed': () => killAndRestart(worker),
    'api-killed': () => killAndRestart(api),
    'redis-killed': () => killAndRestart(redis),
    'postgres-power-cut': async () => {
      await postgres.stop('immediate')
      await pause(random.below(1_500))
      await postgres.start()
    },
    flushed: async () => {
      await flushRedis(redis.port)
    },
  }
  const end = Date.now() + durationMs
  for (let count = 0; Date.now() < end || count < minFaults; count += 1) {
    await pause(600 + random.below(1_200))
    const kind = random.pick([
      'worker-killed',
      'worker-killed',
      'api-killed',
      'redis-killed',
      'postgres-power-cut',
      'redis-flushed',
      'redis-flushed',
    ])
    await faultKinds[kind]?.()
    faultCounts.set(kind, (faultCounts.get(kind) ?? 0) + 1)
  }
  return faultCounts

  async function killAndRestart(service: { kill(): Promise<void>; start(): Promise<void> }): Promise<void> {
    await service.kill()
    await pause(random.below(1_000))
    await service.start()
  }
}

/** FLUSHALL, as a person with redis-cli would send it. */
function flushRedis(port: number): Promise<void> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'))
    socket.once('data', () => socket.end())
    socket.once('error', () => {})
    socket.once('close', () => resolve())
  })
}

/** Milliseconds until nothing is left to be done. */
async function waitUntilSettled({ db }: ChaosStack): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < SETTLE_TIMEOUT_MS) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(200)
  }
  return Date.now() - startedAt
}

async function disableReconciler({ db }: ChaosStack): Promise<void> {
  await db.raw(`
    CREATE FUNCTION never_again() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.generation > 0 AND NEW.done_at IS NULL THEN NEW.dispatched_at := 'infinity'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER never_again BEFORE UPDATE ON job_outbox FOR EACH ROW EXECUTE FUNCTION never_again()`)
}
