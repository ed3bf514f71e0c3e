import fc from 'fast-check'
import { LONGEST_WAIT_MS } from '../src/outbox/backoff.ts'
import { type Entry, GUEST, isClockSet, isOpen, isPending, isReopened, mayWithdraw } from '../src/outbox/entry.ts'
import { aWanted, type Context, type Fault, fakeWorld, faults, GONE, LEMON, type World } from './fake-world.ts'
import { flush } from '../src/outbox/flush.ts'
import { directedStories } from './outbox-stories.ts'
import { handOver, isTheirs, ownerIn } from '../src/outbox/owner.ts'
import { enqueue, makeDue, openEntries, openIds, resend } from '../src/outbox/queue.ts'
import { keep, takeBack } from '../src/outbox/take-back.ts'

/**
 * Random stories of shoppers, tabs, clocks and networks. After every step: nothing that was called saved is lost, nothing
 * is an order twice, nothing is an order that nobody asked for or that was taken back, nothing leaves under another
 * account or is seen by it, and the phone never says anything that is not so. At the end the network heals, and everything ends by itself.
 */
const plain = [
  'submit',
  'submit gone',
  'tap twice',
  'flush',
  'flush both',
  'network back',
  'delayed copies arrive',
  'hung tab wakes',
  'session ends',
] as const
const people = [GUEST, 'olena', 'taras'] as const
const about = ['send now', 'cancel', 'cancel while it is sent', 'edit', 'keep', 'staff confirm'] as const

export type Step =
  | { do: (typeof plain)[number] }
  | { do: (typeof about)[number]; which: number }
  | { do: 'signs in' | 'submit in an old tab'; who: (typeof people)[number] }
  | { do: 'block'; which: number; by: Fault }
  | { do: 'clock'; ms: number }
  | { do: 'faults'; faults: Fault[] }

const one = (...steps: (typeof plain)[number][]) => fc.record({ do: fc.constantFrom(...steps) })

const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: one('submit', 'submit gone', 'tap twice') },
  { weight: 5, arbitrary: one('flush', 'flush', 'flush both') },
  { weight: 2, arbitrary: one('network back', 'delayed copies arrive', 'hung tab wakes', 'session ends') },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('signs in' as const, 'signs in' as const, 'submit in an old tab' as const),
      who: fc.constantFrom(...people),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...about), which: fc.nat(4) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('block' as const),
      which: fc.nat(4),
      by: fc.constantFrom('no_network' as const, 'firewall' as const, 'swallowed' as const),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.constantFrom(50, 3_000, 26_000, 1e5, 1e5, -3_600_000, 9e7),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({
      do: fc.constant('faults' as const),
      faults: fc.array(fc.constantFrom(...faults, 'answer_lost' as const), { maxLength: 4 }),
    }),
  },
)

interface Story {
  world: World
  contexts: Context[]
  /** Told "saved", and who had written it. */
  saved: Map<string, string>
  /** Who is signed in here, as far as the phone knows. */
  person: string
  /** The shopper wants them back and has not changed their mind. */
  unwanted: Map<string, 'cancel' | 'edit'>
  /** An account has left, and its forms and finished requests with it. */
  erased: boolean
  /** States that nothing may follow. */
  ended: Map<string, Entry['state']>
}

const tale = fc.record({ withLocks: fc.boolean(), steps: fc.array(step, { minLength: 4, maxLength: 18 }) })

/**
 * Tells the directed stories, then random ones.
 *
 * @param shortest looks for the shortest story that goes wrong, which takes a while
 * @throws with the seed and the story when something that must hold does not
 */
export async function tellStories({
  runs,
  seed,
  shortest = true,
}: {
  runs: number
  seed: number
  shortest?: boolean
}): Promise<void> {
  for (const [name, steps] of Object.entries(directedStories)) {
    for (const withLocks of [true, false]) {
      await tell(steps, { withLocks }).catch((cause: unknown) => {
        throw new Error(`The story "${name}" went wrong`, { cause })
      })
    }
  }
  await fc.assert(
    fc.asyncProperty(tale, async ({ withLocks, steps }) => {
      await tell(steps, { withLocks })
    }),
    { numRuns: runs, seed, endOnFailure: !shortest },
  )
}

/** One story with its happy end. */
async function tell(steps: readonly Step[], { withLocks }: { withLocks: boolean }): Promise<void> {
  const world = fakeWorld({ withLocks })
  const contexts = [world.open(), world.open()]
  const story: Story = {
    world,
    contexts,
    saved: new Map(),
    person: GUEST,
    unwanted: new Map(),
    erased: false,
    ended: new Map(),
  }
  for (const each of steps) {
    await play(story, each)
    await check(story)
  }
  await heal(story)
  await check(story)
}

