import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { aShelf } from './a-shelf.ts'
import { type Dice, diceOf } from './dice.ts'
import { isClean, judge } from './ledger.ts'
import { driveOrders, percentile } from './order-driver.ts'
import { openRig, type Rig } from './rig.ts'

/**
 * Orders while everything around them dies: `kill -9` of API, worker and Redis, power cuts of Postgres, FLUSHALL, a
 * Telegram that says 429 and 500 and cuts replies. Three independent books are compared at the end.
 *
 * `--mutant` takes the reconciler away (a job is given to Redis once and never again, as with a plain `queue.add`) and
 * must make the campaign fail. `--seed` repeats the same dice.
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
const SETTLE_MS = 120_000
/** Faults in a campaign: one in so many seconds, however slow the machine is to get up again. */
const SECONDS_PER_FAULT = 3

const dice = diceOf(seed)
await using rig = await openRig()
const productIds = await aShelf(rig.db)
if (values.mutant) await giveToRedisOnlyOnce(rig)
rig.telegram.faults.set({ rates: { retry_after: 0.03, error: 0.03, cut: 0.02 }, seed })

const driver = driveOrders(() => rig.url, productIds, diceOf(seed + 1), ORDERS_PER_SECOND)
const faults = await breakThings(rig, dice, seconds * 1_000, seconds / SECONDS_PER_FAULT)
const { accepted, surprises, again, latenciesMs } = await driver.stop()
rig.telegram.faults.set({})
const settledMs = await settled(rig)

const stored = (await rig.db('orders').select<{ id: string }[]>('id')).map(({ id }) => id)
const messages = rig.telegram.world.ledger.map(({ text, cut }) => ({ text, cut }))
const cuts = messages.filter(({ cut }) => cut).length
// A killed worker may have been sending up to its concurrency; a cut database cannot be told what was sent.
const ambiguous = cuts + 8 * ((faults.get('worker killed') ?? 0) + (faults.get('postgres cut') ?? 0))
const verdict = judge({ accepted, stored, messages, ambiguous })
const flagged = Number((await rig.db('orders').where({ telegram_sent: true }).count({ rows: '*' }).first())?.['rows'])

const total = [...faults.values()].reduce((sum, each) => sum + each, 0)
process.stdout.write(
  `${JSON.stringify({ seed, seconds, faults: Object.fromEntries(faults), totalFaults: total, sentAgain: again.length, cuts, ...verdict, flagged }, null, 1)}\n`,
)
process.stdout.write(
  `order p50 ${percentile(latenciesMs, 0.5).toFixed(0)} ms, p99 ${percentile(latenciesMs, 0.99).toFixed(0)} ms; settled ${settledMs} ms after the last fault\n`,
)
if (surprises.length > 0) process.stdout.write(`surprises: ${[...new Set(surprises)].join(', ')}\n`)

const good =
  isClean(verdict) && surprises.length === 0 && flagged === stored.length && settledMs < SETTLE_MS && accepted.size > 0
if (!good && !values.mutant)
  process.stdout.write(`${(await readFile(rig.log, 'utf8')).split('\n').slice(-60).join('\n')}\n`)
process.stdout.write(`orders under chaos: ${good ? 'clean' : 'NOT CLEAN'} (seed ${seed})\n`)
process.exitCode = good ? 0 : 1

async function breakThings(
  { api, worker, redis, postgres }: Rig,
  dice: Dice,
  forMs: number,
  atLeast: number,
): Promise<Map<string, number>> {
  const happened = new Map<string, number>()
  const kinds: Record<string, () => Promise<void>> = {
    'worker killed': () => bounce(worker),
    'api killed': () => bounce(api),
    'redis killed': () => bounce(redis),
    'postgres cut': async () => {
      await postgres.stop('immediate')
      await pause(dice.below(1_500))
      await postgres.start()
    },
    flushed: async () => {
      await flush(redis.port)
    },
  }
  const end = Date.now() + forMs
  for (let count = 0; Date.now() < end || count < atLeast; count += 1) {
    await pause(600 + dice.below(1_200))
    const kind = dice.pick([
      'worker killed',
      'worker killed',
      'api killed',
      'redis killed',
      'postgres cut',
      'flushed',
      'flushed',
    ])
    await kinds[kind]?.()
    happened.set(kind, (happened.get(kind) ?? 0) + 1)
  }
  return happened

  async function bounce(service: { kill(): Promise<void>; start(): Promise<void> }): Promise<void> {
    await service.kill()
    await pause(dice.below(1_000))
    await service.start()
  }
}

/** FLUSHALL, as a person with redis-cli would send it. */
function flush(port: number): Promise<void> {
  return new Promise((done) => {
    const socket = connect(port, '127.0.0.1', () => socket.write('FLUSHALL\r\n'))
    socket.once('data', () => socket.end())
    socket.once('error', () => {})
    socket.once('close', () => done())
  })
}

/** Milliseconds until nothing is left to be done. */
async function settled({ db }: Rig): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < SETTLE_MS) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(200)
  }
  return Date.now() - startedAt
}

async function giveToRedisOnlyOnce({ db }: Rig): Promise<void> {
  await db.raw(`
    CREATE FUNCTION never_again() RETURNS trigger LANGUAGE plpgsql AS $$
    BEGIN
      IF NEW.generation > 0 AND NEW.done_at IS NULL THEN NEW.dispatched_at := 'infinity'; END IF;
      RETURN NEW;
    END $$;
    CREATE TRIGGER never_again BEFORE UPDATE ON job_outbox FOR EACH ROW EXECUTE FUNCTION never_again()`)
}
