import fc from 'fast-check'
import { MAX_WAIT_MS } from '../src/outbox/backoff.ts'
import {
  type Entry,
  GUEST,
  isClockSet,
  isOpen,
  isPending,
  isReopened,
  isVisibleTo,
  canWithdraw,
} from '../src/outbox/entry.ts'
import {
  buildNewEntry,
  type Context,
  type Fault,
  fakeWorld,
  faults,
  DISCONTINUED,
  LEMON,
  type World,
} from './fake-world.ts'
import { flush } from '../src/outbox/flush.ts'
import { directedScenarios } from './outbox-scenarios.ts'
import { switchAccount, readOwner } from '../src/outbox/switch-account.ts'
import { enqueue, makeDue, readOpenEntries, readOpenIds, resend } from '../src/outbox/queue.ts'
import { revertCancel, cancelEntry } from '../src/outbox/cancel-entry.ts'

/**
 * Steps of random scenarios with shoppers, tabs, clocks and networks. After every step the invariants of
 * infra/decisions/guarantees.md (I1 to I11) are checked. At the end the network recovers, and every entry is settled.
 */
const plainSteps = [
  'submit',
  'submit gone',
  'tap twice',
  'flush',
  'flush both',
  'network back',
  'delayed copies arrive',
  'hung tab resumes',
  'session ends',
  'browser goes offline',
  'browser comes online',
] as const
const owners = [GUEST, 'olena', 'taras'] as const
const entrySteps = ['send now', 'cancel', 'cancel while it is sent', 'edit', 'keep', 'staff confirm'] as const

export type Step =
  | { do: (typeof plainSteps)[number] }
  | { do: (typeof entrySteps)[number]; which: number }
  | { do: 'signs in' | 'submit in an old tab'; who: (typeof owners)[number] }
  | { do: 'block'; which: number; by: Fault }
  | { do: 'clock'; ms: number }
  | { do: 'faults'; faults: Fault[] }

const anyOf = (...steps: (typeof plainSteps)[number][]) => fc.record({ do: fc.constantFrom(...steps) })

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

interface Scenario {
  world: World
  contexts: Context[]
  /** Orders that were reported as saved, with their owner. */
  saved: Map<string, string>
  /** Account that is signed in on this phone, or GUEST. */
  signedInOwner: string
  /** Cancellations that the shopper requested and has not reverted. */
  cancelRequests: Map<string, 'cancel' | 'edit'>
  /** An account was switched, which erased its drafts and settled entries. */
  isErased: boolean
  /** Flushes of contexts that were killed or hang. */
  lostFlushes: { context: Context; flushing: Promise<unknown> }[]
  /** Final states that were seen: they never change. */
  finalStates: Map<string, Entry['state']>
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
  const contexts = [world.open(), world.open()]
  const scenario: Scenario = {
    world,
    contexts,
    saved: new Map(),
    signedInOwner: GUEST,
    cancelRequests: new Map(),
    isErased: false,
    lostFlushes: [],
    finalStates: new Map(),
  }
  for (const step of steps) {
    await applyStep(scenario, step)
    await checkInvariants(scenario)
  }
  await heal(scenario)
  await checkInvariants(scenario)
}

async function applyStep(scenario: Scenario, step: Step): Promise<void> {
  const { world, saved, cancelRequests } = scenario
  const { db, clock, faults, server, session } = world
  const id = 'which' in step ? ([...saved.keys()][step.which] ?? '') : ''
  switch (step.do) {
    case 'submit':
    case 'submit gone':
    case 'submit in an old tab':
    case 'tap twice': {
      server.gone.add(DISCONTINUED)
      const productId = step.do === 'submit gone' ? DISCONTINUED : LEMON
      const owner = 'who' in step ? step.who : scenario.signedInOwner
      const newEntry = buildNewEntry({ productId, ownerId: owner === GUEST ? null : owner })
      if (step.do === 'tap twice')
        await Promise.all([enqueue(db, newEntry, clock.now), enqueue(db, newEntry, clock.now)])
      else await enqueue(db, newEntry, clock.now)
      saved.set(newEntry.order.id, owner)
      return
    }
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
    case 'signs in':
      return signIn(scenario, step.who)
    case 'session ends':
      session.owner = GUEST
      return
    case 'browser goes offline':
      world.browser.isOffline = true
      return
    case 'browser comes online':
      world.browser.isOffline = false
      return makeDue(db, clock.now)
    case 'block':
      world.blocked.set(id, step.by)
      return
    case 'clock':
      clock.now += step.ms
      return
    case 'faults':
      faults.push(...step.faults)
      return
    case 'send now':
      await resend(db, id, clock.now)
      return
    case 'keep':
      if (await revertCancel(db, id, clock.now)) cancelRequests.delete(id)
      return
    case 'staff confirm':
      for (const order of server.orders) if (order.id === id && order.status === 'pending') order.status = 'confirmed'
      return
    case 'cancel while it is sent':
      await Promise.all([flushContexts(scenario, [0]), cancelOrEdit('cancel')])
      return
    case 'cancel':
    case 'edit':
      return cancelOrEdit(step.do)
  }

  async function cancelOrEdit(purpose: 'cancel' | 'edit'): Promise<void> {
    const result = await cancelEntry(db, id, purpose, clock.now)
    if (result !== 'too_late') cancelRequests.set(id, purpose)
    if (typeof result === 'object') assertInvariant((await db.drafts.count()) > 0, 'reopened without a draft', id)
  }
}