async function play(story: Story, now: Step): Promise<void> {
  const { world, saved, unwanted } = story
  const { db, clock, faults, server, session } = world
  const id = 'which' in now ? ([...saved.keys()][now.which] ?? '') : ''
  switch (now.do) {
    case 'submit':
    case 'submit gone':
    case 'submit in an old tab':
    case 'tap twice': {
      server.gone.add(GONE)
      const productId = now.do === 'submit gone' ? GONE : LEMON
      const owner = 'who' in now ? now.who : story.person
      const wanted = aWanted({ productId, ownerId: owner === GUEST ? null : owner })
      if (now.do === 'tap twice') await Promise.all([enqueue(db, wanted, clock.now), enqueue(db, wanted, clock.now)])
      else await enqueue(db, wanted, clock.now)
      saved.set(wanted.order.id, owner)
      return
    }
    case 'flush':
      return run(story, [0])
    case 'flush both':
      return run(story, [0, 1])
    case 'network back':
      faults.length = 0
      return makeDue(db, clock.now)
    case 'delayed copies arrive':
      return server.deliverDelayed()
    case 'hung tab wakes':
      world.wake()
      return settled()
    case 'signs in':
      return signIn(story, now.who)
    case 'session ends':
      session.owner = GUEST
      return
    case 'block':
      world.blocked.set(id, now.by)
      return
    case 'clock':
      clock.now += now.ms
      return
    case 'faults':
      faults.push(...now.faults)
      return
    case 'send now':
      await resend(db, id, clock.now)
      return
    case 'keep':
      if (await keep(db, id, clock.now)) unwanted.delete(id)
      return
    case 'staff confirm':
      for (const order of server.orders) if (order.id === id && order.status === 'pending') order.status = 'confirmed'
      return
    case 'cancel while it is sent':
      await Promise.all([run(story, [0]), want('cancel')])
      return
    case 'cancel':
    case 'edit':
      return want(now.do)
  }

  async function want(to: 'cancel' | 'edit'): Promise<void> {
    const taken = await takeBack(db, id, to, clock.now)
    if (taken !== 'too_late') unwanted.set(id, to)
    if (typeof taken === 'object') must((await db.drafts.count()) > 0, 'changed, and in no form', id)
  }
}

/** As the page does it; GUEST signs out. */
async function signIn(story: Story, who: string): Promise<void> {
  await check(story)
  const { world } = story
  const before = await ownerIn(world.db)
  if (before !== who && before !== GUEST) story.erased = true
  world.session.owner = who
  story.person = who
  await handOver(world.db, who)
}

/** A context that dies or hangs is replaced: the shopper opens the app again. */
async function run(story: Story, places: number[]): Promise<void> {
  await Promise.all(
    places.map(async (place) => {
      const context = story.contexts[place] as Context // both are always there
      await Promise.race([flush(context.parts), context.lost])
      if (context.isLost()) story.contexts[place] = story.world.open()
    }),
  )
}

/** What a context that woke up had to write has been written. */
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10))

/**
 * The network is well, a page is open, everybody signs in once more, and the shopper says yes to whatever is asked. Nobody
 * taps "send now": what waits has to go by itself, at once or after the longest wait there is. Requests that a firewall
 * blocks stay blocked until all others have gone: each of them may cost one run.
 */
async function heal(story: Story): Promise<void> {
  const { world, saved, unwanted } = story
  world.faults.length = 0
  world.server.deliverDelayed()
  for (const owner of new Set([...saved.values(), GUEST])) {
    await signIn(story, owner)
    const refused = await openEntries(world.db, ({ reason }) => reason === 'unauthorized')
    must(
      refused.every((entry) => entry.owner !== owner || isPending(entry)),
      'asks to sign in though signed in',
      refused,
    )
    const own = (entry: Entry): boolean => entry.owner === owner
    const away = (await world.db.outbox.toArray()).filter((entry) => own(entry) && entry.state === 'away')
    must(away.length === 0, 'put away though its account is here', away)
    // A clock that jumped back is noticed by the first look.
    await run(story, [0])
    for (let turn = 0; turn < world.blocked.size; turn += 1) {
      world.clock.now += LONGEST_WAIT_MS
      await run(story, [0])
    }
    for (let round = 0; round < 2; round += 1) {
      world.clock.now += LONGEST_WAIT_MS
      await run(story, [0])
      const left = await openEntries(
        world.db,
        (entry) => own(entry) && isPending(entry) && !(world.blocked.has(entry.id) && !entry.wish),
      )
      must(left.length === 0, 'waits though it could go', left)
      for (const { id } of await openEntries(world.db, own)) await resend(world.db, id, world.clock.now)
    }
    world.blocked.clear()
    world.clock.now += LONGEST_WAIT_MS
    await run(story, [0])
    const held = await openEntries(world.db, (entry) => own(entry) && isPending(entry))
    must(held.length === 0, 'waits though it could go', held)
    for (const { id } of await openEntries(world.db, (entry) => own(entry) && isReopened(entry))) {
      const draft = await takeBack(world.db, id, 'edit', world.clock.now)
      must(typeof draft === 'object', 'changed, and in no form', id)
    }
  }
  world.wake()
  await settled()
  for (const [id] of unwanted) {
    const entry = await world.db.outbox.get(id)
    if (!entry && story.erased && story.ended.has(id)) continue
    const kept = entry?.state === 'cancelled' || (entry?.state === 'sent' && entry.reason === 'too_late')
    must(kept, 'a wish was forgotten', entry)
  }
}

