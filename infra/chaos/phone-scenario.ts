import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Db } from '@tsedra/database/connection'
import { type Fault, startFaultProxy } from '../../pwa/e2e/harness/fault-proxy.ts'
import { startPhone } from '../../pwa/e2e/harness/phone.ts'
import { startShop } from '../local/shop.ts'
import { createRandom } from './random.ts'
import { auditOrders, type StaffMessage } from './order-audit.ts'
import {
  createSimulatedShopper,
  type OutboxSnapshot,
  type SimulatedShopper,
  TABS,
} from '../../pwa/e2e/harness/simulated-shopper.ts'

export interface PhoneResult {
  /** Requests for which the shopper tapped send. */
  submitted: number
  /** Requests that the page called saved or received. */
  promised: number
  onServer: number
  /** Promised, no order with these words, and nothing on the phone that could still become one. */
  lost: number
  /** Requests that became more than one order. */
  duplicated: number
  /** Orders for which no shopper tapped send, and messages about no order. */
  unknown: number
  /** Still waiting on the phone when the time after healing was over. */
  stillPending: number
  /** What is known of those. */
  pendingReasons: string[]
  /** Called sent on the phone, and not on the server. */
  falselySent: number
  /** Orders with no notification of staff, or more than one. */
  notificationErrors: number
  postsReceived: number
  /** What the POSTs met. */
  faultCounts: Partial<Record<Fault, number>>
  browserKills: number
  apiKills: number
  lostResponses: number
  recoverySeconds: number
}

/** Seconds from the end of all faults until nothing waits any more: a POST that hangs may hold the rest up until it is given up. */
const RECOVERY_TIMEOUT_S = 90
/** Milliseconds that the worker may take for what is left. */
const NOTIFIED_TIMEOUT_MS = 60_000

export const isClean = (result: PhoneResult): boolean =>
  result.lost +
    result.duplicated +
    result.unknown +
    result.stillPending +
    result.falselySent +
    result.notificationErrors ===
    0 &&
  result.recoverySeconds <= RECOVERY_TIMEOUT_S &&
  result.promised > 0 &&
  result.lostResponses > 0

/** What a POST meets. What hangs is met seldom: it holds everything up until the network is another one. */
const weightedFaults: readonly Fault[] = [
  ...(['pass', 'pass', 'pass', 'pass', 'ack-lost', 'ack-lost', 'ack-lost', 'reset-before', 'truncate'] as const),
  ...(['portal', 'portal', 'portal302', 'waf403', '502', '404html', '429', '503', 'blackhole', 'ack-hang'] as const),
]

