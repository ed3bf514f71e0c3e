import fc from 'fast-check'
import { expect, test } from 'vitest'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { isPending } from './entry.ts'
import { aWanted, type Context, type Fault, fakeWorld, GONE, LEMON, type World } from './fake-world.ts'
import { flush } from './flush.ts'
import { enqueue, makeDue, openEntries, resend, withdraw } from './queue.ts'

/**
 * Random stories of shoppers, tabs, clocks and networks. After every step: nothing that was called saved is lost, nothing
 * is an order twice, nothing is an order that nobody asked for, and the phone never says anything that is not so.
 */
const RUNS = 300
const SEED = 7

type Step =
  | { do: 'submit' | 'submit gone' | 'tap twice' | 'flush' | 'flush both' | 'network back' | 'delayed copies arrive' }
  | { do: 'withdraw' | 'send now'; which: number }
  | { do: 'clock'; ms: number }
  | { do: 'faults'; faults: Fault[] }

const fault = fc.constantFrom<Fault>(
  'none',
  'no_network',
  'portal',
  'other_json',
  'firewall',
  'gateway',
  'busy',
  'signed_out',
  'answer_lost',
  'answer_lost',
  'doubled',
  'delayed',
  'dies_before',
  'dies_after',
)

const step: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constantFrom('submit' as const, 'submit gone' as const, 'tap twice' as const) }),
  },
  {
    weight: 5,
    arbitrary: fc.record({ do: fc.constantFrom('flush' as const, 'flush' as const, 'flush both' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('network back' as const, 'delayed copies arrive' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constantFrom('withdraw' as const, 'send now' as const), which: fc.nat(5) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('clock' as const),
      ms: fc.constantFrom(50, 3_000, 1e5, 1e5, -3_600_000, 9e7),
    }),
  },
  {
    weight: 4,
    arbitrary: fc.record({ do: fc.constant('faults' as const), faults: fc.array(fault, { maxLength: 4 }) }),
  },
)

interface Story {
  world: World
  contexts: Context[]
  /** Told "saved". */
  saved: string[]
  withdrawn: Set<string>
  sent: Set<string>
}

test(`${RUNS} random stories lose nothing, double nothing and tell no lies`, { timeout: 600_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 16 }), async (steps) => {
      const world = fakeWorld()
      const story: Story = {
        world,
        contexts: [world.open(), world.open()],
        saved: [],
        withdrawn: new Set(),
        sent: new Set(),
      }
      for (const each of steps) {
        await play(story, each)
        await check(story)
      }
      await heal(story)
      await check(story)
    }),
    { numRuns: RUNS, seed: SEED },
  )
})

async function play(story: Story, now: Step): Promise<void> {
  const { world, saved, withdrawn } = story
  const { db, clock, faults, server } = world
  switch (now.do) {
    case 'submit':
    case 'submit gone':
    case 'tap twice': {
      server.gone.add(GONE)
      const wanted = aWanted({ productId: now.do === 'submit gone' ? GONE : LEMON })
      if (now.do === 'tap twice') await Promise.all([enqueue(db, wanted, clock.now), enqueue(db, wanted, clock.now)])
      else await enqueue(db, wanted, clock.now)
      saved.push(wanted.order.id)
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
    case 'clock':
      clock.now += now.ms
      return
    case 'faults':
      faults.push(...now.faults)
      return
    case 'send now': {
      const id = saved[now.which]
      if (id) await resend(db, id, clock.now)
      return
    }
    case 'withdraw': {
      const id = saved[now.which]
      if (id && typeof (await withdraw(db, id)) === 'object') withdrawn.add(id)
    }
  }
}

/** A context that dies on the way is replaced: the tab is opened again. */
async function run(story: Story, places: number[]): Promise<void> {
  await Promise.all(
    places.map(async (place) => {
      const context = story.contexts[place] as Context // both are always there
      await Promise.race([flush(context.parts), context.died])
      if (context.isDead()) story.contexts[place] = story.world.open()
    }),
  )
}

/**
 * The network is well, a page is open, and the shopper says yes to whatever is asked. Nobody taps "send now": what
 * waits has to go by itself before the longest wait there is has passed.
 */
async function heal(story: Story): Promise<void> {
  const { world } = story
  world.faults.length = 0
  world.server.deliverDelayed()
  for (let round = 0; round < 2; round += 1) {
    world.clock.now += BACKOFF_CAP_MS
    await run(story, [0])
    for (const { id, state } of await openEntries(world.db)) {
      if (state === 'attention') await resend(world.db, id, world.clock.now)
    }
  }
  expect((await openEntries(world.db, isPending)).map(({ id, reason }) => [id, reason])).toEqual([])
}

/** All that these servers and clocks can make a shopper decide. */
const asked = ['stale', 'unavailable', 'unauthorized']

async function check({ world, saved, withdrawn, sent }: Story): Promise<void> {
  const { orders, received, refused } = world.server
  const onServer = orders.map(({ id }) => id)
  const entries = new Map((await world.db.outbox.toArray()).map((entry) => [entry.id, entry]))

  expect(new Set(onServer).size, 'doubled').toBe(onServer.length)
  expect(
    onServer.filter((id) => !saved.includes(id)),
    'orders that nobody asked for',
  ).toEqual([])
  for (const id of saved) {
    const entry = entries.get(id)
    const safe = entry && (entry.bodyJson !== null || onServer.includes(id) || withdrawn.has(id))
    expect(safe, `lost: ${id}`).toBe(true)
    if (entry?.state === 'sent') sent.add(id)
    if (sent.has(id)) expect(entry, 'sent is for ever').toMatchObject({ state: 'sent', bodyJson: null })
    if (entry?.state === 'sent') expect(onServer, 'said sent').toContain(id)
    if (entry?.final && entry.state === 'attention') expect(refused.has(id), 'said refused').toBe(true)
    if (entry?.state === 'attention') expect(asked, 'asked the shopper for nothing').toContain(entry.reason)
    if (withdrawn.has(id)) expect(onServer, 'withdrawn and ordered').not.toContain(id)
    if (entry?.state === 'cancelled') expect(entry.bodyJson, 'kept after the end').toBeNull()
    expect(new Set(received.filter((each) => each.id === id).map(({ body }) => body)).size).toBeLessThanOrEqual(1)
  }
}
