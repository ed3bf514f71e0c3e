import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { claim } from './send-attempt.ts'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { readEntry, fakeWorld, DISCONTINUED, enqueueOrder, type World } from '../../test/fake-world.ts'
import { drain, FLUSH_LOCK, flush } from './flush.ts'
import { makeDue, resend } from './queue.ts'
import { cancelEntry } from './cancel-entry.ts'

const pause = (ms: number): Promise<true> => sleep(ms, true)

test('without Web Locks an orphaned entry is claimed only after its lease has expired', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const tab = world.open()
  world.faults.push('dies_before')
  await Promise.race([flush(tab.parts), tab.lost])
  const other = { ...world.open().parts, locks: undefined }

  const early = await flush(other)
  world.clock.now += 25_000
  const late = await flush(other)

  expect([early.sent, late.sent]).toEqual([0, 1])
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('without a network a flush stops after two requests, and the next flush sends everything', async () => {
  const world = fakeWorld()
  const ids = [await enqueueOrder(world), await enqueueOrder(world), await enqueueOrder(world)]
  const { parts } = world.open()
  world.faults.push('no_network', 'no_network')

  const first = await flush(parts)
  const entriesAfterFailure = await Promise.all(ids.map((id) => readEntry(world, id)))
  world.clock.now += first.pauseMs
  const second = await flush(parts)

  expect(first).toEqual({ sent: 0, pauseMs: 2_250 })
  expect(entriesAfterFailure.map((entry) => entry?.reason)).toEqual(['network', 'network', null])
  expect(entriesAfterFailure[0]).toMatchObject({ state: 'queued' })
  expect(second.sent).toBe(3)
  expect(world.server.orders.map(({ id }) => id)).toEqual(ids)
})

test.each(['no_network', 'firewall', 'swallowed'] as const)(
  'a request that never gets through (%s) blocks no other',
  async (fault) => {
    const world = fakeWorld()
    const [stuck, ...others] = [await enqueueOrder(world), await enqueueOrder(world), await enqueueOrder(world)]
    world.blocked.set(stuck, fault)

    const { sent } = await flush(world.open().parts)

    expect(sent).toBe(2)
    expect(world.server.orders.map(({ id }) => id)).toEqual(others)
    expect(await readEntry(world, stuck)).toMatchObject({ state: 'queued', attempts: 1 })
  },
)

test('other entries are sent while a request has no response, before it times out', async () => {
  const world = fakeWorld()
  const [stuck, other] = [await enqueueOrder(world), await enqueueOrder(world)]
  const { parts } = world.open()
  const never = Promise.withResolvers<Response>()
  const send: typeof fetch = (address, init) =>
    new Headers(init?.headers).get('idempotency-key') === stuck ? never.promise : parts.send(address, init)

  const flushed = flush({ ...parts, send, whenSlow: () => new Promise((slow) => setTimeout(() => slow(true), 5)) })
  await expect.poll(() => readEntry(world, other)).toMatchObject({ state: 'sent' })
  const late = await enqueueOrder(world)
  await expect.poll(() => readEntry(world, late)).toMatchObject({ state: 'sent' })
  expect(await readEntry(world, stuck)).toMatchObject({ state: 'sending', attempts: 1 })
  never.reject(new TypeError('network'))

  expect(await flushed).toEqual({ sent: 2, pauseMs: 0 })
})

test('at most three requests are in flight at once', async () => {
  const world = fakeWorld()
  for (let each = 0; each < 6; each += 1) await enqueueOrder(world)
  const { parts } = world.open()
  let [inFlight, maxInFlight] = [0, 0]
  const send: typeof fetch = async (...request) => {
    maxInFlight = Math.max(maxInFlight, ++inFlight)
    await new Promise((resolve) => setTimeout(resolve, 50))
    inFlight -= 1
    return parts.send(...request)
  }

  const { sent } = await flush({
    ...parts,
    send,
    whenSlow: () => new Promise((slow) => setTimeout(() => slow(true), 2)),
  })

  expect(sent).toBe(6)
  expect(maxInFlight).toBe(3)
})

test('four requests that a firewall drops delay the rest by a few attempts only', async () => {
  const world = fakeWorld()
  const stuck = [
    await enqueueOrder(world),
    await enqueueOrder(world),
    await enqueueOrder(world),
    await enqueueOrder(world),
  ]
  const other = await enqueueOrder(world)
  for (const id of stuck) world.blocked.set(id, 'firewall')
  const { parts } = world.open()

  for (let run = 0; run < 4; run += 1) {
    await flush(parts)
    world.clock.now += BACKOFF_CAP_MS
  }

  expect(await readEntry(world, other)).toMatchObject({ state: 'sent', attempts: 1 })
})

test('a cancel requested during an attempt is sent after its response, not concurrently', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  const response = Promise.withResolvers<Response>()
  const send = vi.fn<typeof fetch>(parts.send).mockImplementationOnce(() => response.promise)
  const slow = Promise.withResolvers<true>()
  const flushed = flush({ ...parts, send, whenSlow: () => slow.promise.then(() => pause(1)) })
  await expect.poll(() => readEntry(world, id)).toMatchObject({ state: 'sending' })

  await cancelEntry(world.db, id, 'cancel', world.clock.now)
  slow.resolve(true)
  await pause(30)
  expect(send).toHaveBeenCalledOnce()
  response.reject(new TypeError('network'))
  await flushed
  await makeDue(world.db, world.clock.now)
  await flush(parts)

  expect(world.server.received).toMatchObject([{ kind: 'cancel' }])
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled' })
})

