import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { createRandom } from './random.ts'
import { isClean, auditOrders } from './order-audit.ts'
import {
  columns,
  runProbe,
  sendOrder,
  type Probe,
  probes,
  prepareProbeContext,
  type ProbeContext,
  type ProbeResult,
  createProbeContext,
  waitUntilNotified,
} from './matrix-probes.ts'
import { type MatrixStack, openMatrixStack } from './matrix-stack.ts'
import { driveOrders, percentile } from './order-driver.ts'

/**
 * Stops each dependency while users do everything a shop offers, and starts it again; the expected outcome of each cell
 * is in infra/decisions/0033-operations.md. Orders arrive throughout; at the end of each row none is lost or doubled.
 */
type Outcomes = readonly string[]

interface Row {
  dependency: string
  takeDown(stack: MatrixStack): Promise<void> | void
  bringBack(stack: MatrixStack): Promise<void> | void
  /** Where something else than `ok` is promised. */
  expected?: Partial<Record<Probe, Outcomes>>
  /** Milliseconds that any answer may take. */
  maxResponseMs?: number
  /** The order whose notification is expected is accepted before, while the worker is paused: during the row none is. */
  acceptsOrderBefore?: boolean
  /** Orders are taken as if nothing were: each at the first try. */
  expectsNoRetries?: boolean
  perSecond?: number
  recoveryTimeoutMs?: number
}

/** Maximum duration of a response, with any dependency down. */
const MAX_RESPONSE_MS = 10_000
/** What the way there and back may add to a cap. */
const GRACE_MS = 2_000
/**
 * Duration of cached reads on an idle machine with all users active at the same time.
 * A slower machine extends the limits of all probes by the same factor.
 */
const IDLE_READ_MS = 100
const ORDERS_PER_SECOND = 4
/** How long orders arrive in each row at least. */
const MIN_OUTAGE_MS = 5_000
const RECOVERY_TIMEOUT_MS = 20_000

/** A stopped process keeps its port open and sends nothing. */
function sendSignal(service: { pid: number | undefined } | undefined, name: 'SIGSTOP' | 'SIGCONT'): void {
  if (service?.pid === undefined) throw new Error('it does not run')
  process.kill(service.pid, name)
}

const allProbes = (outcomes: Outcomes): Partial<Record<Probe, Outcomes>> =>
  Object.fromEntries([...Object.keys(probes), 'order'].map((probe) => [probe, outcomes]))
const fromMemory = { reads: ['ok'], search: ['ok'], page: ['ok'], picture: ['ok'] } as const
const okOr503 = ['ok', '503']

const rows: Row[] = [
  {
    dependency: 'Postgres',
    takeDown: ({ postgres }) => postgres.stop('immediate'),
    bringBack: ({ postgres }) => postgres.start(),
    expected: { ...allProbes(['503']), ...fromMemory, google: ['unavailable'], message: ['delayed'] },
    acceptsOrderBefore: true,
  },
  {
    dependency: 'Redis',
    takeDown: ({ shop }) => shop.redis?.kill(),
    bringBack: ({ shop }) => shop.redis?.start(),
    expected: { email: ['delayed'], message: ['delayed'] },
    expectsNoRetries: true,
  },
  {
    dependency: 'object store',
    takeDown: ({ objectStore: store }) => store?.kill(),
    bringBack: ({ objectStore: store }) => store?.start(),
    expected: { picture: ['503'], image: ['503'], upload: ['503'] },
    expectsNoRetries: true,
  },
  {
    dependency: 'Telegram',
    takeDown: ({ shop }) => shop.telegram?.kill(),
    bringBack: ({ shop }) => shop.telegram?.start(),
    expected: { phone: ['delayed'], message: ['delayed'] },
    expectsNoRetries: true,
  },
  {
    dependency: 'SMTP',
    takeDown: ({ shop }) => shop.mail?.kill(),
    bringBack: ({ shop }) => shop.mail?.start(),
    expected: { email: ['delayed'] },
    expectsNoRetries: true,
    // Retries to a mail server that does not respond back off.
    recoveryTimeoutMs: 30_000,
  },
  {
    dependency: 'Google / Apple',
    takeDown: ({ shop }) => sendSignal(shop.providers, 'SIGSTOP'),
    bringBack: ({ shop }) => sendSignal(shop.providers, 'SIGCONT'),
    expected: { google: ['unavailable'] },
    expectsNoRetries: true,
  },
  {
    dependency: 'worker',
    takeDown: ({ shop }) => shop.worker.kill(),
    bringBack: ({ shop }) => shop.worker.start(),
    expected: { email: ['delayed'], phone: ['delayed'], message: ['delayed'] },
    expectsNoRetries: true,
    // Jobs of a killed worker stay locked until their lease expires.
    recoveryTimeoutMs: 30_000,
  },
  {
    dependency: 'slow Postgres (2 s)',
    takeDown: ({ databaseProxy: wire }) => wire.setLatency(2_000),
    bringBack: ({ databaseProxy: wire }) => wire.setLatency(0),
    expected: {
      ...allProbes([...okOr503, 'delayed']),
      ...fromMemory,
      order: okOr503,
      google: ['ok', 'unavailable'],
    },
    maxResponseMs: 5_000,
    acceptsOrderBefore: true,
    perSecond: 1,
  },
]

