import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { connect, type Db } from '@tsedra/database/connection'
import { type Fault, startFaultProxy } from '../../pwa/e2e/harness/fault-proxy.ts'
import { startPhone } from '../../pwa/e2e/harness/phone.ts'
import { startShop } from '../local/shop.ts'
import { diceOf } from './dice.ts'
import { judge, type Sent } from './ledger.ts'
import { createShopper, type OutboxCount, type Shopper, TABS } from '../../pwa/e2e/harness/phone-shopper.ts'

export interface PhoneVerdict {
  /** Requests that somebody tapped send for. */
  submitted: number
  /** Requests that the page called saved or received. */
  promised: number
  onServer: number
  /** Promised, no order with these words, and nothing on the phone that could still become one. */
  lost: number
  /** Requests that became more than one order. */
  doubled: number
  /** Orders that nobody tapped send for, and messages about no order. */
  ghosts: number
  /** Still waiting on the phone when the time after healing was over. */
  pendingLeft: number
  /** What is known of those. */
  waiting: string[]
  /** Called sent on the phone, and not on the server. */
  untrue: number
  /** Orders that staff were not told of, or oftener than once. */
  toldWrong: number
  postsReceived: number
  /** What the POSTs met. */
  met: Partial<Record<Fault, number>>
  browserKills: number
  apiKills: number
  lostAnswers: number
  healingSeconds: number
}

/** Seconds from the end of all faults until nothing waits any more: a POST that hangs may hold the rest up until it is given up. */
const HEALED_WITHIN_S = 90
/** Milliseconds that the worker may take for what is left. */
const TOLD_WITHIN_MS = 60_000

export const isUnbroken = (verdict: PhoneVerdict): boolean =>
  verdict.lost + verdict.doubled + verdict.ghosts + verdict.pendingLeft + verdict.untrue + verdict.toldWrong === 0 &&
  verdict.healingSeconds <= HEALED_WITHIN_S &&
  verdict.promised > 0 &&
  verdict.lostAnswers > 0

/** What a POST meets. What hangs is met seldom: it holds everything up until the network is another one. */
const met: readonly Fault[] = [
  ...(['pass', 'pass', 'pass', 'pass', 'ack-lost', 'ack-lost', 'ack-lost', 'reset-before', 'truncate'] as const),
  ...(['portal', 'portal', 'portal302', 'waf403', '502', '404html', '429', '503', 'blackhole', 'ack-hang'] as const),
]

/** One phone with two tabs, one shop, one seed. `dir`: an empty folder for all that they keep. */
export async function phoneUnderChaos({ dir, seed, rounds }: PhoneStory): Promise<PhoneVerdict> {
  const dice = diceOf(seed)
  // How often the phone sends depends on milliseconds; what happens around it must not.
  const faultDice = diceOf(seed + 1)
  await using shop = await startShop({ dir: join(dir, 'shop') })
  await using parts = new AsyncDisposableStack()
  const db = parts.adopt(connect({ url: shop.databaseUrl, max: 2 }), (one) => one.destroy())
  const proxy = parts.use(await startFaultProxy({ target: shop.edge.port, addressOf }))
  const phone = parts.use(await startPhone({ profile: join(dir, 'profile'), baseUrl: proxy.url }))
  const slugs = (await db('products').orderBy('slug').limit(TABS).select<{ slug: string }[]>('slug')).map((p) => p.slug)
  const shopper = createShopper({ phone, slugs })
  const kills = { browser: 0, api: 0 }
  let apiIsBack: Promise<void> = Promise.resolve()

  proxy.pick = () => faultDice.pick(met)
  for (let round = 0; round < rounds; round++) {
    const roll = dice.roll()
    await shopper.order(round % TABS)
    if (roll < 0.15) await killBrowser()
    else if (roll < 0.25) await killApi()
    else if (roll < 0.35) await shopper.reload(dice.below(TABS))
    else if (roll < 0.45) await loseNetwork()
    else if (roll < 0.7) proxy.cutHanging()
  }

  await apiIsBack
  proxy.heal()
  await shopper.lookAgain()
  const healedAt = Date.now()
  // The browser learns that it has a network again, as after a tunnel.
  await phone.setOffline(true)
  await phone.setOffline(false)
  const left = await untilNothingWaits(shopper, healedAt + HEALED_WITHIN_S * 1_000)
  const healingSeconds = (Date.now() - healedAt) / 1_000
  await untilAllTold(db)

  const rows = await db('orders').select<{ id: string; customer_comment: string }[]>('id', 'customer_comment')
  const ids = rows.map(({ id }) => id)
  const words = rows.map((row) => row.customer_comment)
  const messages = (await (await fetch(`${shop.telegramUrl}/control/messages`)).json()) as Sent[]
  const told = judge({ accepted: new Set(shopper.promised.keys()), stored: ids, messages, ambiguous: 0 })
  const waiting = new Set(left.waiting.map(({ id }) => id))
  const { counts } = proxy
  return {
    submitted: shopper.submitted.size,
    promised: shopper.promised.size,
    onServer: rows.length,
    lost: [...shopper.promised].filter(([id, word]) => !words.includes(word) && !waiting.has(id)).length,
    doubled: words.length - new Set(words).size,
    ghosts: words.filter((word) => !shopper.submitted.has(word)).length + told.ghosts,
    pendingLeft: left.waiting.length,
    waiting: left.waiting.map(({ why }) => why),
    untrue: left.sent.filter((id) => !ids.includes(id)).length,
    toldWrong: told.lost + told.repeated,
    postsReceived: proxy.posts.length,
    met: counts,
    browserKills: kills.browser,
    apiKills: kills.api,
    lostAnswers: (counts['ack-lost'] ?? 0) + (counts['ack-hang'] ?? 0) + (counts.truncate ?? 0),
    healingSeconds,
  }

  async function killBrowser(): Promise<void> {
    kills.browser += 1
    await pause(dice.below(800))
    await phone.kill()
    shopper.forgetTabs()
    await phone.start()
  }

  async function killApi(): Promise<void> {
    await apiIsBack
    kills.api += 1
    await shop.api.kill()
    apiIsBack = pause(dice.below(1_000)).then(() => shop.api.start())
    apiIsBack.catch(() => {})
  }

  async function loseNetwork(): Promise<void> {
    await phone.setOffline(true)
    await shopper.order(dice.below(TABS))
    await phone.setOffline(false)
  }
}

interface PhoneStory {
  dir: string
  seed: number
  rounds: number
}

/** Every order has an address of its own: one address may not order all day. */
const addressOf = (id: string): string =>
  `10.${[0, 2, 4].map((at) => Number.parseInt(id.slice(at, at + 2), 16)).join('.')}`

async function untilNothingWaits(shopper: Shopper, deadline: number): Promise<OutboxCount> {
  for (;;) {
    const count = await shopper.outbox()
    if (count.waiting.length === 0 || Date.now() > deadline) return count
    await pause(100)
  }
}

/** Until the worker has nothing left to do; a job that never ends shows as an order that nobody was told of. */
async function untilAllTold(db: Db): Promise<void> {
  const deadline = Date.now() + TOLD_WITHIN_MS
  while (Date.now() < deadline && (await db('job_outbox').whereNull('done_at').first('id'))) await pause(100)
}
