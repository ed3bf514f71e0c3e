import fc from 'fast-check'
import { flush } from '../src/outbox/flush.ts'
import { makeDue } from '../src/outbox/queue.ts'
import { type Context, DISCONTINUED, type Fault, fakeWorld, faults, type World } from './fake-world.ts'
import { assertInvariant, checkInvariants, type Shopper } from './outbox-invariants.ts'
import { directedScenarios } from './outbox-scenarios.ts'
import {
  applyShopperStep,
  createShopper,
  entryShopperSteps,
  heal,
  idAt,
  owners,
  type plainShopperSteps,
  type ShopperStep,
} from './outbox-shopper.ts'

/**
 * Steps of random scenarios with shoppers, tabs, clocks and networks. After every step the invariants of
 * infra/decisions/guarantees.md (I1 to I11) are checked. At the end the network recovers, and every entry is settled.
 */
const networkSteps = ['flush', 'flush both', 'network back', 'delayed copies arrive', 'hung tab resumes'] as const
const entrySteps = [...entryShopperSteps, 'cancel while it is sent'] as const

export type Step =
  | ShopperStep
  | { do: (typeof networkSteps)[number] }
  | { do: 'cancel while it is sent'; which: number }
  | { do: 'block'; which: number; by: Fault }
  | { do: 'faults'; faults: Fault[] }

const anyOf = (...steps: (typeof plainShopperSteps | typeof networkSteps)[number][]) =>
  fc.record({ do: fc.constantFrom(...steps) })

const stepArbitrary: fc.Arbitrary<Step> = fc.oneof(
  { weight: 4, arbitrary: anyOf('submit', 'submit gone', 'tap twice') },
  { weight: 5, arbitrary: anyOf('flush', 'flush', 'flush both') },
  { weight: 2, arbitrary: anyOf('network back', 'delayed copies arrive', 'hung tab resumes', 'session ends') },
  { weight: 2, arbitrary: anyOf('browser goes offline', 'browser comes online') },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constantFrom('signs in' as const, 'signs in' as const, 'submit in an old tab' as const),
      who: fc.constantFrom(...owners),
    }),
  },
  { weight: 4, arbitrary: fc.record({ do: fc.constantFrom(...entrySteps), which: fc.nat(4) }) },
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

interface Scenario extends Shopper {
  world: World
  contexts: Context[]
  /** Flushes of contexts that were killed or hang. */
  lostFlushes: { context: Context; flushing: Promise<unknown> }[]
}

const scenarioArbitrary = fc.record({
  withLocks: fc.boolean(),
  steps: fc.array(stepArbitrary, { minLength: 4, maxLength: 18 }),
})

/**
 * Runs the directed scenarios, then random ones.
 *
 * @param shortest shrinks a failing scenario, which is slow
 * @throws with the seed and the scenario when an invariant is violated
 */
export async function runScenarios({
  runs,
  seed,
  shortest = true,
}: {
  runs: number
  seed: number
  shortest?: boolean
}): Promise<void> {
  for (const [name, steps] of Object.entries(directedScenarios)) {
    for (const withLocks of [true, false]) {
      await runScenario(steps, { withLocks }).catch((cause: unknown) => {
        throw new Error(`The scenario "${name}" failed`, { cause })
      })
    }
  }
  await fc.assert(
    fc.asyncProperty(scenarioArbitrary, async ({ withLocks, steps }) => {
      await runScenario(steps, { withLocks })
    }),
    { numRuns: runs, seed, endOnFailure: !shortest },
  )
}

/** Runs one scenario and then recovers the network. */
async function runScenario(steps: readonly Step[], { withLocks }: { withLocks: boolean }): Promise<void> {
  const world = fakeWorld({ withLocks })
  world.server.gone.add(DISCONTINUED)
  const contexts = [world.open(), world.open()]
  const scenario: Scenario = { ...createShopper(world), world, contexts, lostFlushes: [] }
  for (const step of steps) {
    await applyStep(scenario, step)
    await checkInvariants(scenario)
  }
  await healScenario(scenario)
  await checkInvariants(scenario)
}

async function applyStep(scenario: Scenario, step: Step): Promise<void> {
  const { db, clock, faults, server, blocked } = scenario.world
  switch (step.do) {
    case 'flush':
      return flushContexts(scenario, [0])
    case 'flush both':
      return flushContexts(scenario, [0, 1])
    case 'network back':
      faults.length = 0
      return makeDue(db, clock.now)
    case 'delayed copies arrive':
      return server.deliverDelayed()
    case 'hung tab resumes':
      return resumeHung(scenario)
    case 'block':
      blocked.set(idAt(scenario, step.which), step.by)
      return
    case 'faults':
      faults.push(...step.faults)
      return
    case 'browser comes online':
      await applyShopperStep(scenario, step)
      return makeDue(db, clock.now)
    case 'cancel while it is sent':
      await Promise.all([flushContexts(scenario, [0]), applyShopperStep(scenario, { ...step, do: 'cancel' })])
      return
    case 'submit':
    case 'submit gone':
    case 'submit in an old tab':
    case 'tap twice':
    case 'signs in':
    case 'session ends':
    case 'browser goes offline':
    case 'clock':
    case 'send now':
    case 'cancel':
    case 'edit':
    case 'keep':
    case 'staff confirm':
      return applyShopperStep(scenario, step)
  }
}

/** Flushes the contexts and replaces one that dies or hangs, as a shopper does who opens the app again. */
async function flushContexts(scenario: Scenario, contextIndexes: number[]): Promise<void> {
  const { db, browser } = scenario.world
  const isAttemptExpected =
    !browser.isOffline || (await db.outbox.filter(({ isForced }) => isForced === true).count()) > 0
  const attemptsBefore = await readAttempts(scenario)
  await Promise.all(
    contextIndexes.map(async (index) => {
      const context = scenario.contexts[index] as Context // both are always there
      const flushing = flush(context.parts)
      await Promise.race([flushing, context.lost])
      if (!context.isLost()) return
      scenario.lostFlushes.push({ context, flushing })
      scenario.contexts[index] = scenario.world.open()
    }),
  )
  const attempts = await readAttempts(scenario)
  assertInvariant(isAttemptExpected || attempts === attemptsBefore, 'I13 attempted while offline', attempts)
}

/** Everything that an attempt changes: the requests made, and the counters and waits on the disk. */
async function readAttempts({ world: { db, attempted } }: Scenario): Promise<string> {
  const entries = await db.outbox.orderBy('seq').toArray()
  const counters = entries.map(({ attempts, refusals, nextAt, triedAt, foreignInRow }) => [
    attempts,
    refusals,
    nextAt,
    triedAt,
    foreignInRow,
  ])
  return JSON.stringify([attempted.size, counters])
}

/** Delivers the responses that hung contexts wait for, and waits until each has finished, or is lost again. */
async function resumeHung({ world, lostFlushes }: Scenario): Promise<void> {
  world.resumeHung()
  await Promise.all(lostFlushes.map(({ context, flushing }) => Promise.race([flushing, context.lost])))
}

/** Removes all faults; see `heal`. */
async function healScenario(scenario: Scenario): Promise<void> {
  const { world } = scenario
  const { faults, browser, server, blocked, clock } = world
  faults.length = 0
  browser.isOffline = false
  server.deliverDelayed()
  await heal(scenario, {
    blocked,
    unblock: () => blocked.clear(),
    async wait(ms) {
      clock.now += ms
      await flushContexts(scenario, [0])
    },
    resumeHung: () => resumeHung(scenario),
  })
}