const printLine = (text: string): void => void process.stdout.write(`${text}\n`)
/** Rows by their names; all of them where none is named. */
const selectedRows = process.argv.slice(2)
const failures: string[] = []
const accepted = new Set<string>()
/** Interrupted sends, of which the worker cannot determine whether they arrived. */
let ambiguous = 0

await using stack = await openMatrixStack(printLine)
const context = await createProbeContext(stack)
const productIds = context.products.map(({ id }) => id)
const idleP99 = await measureIdleP99(stack)
printLine(`with everything there an order's p99 is ${idleP99.toFixed(0)} ms`)
for (const row of rows) {
  if (selectedRows.length > 0 && !selectedRows.includes(row.dependency)) continue
  if (row.dependency === 'object store' && !stack.objectStore) {
    failures.push('object store: there is no S3 server on this machine, the row was not tried')
    continue
  }
  await runRow(row)
}
for (const failure of failures) printLine(`✗ ${failure}`)
printLine(`resiliency matrix: ${failures.length === 0 ? 'every cell is as promised' : 'NOT as promised'}`)
process.exitCode = failures.length > 0 ? 1 : 0

async function runRow(row: Row): Promise<void> {
  const { dependency, expected = {}, maxResponseMs = MAX_RESPONSE_MS } = row
  const check = (isOk: boolean, message: string) => isOk || failures.push(`${dependency}: ${message}`)
  await prepareProbeContext(context)
  const orderId = randomUUID()
  if (row.acceptsOrderBefore) await withWorkerPaused(stack, row, () => sendOrder(context, orderId))
  else await row.takeDown(stack)
  const startedAt = Date.now()
  const driver = driveOrders(
    () => stack.shop.url,
    productIds,
    createRandom(startedAt),
    row.perSecond ?? ORDERS_PER_SECOND,
    stack.shop.url,
  )

  const results = await runAllProbes(context, orderId, expected, row)
  await pause(Math.max(0, MIN_OUTAGE_MS - (Date.now() - startedAt)))
  const duringP99 = percentile(driver.report.latenciesMs, 0.99)

  await row.bringBack(stack)
  const report = await driver.stop()
  const recoveryMs = await waitUntilJobsDone(stack)
  for (const id of report.accepted) accepted.add(id)
  if ((await sendOrder(context, orderId)).outcome === 'ok') accepted.add(orderId)
  for (const [probe, { finish }] of results) {
    await finish?.().catch((error: unknown) => check(false, `${probe}, after its return: ${String(error)}`))
  }
  const recoveryResults = await runUntilAllOk(context)

  const slowness = Math.max(1, (results.get('reads')?.slowestMs ?? 0) / IDLE_READ_MS, idleP99 / IDLE_READ_MS)
  for (const [probe, { outcome, slowestMs: ms }] of results) {
    check((expected[probe] ?? ['ok']).includes(outcome), `${columnForProbe(probe)} (${probe}): ${outcome}`)
    check(
      ms <= maxResponseMs + GRACE_MS * slowness,
      `${columnForProbe(probe)} (${probe}): an answer took ${ms.toFixed(0)} ms`,
    )
  }
  check(
    report.unexpectedResponses.length === 0,
    `orders were refused: ${[...new Set(report.unexpectedResponses)].join(', ')}`,
  )
  if (row.expectsNoRetries) {
    check(report.retries.length === 0, `${report.retries.length} tries at orders failed: ${report.retries[0]}`)
  }
  for (const [probe, { outcome }] of recoveryResults) check(outcome === 'ok', `${probe}, after its return: ${outcome}`)
  // A killed worker and a cut database leave what was under way in doubt.
  ambiguous += ['worker', 'Postgres'].includes(dependency) || row.acceptsOrderBefore ? 8 : 0
  const audit = await auditStack(stack)
  check(isClean(audit), JSON.stringify(audit))
  check(recoveryMs <= (row.recoveryTimeoutMs ?? RECOVERY_TIMEOUT_MS) * slowness, `it took ${recoveryMs} ms to catch up`)

  const cells = Object.entries(columns).map(([column, probeNames]) => {
    const message = probeNames.map(
      (probeName) => `${probeName} ${results.get(probeName)?.outcome} ${results.get(probeName)?.slowestMs.toFixed(0)}`,
    )
    return `  ${column.padEnd(14)} ${message.join(' · ')}`
  })
  printLine(`\n${dependency} away\n${cells.join('\n')}`)
  printLine(
    `  orders         ${report.accepted.size} taken, ${report.retries.length} tries in vain, p50 ${percentile(report.latenciesMs, 0.5).toFixed(0)} ms, p99 ${duringP99.toFixed(0)} ms; ` +
      `caught up ${recoveryMs} ms after its return; ${audit.stored} stored, ${audit.messages} told, ${audit.repeated} of them again`,
  )
}

