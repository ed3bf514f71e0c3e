import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { diceOf } from './dice.ts'
import { isClean, judge } from './ledger.ts'
import {
  columns,
  look,
  order,
  type Probe,
  probes,
  readyScene,
  type Scene,
  type Seen,
  setScene,
  untilTold,
} from './matrix-probes.ts'
import { type MatrixShop, openMatrixShop } from './matrix-shop.ts'
import { driveOrders, percentile } from './order-driver.ts'

/**
 * Each helper is taken away while people do everything a shop is for, and comes back: what is promised of every cell is
 * in infra/decisions/0033-operations.md. All the while orders arrive; at the end of each row none is lost and none doubled.
 */
type Words = readonly string[]

interface Row {
  helper: string
  leave(place: MatrixShop): Promise<void> | void
  comeBack(place: MatrixShop): Promise<void> | void
  /** Where something else than `ok` is promised. */
  promised?: Partial<Record<Probe, Words>>
  /** Milliseconds that any answer may take. */
  capMs?: number
  /** The order that staff are to be told of is accepted before, while the worker stands still: during the row none is. */
  toldOfEarlier?: boolean
  /** Orders are taken as if nothing were: each at the first try. */
  unnoticed?: boolean
  perSecond?: number
  caughtUpWithinMs?: number
}

/** No answer takes longer, whatever is away. */
const CAP_MS = 10_000
/** What the way there and back may add to a cap. */
const GRACE_MS = 2_000
/**
 * What reads out of memory take on a machine that does nothing else, with everybody doing everything at the same time.
 * One that needs longer at that moment is given as many times longer for all.
 */
const QUIET_READ_MS = 100
const ORDERS_PER_SECOND = 4
/** How long orders arrive in each row at least. */
const AWAY_MS = 5_000
const CAUGHT_UP_WITHIN_MS = 20_000

/** A process that stands still has its port open and says nothing. */
function signal(service: { pid: number | undefined } | undefined, name: 'SIGSTOP' | 'SIGCONT'): void {
  if (service?.pid === undefined) throw new Error('it does not run')
  process.kill(service.pid, name)
}

const everywhere = (words: Words): Partial<Record<Probe, Words>> =>
  Object.fromEntries([...Object.keys(probes), 'order'].map((probe) => [probe, words]))
const fromMemory = { reads: ['ok'], search: ['ok'], page: ['ok'], picture: ['ok'] } as const
const eitherWay = ['ok', '503']

const rows: Row[] = [
  {
    helper: 'Postgres',
    leave: ({ postgres }) => postgres.stop('immediate'),
    comeBack: ({ postgres }) => postgres.start(),
    promised: { ...everywhere(['503']), ...fromMemory, google: ['unavailable'], message: ['waits'] },
    toldOfEarlier: true,
  },
  {
    helper: 'Redis',
    leave: ({ shop }) => shop.redis?.kill(),
    comeBack: ({ shop }) => shop.redis?.start(),
    promised: { email: ['waits'], message: ['waits'] },
    unnoticed: true,
  },
  {
    helper: 'object store',
    leave: ({ store }) => store?.kill(),
    comeBack: ({ store }) => store?.start(),
    promised: { picture: ['503'], image: ['503'], upload: ['503'] },
    unnoticed: true,
  },
  {
    helper: 'Telegram',
    leave: ({ shop }) => shop.telegram?.kill(),
    comeBack: ({ shop }) => shop.telegram?.start(),
    promised: { phone: ['waits'], message: ['waits'] },
    unnoticed: true,
  },
  {
    helper: 'SMTP',
    leave: ({ shop }) => shop.mail?.kill(),
    comeBack: ({ shop }) => shop.mail?.start(),
    promised: { email: ['waits'] },
    unnoticed: true,
    // A mail server that does not answer is asked less and less often.
    caughtUpWithinMs: 30_000,
  },
  {
    helper: 'Google / Apple',
    leave: ({ shop }) => signal(shop.thirdParties, 'SIGSTOP'),
    comeBack: ({ shop }) => signal(shop.thirdParties, 'SIGCONT'),
    promised: { google: ['unavailable'] },
    unnoticed: true,
  },
  {
    helper: 'worker',
    leave: ({ shop }) => shop.worker.kill(),
    comeBack: ({ shop }) => shop.worker.start(),
    promised: { email: ['waits'], phone: ['waits'], message: ['waits'] },
    unnoticed: true,
    // What a killed worker was at belongs to nobody for the length of its lease.
    caughtUpWithinMs: 30_000,
  },
  {
    helper: 'slow Postgres (2 s)',
    leave: ({ wire }) => wire.slow(2_000),
    comeBack: ({ wire }) => wire.slow(0),
    promised: {
      ...everywhere([...eitherWay, 'waits']),
      ...fromMemory,
      order: eitherWay,
      google: ['ok', 'unavailable'],
    },
    capMs: 5_000,
    toldOfEarlier: true,
    perSecond: 1,
  },
]