test('a response of the API makes entries due that failed in transit, except those with a `Retry-After`', async () => {
  const world = fakeWorld()
  const backoffFields = { state: 'queued', attempts: 9, nextAt: world.clock.now + 600_000 } as const
  const [unreachable, portal, held, busy] = [
    await enqueueOrder(world),
    await enqueueOrder(world),
    await enqueueOrder(world),
    await enqueueOrder(world),
  ]
  await world.db.outbox.update(unreachable, { ...backoffFields, reason: 'network' })
  await world.db.outbox.update(portal, { ...backoffFields, reason: 'portal', foreignInRow: 3 })
  await world.db.outbox.update(held, { ...backoffFields, reason: 'network', holdUntil: backoffFields.nextAt })
  await world.db.outbox.update(busy, { ...backoffFields, reason: 'internal' })
  const fresh = await enqueueOrder(world)

  await flush(world.open().parts)

  expect(world.server.orders.map(({ id }) => id)).toEqual([fresh, unreachable, portal])
})

test('a parked entry does not stop the drain', async () => {
  const world = fakeWorld()
  world.server.gone.add(DISCONTINUED)
  const rejectedId = await enqueueOrder(world, { productId: DISCONTINUED })
  const [second, third] = [await enqueueOrder(world), await enqueueOrder(world)]
  world.faults.push('none', 'signed_out')

  const { sent } = await flush(world.open().parts)

  expect(sent).toBe(1)
  expect(await readEntry(world, rejectedId)).toMatchObject({ state: 'attention', reason: 'unavailable', final: true })
  expect(await readEntry(world, second)).toMatchObject({ state: 'attention', reason: 'unauthorized', final: false })
  expect(await readEntry(world, third)).toMatchObject({ state: 'sent' })
})

test('concurrent tabs send each order once', async () => {
  const world = fakeWorld()
  for (let each = 0; each < 5; each += 1) await enqueueOrder(world)

  const tab = () => ({ ...world.open().parts, lockTimeoutMs: 5_000 })
  const results = await Promise.all([flush(tab()), flush(tab()), flush(tab())])

  expect(Math.max(...results.map(({ sent }) => sent))).toBe(5)
  expect(world.server.received).toHaveLength(5)
})

