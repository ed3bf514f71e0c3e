import type { OrderApi } from '../../../api/test/order-api/order-api.ts'
import { auditOrders, isClean } from '../../../infra/chaos/order-audit.ts'
import { MAX_WAIT_MS } from '../../src/outbox/backoff.ts'
import { GUEST, isPending } from '../../src/outbox/entry.ts'
import { readOpenEntries, readOpenIds } from '../../src/outbox/queue.ts'
import { buildNewEntry } from '../fake-world.ts'
import { assertInvariant, checkInvariants } from '../outbox-invariants.ts'
import { applyShopperStep, heal, idAt, owners, type ShopperStep } from '../outbox-shopper.ts'
import { checkStoredOrders } from './check-stored-orders.ts'
import { SimulatedPhone, type Tab } from './simulated-phone.ts'
import { SimulatedWorld, type WorldResult } from './simulated-world.ts'

export interface WorldOptions {
  api: OrderApi
  seed: number
  /** The world ends after so many submits. */
  submits: number
}

export class WorldFailure extends Error {
  readonly lines: readonly string[]

  constructor(lines: readonly string[], options: ErrorOptions) {
    super('The world violates an invariant', options)
    this.lines = lines
  }
}

const PHONES = 10
/** Longer than the timeouts of a request and of a lock together, and than the requests of all phones. */
const MARGIN_MS = 90_000

type Action = (phone: SimulatedPhone, tab: Tab) => Promise<void> | void

/**
 * Runs shoppers, phones and tabs with the real outbox against the real order routes and Postgres, under faults that the seed
 * determines; then ends all faults, and checks that each order has arrived as it was reported.
 *
 * @throws WorldFailure with the log of the world
 */
export async function simulateWorld({ api, seed, submits }: WorldOptions): Promise<WorldResult> {
  await api.clear()
  using world = new SimulatedWorld(api, seed)
  const phones = Array.from({ length: PHONES }, (_, index) => new SimulatedPhone(world, index, GUEST))
  try {
    let isRecovered = false
    startActions(world, phones, submits)
    await world.time.runUntil(() => phones.reduce((sum, phone) => sum + phone.submits, 0) >= submits)
    // Some requests are still under way when the faults end.
    world.time.schedule(world.delay(2 * 60_000), () => {
      world.recover()
      world.time.watch(
        Promise.all(phones.map((phone) => recover(world, phone))).then(() => {
          isRecovered = true
        }),
      )
    })
    await world.time.runUntil(() => isRecovered)
    await world.time.runUntil(() => phones.every(({ delayed }) => delayed.size === 0))
    for (const phone of phones) await checkInvariants(phone.shopper)
    const stored = await world.readStored()
    checkStoredOrders(stored, world.bodies)
    const audit = auditOrders({
      accepted: world.accepted,
      stored: stored.orders.map(({ id }) => id),
      messages: stored.placedJobs.map((id) => ({ text: `?order=${id}`, cut: false })),
      ambiguous: 0,
    })
    assertInvariant(isClean(audit), 'I10 orders, responses and jobs differ', audit)
    return world.result(stored.orders.length)
  } catch (cause) {
    throw new WorldFailure(world.lines, { cause })
  } finally {
    for (const phone of phones) phone.close()
  }
}

function startActions(world: SimulatedWorld, phones: readonly SimulatedPhone[], submits: number): void {
  const countSubmits = (): number => phones.reduce((sum, phone) => sum + phone.submits, 0)
  const scheduleNext = (): void => {
    world.time.schedule(world.delay(world.chance(0.02) ? 120_000 : 400), async () => {
      if (countSubmits() >= submits) return
      scheduleNext()
      const phone = world.random.pick(phones)
      const tab = await phone.activeTab()
      await drawAction(world)(phone, tab)
    })
  }
  scheduleNext()
}

type Draw = (world: SimulatedWorld, phone: SimulatedPhone) => ShopperStep | Promise<ShopperStep>

const step =
  (draw: Draw, isNudging = true): Action =>
  async (phone, tab) => {
    const drawn = await draw(phone.world, phone)
    phone.log(`${tab.name} ${Object.values(drawn).join(' ')}`)
    await phone.run(tab, () => applyShopperStep(phone.shopper, drawn))
    if (isNudging) phone.nudge(tab)
  }

const entryStep = (name: 'send now' | 'cancel' | 'edit' | 'keep' | 'staff confirm', isNudging = true): Action =>
  step(async (world, phone) => ({ do: name, which: await drawEntry(world, phone) }), isNudging)

/** Draws the position of an order: mostly of one that is still open on the phone. */
async function drawEntry(world: SimulatedWorld, { shopper, submits }: SimulatedPhone): Promise<number> {
  const { pending, attention } = await readOpenIds(shopper.world.db)
  const open = [...pending, ...attention]
  if (open.length > 0 && world.chance(0.8)) return [...shopper.saved.keys()].indexOf(world.random.pick(open))
  return world.random.below(Math.max(1, submits))
}