/** Switches the account as the page does; GUEST signs out. */
async function signIn(scenario: Scenario, owner: string): Promise<void> {
  await checkInvariants(scenario)
  const { world } = scenario
  const previousOwner = await readOwner(world.db)
  if (previousOwner !== owner && previousOwner !== GUEST) scenario.isErased = true
  world.session.owner = owner
  scenario.signedInOwner = owner
  await switchAccount(world.db, owner)
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

/**
 * Removes all faults, signs every account in again, and confirms each dialog. Without a tap on "send now" pending entries
 * must be sent, at once or after the longest backoff. Requests that a firewall blocks stay blocked until all others are
 * sent: each of them may cost one run.
 */
async function heal(scenario: Scenario): Promise<void> {
  const { world, saved, cancelRequests } = scenario
  world.faults.length = 0
  world.browser.isOffline = false
  world.server.deliverDelayed()
  for (const owner of new Set([...saved.values(), GUEST])) {
    await signIn(scenario, owner)
    const unauthorizedEntries = await readOpenEntries(world.db, ({ reason }) => reason === 'unauthorized')
    assertInvariant(
      unauthorizedEntries.every((entry) => entry.owner !== owner || isPending(entry)),
      'requires sign-in although signed in',
      unauthorizedEntries,
    )
    const isOwn = (entry: Entry): boolean => entry.owner === owner
    const otherAccountEntries = (await world.db.outbox.toArray()).filter(
      (entry) => isOwn(entry) && entry.state === 'away',
    )
    assertInvariant(
      otherAccountEntries.length === 0,
      'hidden as another account’s although its account is signed in',
      otherAccountEntries,
    )
    // The first flush detects a clock that was set back.
    await flushContexts(scenario, [0])
    for (let turn = 0; turn < world.blocked.size; turn += 1) {
      world.clock.now += MAX_WAIT_MS
      await flushContexts(scenario, [0])
    }
    for (let round = 0; round < 2; round += 1) {
      world.clock.now += MAX_WAIT_MS
      await flushContexts(scenario, [0])
      const waitingEntries = await readOpenEntries(
        world.db,
        (entry) => isOwn(entry) && isPending(entry) && !(world.blocked.has(entry.id) && !entry.wish),
      )
      assertInvariant(waitingEntries.length === 0, 'still pending although it could be sent', waitingEntries)
      for (const { id } of await readOpenEntries(world.db, isOwn)) await resend(world.db, id, world.clock.now)
    }
    world.blocked.clear()
    world.clock.now += MAX_WAIT_MS
    await flushContexts(scenario, [0])
    const blockedEntries = await readOpenEntries(world.db, (entry) => isOwn(entry) && isPending(entry))
    assertInvariant(blockedEntries.length === 0, 'still pending although it could be sent', blockedEntries)
    for (const { id } of await readOpenEntries(world.db, (entry) => isOwn(entry) && isReopened(entry))) {
      const draft = await cancelEntry(world.db, id, 'edit', world.clock.now)
      assertInvariant(typeof draft === 'object', 'reopened without a draft', id)
    }
  }
  await resumeHung(scenario)
  for (const [id] of cancelRequests) {
    const entry = await world.db.outbox.get(id)
    if (!entry && scenario.isErased && scenario.finalStates.has(id)) continue
    const isSettled = entry?.state === 'cancelled' || (entry?.state === 'sent' && entry.reason === 'too_late')
    assertInvariant(isSettled, 'a cancellation was lost', entry)
  }
}

/** All reasons of these servers and clocks that need a decision of the shopper. */
const attentionReasons = [
  'stale',
  'unavailable',
  'unauthorized',
  'reopened',
  'forbidden',
  'too_large',
  'client_too_old',
]

async function checkInvariants({ world, saved, cancelRequests, isErased, finalStates }: Scenario): Promise<void> {
  const { orders, received, refused, cancelled } = world.server
  const entries = new Map((await world.db.outbox.toArray()).map((entry) => [entry.id, entry]))
  const ids = orders.map(({ id }) => id)
  assertInvariant(new Set(ids).size === ids.length, 'I2 doubled', ids)

  for (const { id } of orders) assertInvariant(saved.has(id), 'I3 an order that was not submitted', id)
  for (const { id, session } of received) {
    const owner = saved.get(id) ?? ''
    // A request without a session is allowed: the phone detects an ended session by sending.
    assertInvariant(isVisibleTo({ owner }, session) || session === GUEST, 'I11 sent under another account', id)
  }
  const signedInOwner = await readOwner(world.db)
  const { pending, attention } = await readOpenIds(world.db)
  for (const id of [...pending, ...attention]) {
    assertInvariant(isVisibleTo({ owner: saved.get(id) ?? '' }, signedInOwner), 'I11 visible to another account', id)
  }
  for (const [id] of saved) {
    const entry = entries.get(id)
    const order = orders.find((candidate) => candidate.id === id)
    if (!entry) {
      assertInvariant(isErased && finalStates.has(id), 'I1 lost', id)
      continue
    }
    const { state } = entry
    const isOver = state === 'sent' || state === 'cancelled'
    assertInvariant(isOver ? state === 'cancelled' || order : entry.bodyJson !== null, 'I1 lost', entry)
    if (state === 'sent')
      assertInvariant(order && order.status !== 'cancelled', 'I4 reported as sent and is not', entry)
    if (entry.reason === 'too_late')
      assertInvariant(order?.status === 'confirmed', 'I4 reported as too late and is not', entry)
    if (state === 'attention')
      assertInvariant(attentionReasons.includes(entry.reason ?? ''), 'needs attention without a reason', entry)
    const isUnread = ['forbidden', 'too_large', 'client_too_old'].includes(entry.reason ?? '')
    assertInvariant(!isUnread || world.server.unread.has(id), 'needs attention without a reason', entry)
    const isDated = isClockSet(Math.max(entry.createdAt, entry.confirmedAt))
    assertInvariant(entry.reason !== 'stale' || isDated, 'reported as stale by a clock that was not set', entry)
    if (state === 'attention' && entry.final) {
      const isTrueRejection =
        entry.reason === 'reopened' ? cancelled.has(id) && cancelRequests.get(id) === 'edit' : refused.has(id)
      assertInvariant(isTrueRejection || refused.has(id), 'I4 reported as refused and is not', entry)
    }
    const isAttempted = world.attempted.has(id)
    assertInvariant(isAttempted || !isOpen(entry) || canWithdraw(entry), 'I13 not attempted, not withdrawable', entry)
    assertInvariant(isAttempted || state !== 'sending', 'I13 not attempted, shown as sending', entry)
    if (isOpen(entry) && canWithdraw(entry))
      assertInvariant(!order || order.status === 'cancelled', 'I4 reported as not stored and is an order', entry)
    if (state === 'cancelled') {
      assertInvariant(!order || order.status === 'cancelled', 'I6 reported as cancelled and is live', entry)
      assertInvariant(cancelRequests.has(id), 'I1 cancelled without a request', entry)
      if (cancelRequests.get(id) === 'edit')
        assertInvariant(isErased || (await world.db.drafts.count()) > 0, 'reopened without a draft', entry)
    }
    assertInvariant(!finalStates.has(id) || finalStates.get(id) === state, 'I5 changed after its final state', entry)
    if (isOver) {
      finalStates.set(id, state)
      assertInvariant(!JSON.stringify(entry).includes('Олена'), 'I7 stores a name after its final state', entry)
    }
    const bodies = received
      .filter((candidate) => candidate.id === id && candidate.kind === 'order')
      .map(({ body }) => body)
    assertInvariant(new Set(bodies).size <= 1, 'I9 two bodies under one id', bodies)
  }
}

class InvariantViolation extends Error {
  constructor(violation: string, evidence: unknown) {
    super(`${violation}: ${JSON.stringify(evidence)}`)
  }
}

function assertInvariant(holds: unknown, violation: string, evidence: unknown): void {
  if (!holds) throw new InvariantViolation(violation, evidence)
}