/** All that these servers and clocks can make a shopper decide. */
const asked = ['stale', 'unavailable', 'unauthorized', 'reopened', 'forbidden', 'too_large', 'client_too_old']

async function check({ world, saved, unwanted, erased, ended }: Story): Promise<void> {
  const { orders, received, refused, cancelled } = world.server
  const entries = new Map((await world.db.outbox.toArray()).map((entry) => [entry.id, entry]))
  const ids = orders.map(({ id }) => id)
  must(new Set(ids).size === ids.length, 'I2 doubled', ids)

  for (const { id } of orders) must(saved.has(id), 'I3 an order that nobody asked for', id)
  for (const { id, session } of received) {
    const owner = saved.get(id) ?? ''
    // A session that has ended is found out by asking.
    must(isTheirs({ owner }, session) || session === GUEST, 'I11 left under another account', id)
  }
  const here = await ownerIn(world.db)
  const { pending, attention } = await openIds(world.db)
  for (const id of [...pending, ...attention]) {
    must(isTheirs({ owner: saved.get(id) ?? '' }, here), 'I11 seen by another account', id)
  }
  for (const [id] of saved) {
    const entry = entries.get(id)
    const order = orders.find((each) => each.id === id)
    if (!entry) {
      must(erased && ended.has(id), 'I1 lost', id)
      continue
    }
    const { state } = entry
    const isOver = state === 'sent' || state === 'cancelled'
    must(isOver ? state === 'cancelled' || order : entry.bodyJson !== null, 'I1 lost', entry)
    if (state === 'sent') must(order && order.status !== 'cancelled', 'I4 called sent and is not', entry)
    if (entry.reason === 'too_late') must(order?.status === 'confirmed', 'I4 called too late and is not', entry)
    if (state === 'attention') must(asked.includes(entry.reason ?? ''), 'asked the shopper for nothing', entry)
    const isUnread = ['forbidden', 'too_large', 'client_too_old'].includes(entry.reason ?? '')
    must(!isUnread || world.server.unread.has(id), 'asked the shopper for nothing', entry)
    const isDated = isClockSet(Math.max(entry.createdAt, entry.confirmedAt))
    must(entry.reason !== 'stale' || isDated, 'called old by a clock that was not set', entry)
    if (state === 'attention' && entry.final) {
      const isSo = entry.reason === 'reopened' ? cancelled.has(id) && unwanted.get(id) === 'edit' : refused.has(id)
      must(isSo || refused.has(id), 'I4 called refused and is not', entry)
    }
    if (isOpen(entry) && mayWithdraw(entry))
      must(!order || order.status === 'cancelled', 'I4 called not taken and is an order', entry)
    if (state === 'cancelled') {
      must(!order || order.status === 'cancelled', 'I6 called cancelled and is live', entry)
      must(unwanted.has(id), 'I1 given up though nobody wished it', entry)
      if (unwanted.get(id) === 'edit')
        must(erased || (await world.db.drafts.count()) > 0, 'changed, and in no form', entry)
    }
    must(!ended.has(id) || ended.get(id) === state, 'I5 went on after its end', entry)
    if (isOver) {
      ended.set(id, state)
      must(!JSON.stringify(entry).includes('Олена'), 'I7 kept a name after the end', entry)
    }
    const bodies = received.filter((each) => each.id === id && each.what === 'order').map(({ body }) => body)
    must(new Set(bodies).size <= 1, 'I9 two bodies under one id', bodies)
  }
}

class Broken extends Error {
  constructor(what: string, about: unknown) {
    super(`${what}: ${JSON.stringify(about)}`)
  }
}

function must(holds: unknown, what: string, about: unknown): void {
  if (!holds) throw new Broken(what, about)
}