/** One phone with two tabs, one shop, one seed. `dir`: an empty folder for all that they keep. */
export async function runPhoneScenario({ dir, seed, rounds }: PhoneScenario): Promise<PhoneResult> {
  const random = createRandom(seed)
  // How often the phone sends depends on milliseconds; what happens around it must not.
  const faultRandom = createRandom(seed + 1)
  await using shop = await startShop({ dir: join(dir, 'shop') })
  await using disposables = new AsyncDisposableStack()
  const db = disposables.adopt(connect({ url: shop.databaseUrl, max: 2 }), (db) => db.destroy())
  const proxy = disposables.use(await startFaultProxy({ target: shop.edge.port, addressOf: addressForOrder }))
  const phone = disposables.use(await startPhone({ profileDir: join(dir, 'profile'), baseUrl: proxy.url }))
  const slugs = (await db('products').orderBy('slug').limit(TABS).select<{ slug: string }[]>('slug')).map((p) => p.slug)
  const shopper = createSimulatedShopper({ phone, slugs })
  const kills = { browser: 0, api: 0 }
  let apiRestarted: Promise<void> = Promise.resolve()

  proxy.pickFault = () => faultRandom.pick(weightedFaults)
  for (let round = 0; round < rounds; round++) {
    const chance = random.next()
    await shopper.order(round % TABS)
    if (chance < 0.15) await killBrowser()
    else if (chance < 0.25) await killApi()
    else if (chance < 0.35) await shopper.reload(random.below(TABS))
    else if (chance < 0.45) await orderWithoutNetwork()
    else if (chance < 0.7) proxy.resetHanging()
  }

  await apiRestarted
  proxy.recover()
  await shopper.showShopInEveryTab()
  const recoveredAt = Date.now()
  // The browser learns that it has a network again, as after a tunnel.
  await phone.setOffline(true)
  await phone.setOffline(false)
  const outboxCount = await waitUntilOutboxEmpty(shopper, recoveredAt + RECOVERY_TIMEOUT_S * 1_000)
  const recoverySeconds = (Date.now() - recoveredAt) / 1_000
  await waitUntilAllNotified(db)

  const rows = await db('orders').select<{ id: string; customer_comment: string }[]>('id', 'customer_comment')
  const ids = rows.map(({ id }) => id)
  const comments = rows.map((row) => row.customer_comment)
  const messages = (await (await fetch(`${shop.telegramUrl}/control/messages`)).json()) as StaffMessage[]
  const audit = auditOrders({ accepted: new Set(shopper.confirmed.keys()), stored: ids, messages, ambiguous: 0 })
  const pendingIds = new Set(outboxCount.pending.map(({ id }) => id))
  const { counts } = proxy
  return {
    submitted: shopper.submitted.size,
    promised: shopper.confirmed.size,
    onServer: rows.length,
    lost: [...shopper.confirmed].filter(([id, comment]) => !comments.includes(comment) && !pendingIds.has(id)).length,
    duplicated: comments.length - new Set(comments).size,
    unknown: comments.filter((comment) => !shopper.submitted.has(comment)).length + audit.unknown,
    stillPending: outboxCount.pending.length,
    pendingReasons: outboxCount.pending.map(({ reason }) => reason),
    falselySent: outboxCount.sent.filter((id) => !ids.includes(id)).length,
    notificationErrors: audit.lost + audit.repeated,
    postsReceived: proxy.posts.length,
    faultCounts: counts,
    browserKills: kills.browser,
    apiKills: kills.api,
    lostResponses: (counts['ack-lost'] ?? 0) + (counts['ack-hang'] ?? 0) + (counts.truncate ?? 0),
    recoverySeconds,
  }

  async function killBrowser(): Promise<void> {
    kills.browser += 1
    await pause(random.below(800))
    await phone.kill()
    shopper.dropTabs()
    await phone.start()
  }

  async function killApi(): Promise<void> {
    await apiRestarted
    kills.api += 1
    await shop.api.kill()
    apiRestarted = pause(random.below(1_000)).then(() => shop.api.start())
    apiRestarted.catch(() => {})
  }

  async function orderWithoutNetwork(): Promise<void> {
    await phone.setOffline(true)
    await shopper.order(random.below(TABS))
    await phone.setOffline(false)
  }
}

interface PhoneScenario {
  dir: string
  seed: number
  rounds: number
}

/** Every order has an address of its own: one address may not order all day. */
const addressForOrder = (id: string): string =>
  `10.${[0, 2, 4].map((offset) => Number.parseInt(id.slice(offset, offset + 2), 16)).join('.')}`

async function waitUntilOutboxEmpty(shopper: SimulatedShopper, deadline: number): Promise<OutboxSnapshot> {
  for (;;) {
    const count = await shopper.readSnapshot()
    if (count.pending.length === 0 || Date.now() > deadline) return count
    await pause(100)
  }
}

/** Waits until the worker has no jobs left; a job that never ends shows as an order without a notification. */
async function waitUntilAllNotified(db: Db): Promise<void> {
  const deadline = Date.now() + NOTIFIED_TIMEOUT_MS
  while (Date.now() < deadline && (await db('job_outbox').whereNull('done_at').first('id'))) await pause(100)
}