const drawOwner = (world: SimulatedWorld) => world.random.pick(owners)

/** What shoppers, staff, browsers and the shop do, with weights. */
const actions: readonly (readonly [number, Action])[] = [
  [34, step(() => ({ do: 'submit' }))],
  [2, step(() => ({ do: 'submit gone' }))],
  [3, step(() => ({ do: 'tap twice' }))],
  [1, step((world) => ({ do: 'submit in an old tab', who: drawOwner(world) }))],
  [3, submitDraft],
  [3, entryStep('send now')],
  [8, entryStep('cancel')],
  [6, entryStep('edit')],
  [2, entryStep('keep')],
  [8, entryStep('staff confirm', false)],
  [3, step((world) => ({ do: 'signs in', who: drawOwner(world) }))],
  [1, step(() => ({ do: 'session ends' }), false)],
  [2, step(() => ({ do: 'browser goes offline' }), false)],
  [6, step(() => ({ do: 'browser comes online' }))],
  [1, step((world) => ({ do: 'clock', ms: world.random.pick([3_000, 26_000, 1e5, -3_600_000, 9e7, -9e7]) }), false)],
  [8, (phone, tab) => phone.nudge(tab)],
  [3, (phone, tab) => phone.world.time.watch(phone.run(tab, async () => tab.sender?.onShopReached()))],
  [2, (phone) => phone.syncInBackground()],
  [3, (phone) => phone.openTab().then(() => {})],
  [3, (phone, tab) => phone.kill(tab)],
  [1, (phone) => phone.tabs.forEach((tab) => phone.kill(tab))],
  [2, (phone, tab) => phone.freeze(tab, 1_000 + phone.world.delay(60_000))],
  [3, changeNetwork],
  [1, blockEntry],
  [1, ({ world }) => world.deploy(world.random.below(world.processes.length))],
]

function drawAction(world: SimulatedWorld): Action {
  let remaining = world.random.below(actions.reduce((sum, [weight]) => sum + weight, 0))
  for (const [weight, action] of actions) {
    remaining -= weight
    if (remaining < 0) return action
  }
  throw new Error('the weights are a sum')
}

/** Sends the form that an edit has opened, with another quantity, under the id of its draft. */
async function submitDraft(phone: SimulatedPhone, tab: Tab): Promise<void> {
  const { shopper, world } = phone
  const { db } = shopper.world
  await phone.run(tab, async () => {
    const [draft] = await db.drafts.toArray()
    if (!draft) return
    const owner = shopper.signedInOwner
    const changes = { id: draft.orderId, ownerId: owner === GUEST ? null : owner, quantity: 2 + world.random.below(3) }
    phone.log(`${tab.name} submits the draft ${draft.orderId}`)
    await shopper.world.save(buildNewEntry(changes))
    shopper.saved.set(draft.orderId, owner)
    // The draft of an edit was used: its order counts as cancelled.
    for (const [id, purpose] of shopper.cancelRequests) {
      if (purpose === 'edit' && (await db.outbox.get(id))?.state === 'cancelled')
        shopper.cancelRequests.set(id, 'cancel')
    }
  })
  phone.nudge(tab)
}

function changeNetwork(phone: SimulatedPhone): void {
  phone.faultRate = phone.world.random.pick([0.1, 0.3, 0.3, 0.5, 0.5, 1])
  phone.log(`network ${phone.faultRate}`)
}

async function blockEntry(phone: SimulatedPhone): Promise<void> {
  const { world, blocked, shopper } = phone
  const id = idAt(shopper, await drawEntry(world, phone))
  if (!id) return
  blocked.set(id, world.random.pick(['no_network', 'firewall', 'swallowed']))
  phone.log(`network drops ${id}`)
}

/** Waits until the timers of the senders have sent all that the phone's account may send; then see `heal`. */
async function recover(world: SimulatedWorld, phone: SimulatedPhone): Promise<void> {
  const { shopper, blocked } = phone
  const { db } = shopper.world
  const pass = (ms: number): Promise<void> =>
    new Promise((resolve) => void world.time.schedule(ms + MARGIN_MS, () => resolve()))
  const passAndRead = async () => {
    for (let turn = 0; turn <= blocked.size; turn += 1) await pass(MAX_WAIT_MS)
    return readOpenEntries(db, (entry) => isPending(entry) && !(blocked.has(entry.id) && !entry.wish))
  }
  await phone.recover()
  let waiting = await passAndRead()
  if (waiting.length > 0 && phone.isAbandoned) {
    phone.log('the shopper returns')
    phone.nudge(await phone.activeTab())
    waiting = await passAndRead()
  }
  assertInvariant(waiting.length === 0, 'I8 still pending although the network is back', waiting)
  await heal(shopper, {
    blocked,
    unblock: () => blocked.clear(),
    async wait(ms) {
      phone.nudge(await phone.activeTab())
      await pass(ms)
    },
    resumeHung: async () => {},
  })
}