const say = (text: string): void => void process.stdout.write(`${text}\n`)
/** Rows by their names; all of them where none is named. */
const only = process.argv.slice(2)
const failures: string[] = []
const accepted = new Set<string>()
/** Sends that were cut off, after which nobody can know whether they arrived. */
let ambiguous = 0

await using place = await openMatrixShop(say)
const scene = await setScene(place)
const productIds = scene.products.map(({ id }) => id)
const atRest = await restingP99(place)
say(`with everything there an order's p99 is ${atRest.toFixed(0)} ms`)
for (const row of rows) {
  if (only.length > 0 && !only.includes(row.helper)) continue
  if (row.helper === 'object store' && !place.store) {
    failures.push('object store: there is no S3 server on this machine, the row was not tried')
    continue
  }
  await take(row)
}
for (const failure of failures) say(`✗ ${failure}`)
say(`resiliency matrix: ${failures.length === 0 ? 'every cell is as promised' : 'NOT as promised'}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function take(row: Row): Promise<void> {
  const { helper, promised = {}, capMs = CAP_MS } = row
  const must = (holds: boolean, words: string) => holds || failures.push(`${helper}: ${words}`)
  await readyScene(scene)
  const orderId = randomUUID()
  if (row.toldOfEarlier) await withWorkerStill(place, row, () => order(scene, orderId))
  else await row.leave(place)
  const startedAt = Date.now()
  const driver = driveOrders(
    () => place.shop.url,
    productIds,
    diceOf(startedAt),
    row.perSecond ?? ORDERS_PER_SECOND,
    place.shop.url,
  )

  const seen = await lookAtAll(scene, orderId, promised, row)
  await pause(Math.max(0, AWAY_MS - (Date.now() - startedAt)))
  const duringMs = percentile(driver.report.latenciesMs, 0.99)

  await row.comeBack(place)
  const report = await driver.stop()
  const caughtUpMs = await untilAllDone(place)
  for (const id of report.accepted) accepted.add(id)
  if ((await order(scene, orderId)).word === 'ok') accepted.add(orderId)
  for (const [probe, { finish }] of seen) {
    await finish?.().catch((error: unknown) => must(false, `${probe}, after its return: ${String(error)}`))
  }
  const after = await everythingWorks(scene)

  const slowness = Math.max(1, (seen.get('reads')?.ms ?? 0) / QUIET_READ_MS, atRest / QUIET_READ_MS)
  for (const [probe, { word, ms }] of seen) {
    must((promised[probe] ?? ['ok']).includes(word), `${columnOf(probe)} (${probe}): ${word}`)
    must(ms <= capMs + GRACE_MS * slowness, `${columnOf(probe)} (${probe}): an answer took ${ms.toFixed(0)} ms`)
  }
  must(report.surprises.length === 0, `orders were refused: ${[...new Set(report.surprises)].join(', ')}`)
  if (row.unnoticed) {
    must(report.again.length === 0, `${report.again.length} tries at orders failed: ${report.again[0]}`)
  }
  for (const [probe, { word }] of after) must(word === 'ok', `${probe}, after its return: ${word}`)
  // A killed worker and a cut database leave what was under way in doubt.
  ambiguous += ['worker', 'Postgres'].includes(helper) || row.toldOfEarlier ? 8 : 0
  const verdict = await ledger(place)
  must(isClean(verdict), JSON.stringify(verdict))
  must(caughtUpMs <= (row.caughtUpWithinMs ?? CAUGHT_UP_WITHIN_MS) * slowness, `it took ${caughtUpMs} ms to catch up`)

  const cells = Object.entries(columns).map(([column, parts]) => {
    const words = parts.map((part) => `${part} ${seen.get(part)?.word} ${seen.get(part)?.ms.toFixed(0)}`)
    return `  ${column.padEnd(14)} ${words.join(' · ')}`
  })
  say(`\n${helper} away\n${cells.join('\n')}`)
  say(
    `  orders         ${report.accepted.size} taken, ${report.again.length} tries in vain, p50 ${percentile(report.latenciesMs, 0.5).toFixed(0)} ms, p99 ${duringMs.toFixed(0)} ms; ` +
      `caught up ${caughtUpMs} ms after its return; ${verdict.stored} stored, ${verdict.messages} told, ${verdict.repeated} of them again`,
  )
}

/** Everybody does everything at the same time. */
async function lookAtAll(
  scene: Scene,
  orderId: string,
  promised: Partial<Record<Probe, Words>>,
  { toldOfEarlier }: Row,
): Promise<Map<Probe, Seen>> {
  const waits = (probe: Probe) => promised[probe]?.includes('waits') ?? false
  const newId = toldOfEarlier ? randomUUID() : orderId
  const some = (Object.keys(probes) as (keyof typeof probes)[]).map(
    async (probe): Promise<[Probe, Seen]> => [probe, await lookPatiently(scene, probe, promised[probe] ?? ['ok'])],
  )
  const ordered = async (): Promise<[Probe, Seen]> => {
    const seen = await order(scene, newId)
    if (seen.word === 'ok') accepted.add(newId)
    return ['order', seen]
  }
  const told = async (): Promise<[Probe, Seen]> => {
    const startedAt = performance.now()
    const isTold = await untilTold(scene.place, orderId, waits('message') ? undefined : 20_000)
    // It is not an answer to anybody: no cap is on it.
    return ['message', { word: isTold ? 'ok' : `waits`, ms: isTold ? Math.min(performance.now() - startedAt, 1) : 0 }]
  }
  return new Map(await Promise.all([...some, ordered(), told()]))
}

/** Asks again, as a phone does, when the shop is busy and was not to be: on a machine that is, it may be, for a moment. */
async function lookPatiently(scene: Scene, probe: keyof typeof probes, promised: Words): Promise<Seen> {
  for (let tries = 1; ; tries++) {
    const seen = await look(scene, probe, promised.includes('waits'))
    if (seen.word !== '503' || promised.includes('503') || tries === 3) return seen
    await pause(1_000)
  }
}

/** The order is taken and then the helper leaves, before the worker could do anything about it. */
async function withWorkerStill(place: MatrixShop, row: Row, work: () => Promise<Seen>): Promise<void> {
  const { worker } = place.shop
  signal(worker, 'SIGSTOP')
  try {
    const { word } = await work()
    if (word !== 'ok') throw new Error(`an order before the row: ${word}`)
    await row.leave(place)
  } finally {
    signal(worker, 'SIGCONT')
  }
}

/** All probes again, until each has worked or its time is up. */
async function everythingWorks(scene: Scene): Promise<[Probe, Seen][]> {
  const deadline = Date.now() + 30_000
  for (;;) {
    await readyScene(scene).catch(() => {})
    const seen = await Promise.all(
      (Object.keys(probes) as (keyof typeof probes)[]).map(
        async (probe): Promise<[Probe, Seen]> => [probe, await look(scene, probe, false)],
      ),
    )
    if (seen.every(([, { word }]) => word === 'ok') || Date.now() > deadline) return seen
    await pause(300)
  }
}

async function restingP99({ shop }: MatrixShop): Promise<number> {
  const driver = driveOrders(() => shop.url, productIds, diceOf(1), ORDERS_PER_SECOND, shop.url)
  await pause(3_000)
  const report = await driver.stop()
  for (const id of report.accepted) accepted.add(id)
  await untilAllDone(place)
  return percentile(report.latenciesMs, 0.99)
}

/** Milliseconds until every job is done; gives up after a minute. */
async function untilAllDone({ db }: MatrixShop): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < 60_000) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(50)
  }
  return Date.now() - startedAt
}

async function ledger({ db, shop }: MatrixShop) {
  const stored = await db('orders').pluck<string[]>('id')
  const said = (await (await fetch(`${shop.telegramUrl}/control/messages`)).json()) as {
    method: string
    chatId: number
    text: string
    cut: boolean
  }[]
  const messages = said.filter(({ text }) => text.includes('?order='))
  return judge({ accepted, stored, messages, ambiguous })
}

function columnOf(probe: Probe): string {
  return Object.entries(columns).find(([, parts]) => (parts as readonly string[]).includes(probe))?.[0] ?? probe
}