test('the lock of a hung tab is stolen once its lease has expired, and not before', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const hanging = world.open().parts
  const response = Promise.withResolvers<Response>()
  const hung = flush({ ...hanging, send: () => response.promise })
  await expect.poll(() => readEntry(world, id)).toMatchObject({ state: 'sending' })
  const other = { ...world.open().parts, lockTimeoutMs: 20 }

  const early = await flush(other)
  world.clock.now += 25_000
  const late = await flush(other)
  response.resolve(new Response('', { status: 500 }))

  expect([early.sent, late.sent]).toEqual([0, 1])
  expect(await hung).toMatchObject({ sent: 0 })
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

// catches mutation: progress-keeps-lock
test('the lock is not stolen from a tab whose queue has become shorter, even without a request in flight', async () => {
  const world = fakeWorld()
  const first = await enqueueOrder(world)
  await enqueueOrder(world)
  const workingTab = holdLock(world)
  const { parts } = world.open()
  const locks = {
    async request(name: string, options: LockOptions, work: LockGrantedCallback<unknown>) {
      if (options.signal) await world.db.outbox.update(first, { state: 'sent' })
      return parts.locks?.request(name, options, work)
    },
  } as typeof parts.locks // the only overload in use

  const result = await flush({ ...parts, locks, lockTimeoutMs: 50 })

  expect(result).toEqual({ sent: 0, pauseMs: 50 })
  expect(workingTab.isStolen()).toBe(false)
})

// catches mutation: stolen-lock-keeps-leases
test('the lock is stolen from a tab without progress; an entry that it claims at that moment stays leased to it', async () => {
  const world = fakeWorld()
  const [first, last] = [await enqueueOrder(world), await enqueueOrder(world)]
  const claimed = () =>
    claim(world.db, last, { now: world.clock.now, claimedKeys: new Set(), canIgnoreLeases: true, isOffline: false })
  const hanging = holdLock(world, claimed)

  const result = await flush({ ...world.open().parts, lockTimeoutMs: 20 })

  expect(result).toMatchObject({ sent: 1 })
  expect(hanging.isStolen()).toBe(true)
  expect(world.server.received).toMatchObject([{ id: first }])
  expect(await readEntry(world, last)).toMatchObject({ state: 'sending', attempts: 1 })
})

test('a drain whose lock was stolen claims no more entries', async () => {
  const world = fakeWorld()
  await enqueueOrder(world)

  await drain(world.open().parts, { canIgnoreLeases: true, lockLost: AbortSignal.abort() })

  expect(world.server.received).toHaveLength(0)
})

test('a thousand queued entries are sent in order, each once', { timeout: 60_000 }, async () => {
  const world = fakeWorld()
  const ids: string[] = []
  for (let each = 0; each < 1_000; each += 1) ids.push(await enqueueOrder(world))

  const { sent } = await flush(world.open().parts)

  expect(sent).toBe(1_000)
  expect(world.server.orders.map(({ id }) => id)).toEqual(ids)
})

test('an entry saved during a flush is sent by the same flush', async () => {
  const world = fakeWorld()
  await enqueueOrder(world)
  const { parts } = world.open()
  let late: Promise<string> | undefined
  const send: typeof fetch = async (...request) => {
    late ??= enqueueOrder(world)
    await late
    return parts.send(...request)
  }

  const { sent } = await flush({ ...parts, send })

  expect(sent).toBe(2)
})

/** Simulates a tab that holds the lock, and calls `onStolen` when the lock is stolen. */
function holdLock(world: World, onStolen?: () => Promise<unknown>) {
  let stolen = false
  void world
    .open()
    .parts.locks?.request(FLUSH_LOCK, {}, () => new Promise<never>(() => {}))
    .catch(() => {
      stolen = true
      return onStolen?.()
    })
  return { isStolen: () => stolen }
}

test('I13 while the browser reports no network nothing is attempted or counted, and the first run online sends', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.browser.isOffline = true
  const entryBefore = await readEntry(world, id)

  const { pauseMs } = await flush(parts)

  expect(pauseMs).toBe(15_000)
  expect(world.attempted.size).toBe(0)
  expect(await readEntry(world, id)).toEqual(entryBefore)
  world.browser.isOffline = false
  expect(await flush(parts)).toEqual({ sent: 1, pauseMs: 0 })
})

test('I13 an entry that the shopper sends now is attempted offline once; its response lets the others follow', async () => {
  const world = fakeWorld()
  const ids = [await enqueueOrder(world), await enqueueOrder(world)] as const
  const { parts } = world.open()
  world.browser.isOffline = true
  await resend(world.db, ids[1], world.clock.now)
  world.faults.push('no_network')

  await flush(parts)
  world.clock.now += BACKOFF_CAP_MS
  await flush(parts)
  expect([...world.attempted]).toEqual([ids[1]])
  expect(await readEntry(world, ids[1])).toMatchObject({ state: 'queued', attempts: 1, reason: 'network' })

  await resend(world.db, ids[1], world.clock.now)
  expect(await flush(parts)).toEqual({ sent: 2, pauseMs: 0 })
})

test('I13 an order that becomes stale offline is parked without an attempt', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  world.browser.isOffline = true
  world.clock.now += 25 * 3_600_000

  await flush(world.open().parts)

  expect(world.attempted.size).toBe(0)
  expect(await readEntry(world, id)).toMatchObject({ state: 'attention', reason: 'stale', attempts: 0 })
})