/** Runs all probes at the same time. */
async function runAllProbes(
  context: ProbeContext,
  orderId: string,
  expected: Partial<Record<Probe, Outcomes>>,
  { acceptsOrderBefore }: Row,
): Promise<Map<Probe, ProbeResult>> {
  const shouldBeDelayed = (probe: Probe) => expected[probe]?.includes('delayed') ?? false
  const newId = acceptsOrderBefore ? randomUUID() : orderId
  const probeRuns = (Object.keys(probes) as (keyof typeof probes)[]).map(
    async (probe): Promise<[Probe, ProbeResult]> => [
      probe,
      await runProbeWithRetry(context, probe, expected[probe] ?? ['ok']),
    ],
  )
  const runOrder = async (): Promise<[Probe, ProbeResult]> => {
    const result = await sendOrder(context, newId)
    if (result.outcome === 'ok') accepted.add(newId)
    return ['order', result]
  }
  const runNotification = async (): Promise<[Probe, ProbeResult]> => {
    const startedAt = performance.now()
    const isNotified = await waitUntilNotified(context.stack, orderId, shouldBeDelayed('message') ? undefined : 20_000)
    // It is not an answer to anybody: no cap is on it.
    return [
      'message',
      {
        outcome: isNotified ? 'ok' : 'delayed',
        slowestMs: isNotified ? Math.min(performance.now() - startedAt, 1) : 0,
      },
    ]
  }
  return new Map(await Promise.all([...probeRuns, runOrder(), runNotification()]))
}

/** Retries, as a phone does, when the shop is unexpectedly busy: on a loaded machine it may be for a moment. */
async function runProbeWithRetry(
  context: ProbeContext,
  probe: keyof typeof probes,
  expected: Outcomes,
): Promise<ProbeResult> {
  for (let attempt = 1; ; attempt++) {
    const result = await runProbe(context, probe, expected.includes('delayed'))
    if (result.outcome !== '503' || expected.includes('503') || attempt === 3) return result
    await pause(1_000)
  }
}

/** The order is taken and then the helper leaves, before the worker could do anything about it. */
async function withWorkerPaused(stack: MatrixStack, row: Row, work: () => Promise<ProbeResult>): Promise<void> {
  const { worker } = stack.shop
  sendSignal(worker, 'SIGSTOP')
  try {
    const { outcome } = await work()
    if (outcome !== 'ok') throw new Error(`an order before the row: ${outcome}`)
    await row.takeDown(stack)
  } finally {
    sendSignal(worker, 'SIGCONT')
  }
}

/** All probes again, until each has worked or its time is up. */
async function runUntilAllOk(context: ProbeContext): Promise<[Probe, ProbeResult][]> {
  const deadline = Date.now() + 30_000
  for (;;) {
    await prepareProbeContext(context).catch(() => {})
    const results = await Promise.all(
      (Object.keys(probes) as (keyof typeof probes)[]).map(
        async (probe): Promise<[Probe, ProbeResult]> => [probe, await runProbe(context, probe, false)],
      ),
    )
    if (results.every(([, { outcome }]) => outcome === 'ok') || Date.now() > deadline) return results
    await pause(300)
  }
}

async function measureIdleP99({ shop }: MatrixStack): Promise<number> {
  const driver = driveOrders(() => shop.url, productIds, createRandom(1), ORDERS_PER_SECOND, shop.url)
  await pause(3_000)
  const report = await driver.stop()
  for (const id of report.accepted) accepted.add(id)
  await waitUntilJobsDone(stack)
  return percentile(report.latenciesMs, 0.99)
}

/** Milliseconds until every job is done; gives up after a minute. */
async function waitUntilJobsDone({ db }: MatrixStack): Promise<number> {
  const startedAt = Date.now()
  while (Date.now() - startedAt < 60_000) {
    if (!(await db('job_outbox').whereNull('done_at').first('id'))) break
    await pause(50)
  }
  return Date.now() - startedAt
}

async function auditStack({ db, shop }: MatrixStack) {
  const stored = await db('orders').pluck<string[]>('id')
  const sentMessages = (await (await fetch(`${shop.telegramUrl}/control/messages`)).json()) as {
    method: string
    chatId: number
    text: string
    cut: boolean
  }[]
  const messages = sentMessages.filter(({ text }) => text.includes('?order='))
  return auditOrders({ accepted, stored, messages, ambiguous })
}

function columnForProbe(probe: Probe): string {
  return (
    Object.entries(columns).find(([, probeNames]) => (probeNames as readonly string[]).includes(probe))?.[0] ?? probe
  )
}
