import { setTimeout as pause } from 'node:timers/promises'
import { aShelf } from './a-shelf.ts'
import { diceOf } from './dice.ts'
import { isClean, judge } from './ledger.ts'
import { driveOrders, percentile } from './order-driver.ts'
import { openRig, type Rig } from './rig.ts'

/**
 * The shop sells without its helpers: with Redis away, then with Telegram away, shelves and orders work as if nothing
 * were, and everything is told within seconds of their return. (Nothing of the shop talks to a mail server yet.)
 */
const AWAY_MS = 12_000
const CAUGHT_UP_WITHIN_MS = 5_000
/** Of an order, while a helper is away. */
const P99_MS = 500
/** The worker tells 25 orders a second at most (Telegram's own limit): what piles up must fit into the seconds promised. */
const ORDERS_PER_SECOND = 4

await using rig = await openRig()
const productIds = await aShelf(rig.db)
const failures: string[] = []

await without(
  'Redis',
  () => rig.redis.kill(),
  () => rig.redis.start(),
)
await without(
  'Telegram',
  async () => rig.telegram.faults.set({ rates: { refuse: 1 } }),
  async () => rig.telegram.faults.set({}),
)

for (const failure of failures) process.stdout.write(`✗ ${failure}\n`)
process.stdout.write(`helpers away: ${failures.length === 0 ? 'the shop did not notice' : 'NOT as promised'}\n`)
process.exitCode = failures.length > 0 ? 1 : 0

async function without(helper: string, leave: () => Promise<void>, comeBack: () => Promise<void>): Promise<void> {
  await leave()
  const driver = driveOrders(() => rig.url, productIds, diceOf(AWAY_MS), ORDERS_PER_SECOND)
  const reads = await readShelves(rig, AWAY_MS)
  const { accepted, surprises, tries, latenciesMs } = await driver.stop()
  const ready = (await fetch(rig.apiReadyUrl)).status

  await comeBack()
  const caughtUpMs = await untilAllTold(rig)
  const stored = (await rig.db('orders').select<{ id: string }[]>('id')).map(({ id }) => id)
  const verdict = judge({
    accepted,
    stored,
    messages: rig.telegram.world.ledger.map(({ text, cut }) => ({ text, cut })),
    ambiguous: 0,
  })

  const p99 = percentile(latenciesMs, 0.99)
  process.stdout.write(
    `${helper} away for ${AWAY_MS / 1000} s: ${accepted.size} of ${tries} orders taken, p50 ${percentile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${p99.toFixed(0)} ms; ` +
      `${reads.answered} reads answered, ${reads.failed} failed; API ready ${ready}; caught up ${caughtUpMs} ms after its return\n`,
  )
  const must = (holds: boolean, words: string) => holds || failures.push(`${helper} away: ${words}`)
  must(accepted.size === tries && surprises.length === 0, `orders were refused: ${surprises.join(', ')}`)
  must(p99 <= P99_MS, `an order took ${p99.toFixed(0)} ms`)
  must(reads.failed === 0 && reads.answered > 0, `${reads.failed} reads failed`)
  must(ready === 200, `the API said ${ready}`)
  must(caughtUpMs <= CAUGHT_UP_WITHIN_MS, `it took ${caughtUpMs} ms to catch up`)
  must(isClean(verdict), JSON.stringify(verdict))
}

async function readShelves({ url }: Rig, forMs: number): Promise<{ answered: number; failed: number }> {
  const paths = ['/api/categories', '/api/products?lang=ua&limit=24', '/api/products?search=limon', '/api/catalogue/en']
  const counts = { answered: 0, failed: 0 }
  const end = Date.now() + forMs
  for (let turn = 0; Date.now() < end; turn++) {
    const ok = await fetch(url + (paths[turn % paths.length] ?? ''), { signal: AbortSignal.timeout(2_000) }).then(
      (response) => response.ok,
      () => false,
    )
    counts[ok ? 'answered' : 'failed'] += 1
    await pause(50)
  }
  return counts
}

/** Milliseconds until every job is done; gives up after a minute. */
async function untilAllTold({ db }: Rig): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < 60_000) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(50)
  }
  return Date.now() - startedAt
}
