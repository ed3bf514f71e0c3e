import { expect, test } from 'vitest'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { aWanted, fakeWorld, GONE, type World } from './fake-world.ts'
import { drain, FLUSH_LOCK, flush } from './flush.ts'
import { claim, enqueue, keep, makeDue, resend, resumeAfterUpdate, settle, takeBack, withdraw } from './queue.ts'

const HOUR_MS = 3_600_000

async function kept(world: World, changes: Parameters<typeof aWanted>[0] = {}): Promise<string> {
  const { entry } = await enqueue(world.db, aWanted(changes), world.clock.now)
  return entry.id
}

const entryOf = (world: World, id: string) => world.db.outbox.get(id)

test('an order request is saved, sent once, and then nothing of the shopper stays', async () => {
  const world = fakeWorld()
  const id = await kept(world)

  const drained = await flush(world.open().parts)

  expect(drained).toEqual({ sent: 1, pauseMs: 0 })
  expect(world.server.orders).toMatchObject([{ id }])
  const entry = await entryOf(world, id)
  expect(entry).toMatchObject({ state: 'sent', bodyJson: null, answer: { number: id.slice(0, 8).toUpperCase() } })
  expect(JSON.stringify(entry)).not.toMatch(/Олена|380/)
})

test('saving also ends the draft, and a late save of the draft does not bring it back', async () => {
  const world = fakeWorld()
  const { saveDraft } = await import('./drafts.ts')
  const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }
  const wanted = aWanted()
  const draft = { id: 'lemon', orderId: wanted.order.id, openedAt: 0, savedAt: 0, fields }
  await saveDraft(world.db, draft)

  await enqueue(world.db, wanted, 1)
  await saveDraft(world.db, draft)

  expect(await world.db.drafts.count()).toBe(0)
})

test('a double tap saves once, and what was saved first stays', async () => {
  const world = fakeWorld()
  const wanted = aWanted()

  const taps = await Promise.all([enqueue(world.db, wanted, 1), enqueue(world.db, wanted, 2)])
  const late = await enqueue(world.db, aWanted({ id: wanted.order.id, customerName: 'Ольга' }), 3)

  expect(taps.filter(({ already }) => already)).toHaveLength(1)
  expect(late.already).toBe(true)
  expect(late.entry.bodyJson).toContain('Олена')
  expect(await world.db.outbox.count()).toBe(1)
})

test('a lost answer is followed by the same id and the same bytes, and one order', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('answer_lost')

  const first = await flush(parts)
  await makeDue(world.db, world.clock.now)
  const second = await flush(parts)

  expect([first.sent, second.sent]).toEqual([0, 1])
  expect(world.server.orders).toHaveLength(1)
  expect(world.server.received.map(({ attempt, key }) => [attempt, key])).toEqual([
    [1, id],
    [2, id],
  ])
  expect(new Set(world.server.received.map(({ body }) => body)).size).toBe(1)
})

test.each(['dies_before', 'dies_after'] as const)(
  'a tab that %s its answer leaves an orphan that the next one sends',
  async (fault) => {
    const world = fakeWorld()
    const id = await kept(world)
    const tab = world.open()
    world.faults.push(fault)
    await Promise.race([flush(tab.parts), tab.lost])
    expect(await entryOf(world, id)).toMatchObject({ state: 'sending', attempts: 1 })

    await flush(world.open().parts)

    expect(await entryOf(world, id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(world.server.orders).toHaveLength(1)
  },
)

test('without locks an orphan is left alone until its lease has run out', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const tab = world.open()
  world.faults.push('dies_before')
  await Promise.race([flush(tab.parts), tab.lost])
  const other = { ...world.open().parts, locks: undefined }

  const early = await flush(other)
  world.clock.now += 25_000
  const late = await flush(other)

  expect([early.sent, late.sent]).toEqual([0, 1])
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('a failed network stops the drain, waits by itself, and ends up with everything sent in order', async () => {
  const world = fakeWorld()
  const ids = [await kept(world), await kept(world), await kept(world)]
  const { parts } = world.open()
  world.faults.push('no_network')

  const first = await flush(parts)
  const tooEarly = await entryOf(world, ids[0] ?? '')
  world.clock.now += first.pauseMs
  const second = await flush(parts)

  expect(first.sent).toBe(0)
  expect(first.pauseMs).toBe(2_250)
  expect(tooEarly).toMatchObject({ state: 'queued', reason: 'network' })
  expect(second.sent).toBe(3)
  expect(world.server.orders.map(({ id }) => id)).toEqual(ids)
})

test('a parked entry does not stop the drain', async () => {
  const world = fakeWorld()
  world.server.gone.add(GONE)
  const refused = await kept(world, { productId: GONE })
  const [second, third] = [await kept(world), await kept(world)]
  world.faults.push('none', 'signed_out')

  const { sent } = await flush(world.open().parts)

  expect(sent).toBe(1)
  expect(await entryOf(world, refused)).toMatchObject({ state: 'attention', reason: 'unavailable', final: true })
  expect(await entryOf(world, second)).toMatchObject({ state: 'attention', reason: 'unauthorized', final: false })
  expect(await entryOf(world, third)).toMatchObject({ state: 'sent' })
})

test('sent is absorbing: a late failure of a slower context changes nothing', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  await flush(world.open().parts)
  const rules = { now: 0, random: () => 0.5, build: 'b1' }

  await settle(
    world.db,
    { id, attempts: 1 },
    { to: 'attention', reason: 'invalid_request', detail: null, final: false },
    rules,
  )
  await settle(world.db, { id, attempts: 1 }, { to: 'queued', reason: 'network', foreign: false, atLeastMs: 0 }, rules)
  await settle(world.db, { id, attempts: 1 }, { to: 'cancelled' }, rules)

  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('a result of an older attempt counts only when it is a success', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  await world.db.outbox.update(id, { state: 'sending', attempts: 2, leaseUntil: 1 })
  const rules = { now: 0, random: () => 0.5, build: 'b1' }

  await settle(
    world.db,
    { id, attempts: 1 },
    { to: 'attention', reason: 'unavailable', detail: null, final: true },
    rules,
  )
  expect(await entryOf(world, id)).toMatchObject({ state: 'sending', attempts: 2 })
  await settle(world.db, { id, attempts: 1 }, { to: 'sent', answer: {} }, rules)

  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('a clock that jumps back never blocks an order', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('no_network')
  await flush(parts)

  world.clock.now -= BACKOFF_CAP_MS + 5_000
  const { sent } = await flush(parts)

  expect(sent).toBe(1)
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('after a day an order is asked about instead of sent, and goes when the shopper says so', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.clock.now += 24 * HOUR_MS + 1

  await flush(parts)
  expect(await entryOf(world, id)).toMatchObject({ state: 'attention', reason: 'stale', attempts: 0 })
  expect(world.server.received).toHaveLength(0)
  const said = await resend(world.db, id, world.clock.now)
  await flush(parts)

  expect(said).toBe(true)
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('the time that the server asks for holds, until the shopper asks for this one', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.server.retryAfterS = 120
  world.faults.push('busy')

  const { pauseMs } = await flush(parts)
  await makeDue(world.db, world.clock.now)
  const early = await flush(parts)
  await resend(world.db, id, world.clock.now)
  const asked = await flush(parts)

  expect(pauseMs).toBe(120_000)
  expect([early.sent, asked.sent]).toEqual([0, 1])
})

test('the time that the server asks for ends by itself', async () => {
  const world = fakeWorld()
  await kept(world)
  const { parts } = world.open()
  world.server.retryAfterS = 120
  world.faults.push('busy')
  await flush(parts)

  world.clock.now += 119_000
  const early = await flush(parts)
  world.clock.now += 1_000
  const later = await flush(parts)

  expect([early.sent, later.sent]).toEqual([0, 1])
})

test('a request that never left is withdrawn here, with its body gone', async () => {
  const world = fakeWorld()
  const id = await kept(world)

  const taken = await withdraw(world.db, id)
  await flush(world.open().parts)

  expect(taken).toMatchObject({ id, bodyJson: expect.stringContaining('Олена') })
  expect(await entryOf(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.received).toHaveLength(0)
})

test('one stored, its answer lost, then signed out: the shopper cannot withdraw what may be an order', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('answer_lost', 'signed_out')

  await flush(parts)
  await makeDue(world.db, world.clock.now)
  await flush(parts)
  expect(await entryOf(world, id)).toMatchObject({ state: 'attention', reason: 'unauthorized' })
  const answer = await withdraw(world.db, id)
  await resend(world.db, id, world.clock.now)
  await flush(parts)

  expect(answer).toBe('unknown_outcome')
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
  expect(world.server.orders).toHaveLength(1)
})

test('after a final no the shopper may change it, and the same bytes do not go again', async () => {
  const world = fakeWorld()
  world.server.gone.add(GONE)
  const id = await kept(world, { productId: GONE })
  await flush(world.open().parts)

  const again = await resend(world.db, id, world.clock.now)
  const taken = await withdraw(world.db, id)

  expect(again).toBe(false)
  expect(taken).toMatchObject({ id })
})

test('what has been cancelled on the server is cancelled here, and its body goes', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  world.server.cancelled.add(id)

  await flush(world.open().parts)

  expect(await entryOf(world, id)).toMatchObject({ state: 'cancelled', reason: 'order_cancelled', bodyJson: null })
})

test('what was refused for an old app goes again under a new one', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const rules = { now: 0, random: () => 0.5, build: 'b1' }
  await world.db.outbox.update(id, { state: 'sending', attempts: 1 })
  await settle(
    world.db,
    { id, attempts: 1 },
    { to: 'attention', reason: 'client_too_old', detail: null, final: false },
    rules,
  )

  await resumeAfterUpdate(world.db, 'b1')
  expect(await entryOf(world, id)).toMatchObject({ state: 'attention' })
  await resumeAfterUpdate(world.db, 'b2')

  expect(await entryOf(world, id)).toMatchObject({ state: 'queued' })
})

test('two tabs at once send each order once', async () => {
  const world = fakeWorld()
  for (let each = 0; each < 5; each += 1) await kept(world)

  const tab = () => ({ ...world.open().parts, lockWaitMs: 5_000 })
  const drained = await Promise.all([flush(tab()), flush(tab()), flush(tab())])

  expect(Math.max(...drained.map(({ sent }) => sent))).toBe(5)
  expect(world.server.received).toHaveLength(5)
})

test('a tab that hangs on the lock is overtaken once its lease has run out, and not before', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const hanging = world.open().parts
  const answer = Promise.withResolvers<Response>()
  const hung = flush({ ...hanging, send: () => answer.promise })
  await expect.poll(() => entryOf(world, id)).toMatchObject({ state: 'sending' })
  const other = { ...world.open().parts, lockWaitMs: 20 }

  const early = await flush(other)
  world.clock.now += 25_000
  const late = await flush(other)
  answer.resolve(new Response('', { status: 500 }))

  expect([early.sent, late.sent]).toEqual([0, 1])
  expect(await hung).toMatchObject({ sent: 0 })
  expect(await entryOf(world, id)).toMatchObject({ state: 'sent' })
})

test('a tab that gets on is at work, also when nothing is on its way at the moment', async () => {
  const world = fakeWorld()
  const first = await kept(world)
  await kept(world)
  const atWork = holdLock(world)
  const { parts } = world.open()
  const locks = {
    async request(name: string, options: LockOptions, work: LockGrantedCallback<unknown>) {
      if (options.signal) await world.db.outbox.update(first, { state: 'sent' })
      return parts.locks?.request(name, options, work)
    },
  } as typeof parts.locks // the one overload that is used

  const drained = await flush({ ...parts, locks, lockWaitMs: 50 })

  expect(drained).toEqual({ sent: 0, pauseMs: 50 })
  expect(atWork.isStolen()).toBe(false)
})

test('a tab that neither sends nor gets on is overtaken; what it claims in that very moment stays its own', async () => {
  const world = fakeWorld()
  const [first, last] = [await kept(world), await kept(world)]
  const claimed = () => claim(world.db, last, { now: world.clock.now, seen: new Set(), alone: true })
  const hanging = holdLock(world, claimed)

  const drained = await flush({ ...world.open().parts, lockWaitMs: 20 })

  expect(drained).toMatchObject({ sent: 1 })
  expect(hanging.isStolen()).toBe(true)
  expect(world.server.received).toMatchObject([{ id: first }])
  expect(await entryOf(world, last)).toMatchObject({ state: 'sending', attempts: 1 })
})

/** A tab that has the lock, and does something when it is taken from it. */
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

test('a drain that has lost its lock claims nothing more', async () => {
  const world = fakeWorld()
  await kept(world)

  await drain(world.open().parts, { alone: true, lost: AbortSignal.abort() })

  expect(world.server.received).toHaveLength(0)
})

test('what may have arrived is taken back by asking the shop, also when that has to wait for a network', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('answer_lost', 'no_network')
  await flush(parts)

  const asked = await takeBack(world.db, id, 'cancel', world.clock.now)
  await flush(parts)
  expect(await entryOf(world, id)).toMatchObject({ state: 'queued', wish: { to: 'cancel', since: 1 } })
  world.clock.now += BACKOFF_CAP_MS
  await flush(parts)

  expect(asked).toBe('asking')
  expect(world.server.orders).toMatchObject([{ id, status: 'cancelled' }])
  expect(await entryOf(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.received.map(({ what }) => what)).toEqual(['order', 'cancel'])
})

test('what is changed after an unknown outcome lies in a form, under another id, once the shop has let go of it', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('delayed')
  await flush(parts)

  await takeBack(world.db, id, 'edit', world.clock.now)
  expect(await world.db.drafts.count()).toBe(0)
  await flush(parts)
  world.server.deliverDelayed()

  const [draft] = await world.db.drafts.toArray()
  expect(draft).toMatchObject({ fields: { name: 'Олена', phone: '+380 67 000 01 24' } })
  expect(draft?.orderId).not.toBe(id)
  expect(world.server.orders).toEqual([])
})

test('too late: what staff have confirmed stays, and that is said', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('answer_lost')
  await flush(parts)
  for (const order of world.server.orders) order.status = 'confirmed'

  await takeBack(world.db, id, 'cancel', world.clock.now)
  await flush(parts)

  expect(await entryOf(world, id)).toMatchObject({ state: 'sent', reason: 'too_late', answer: { status: 'confirmed' } })
})

test('a wish is given up only as long as the shop cannot have heard of it', async () => {
  const world = fakeWorld()
  const id = await kept(world)
  const { parts } = world.open()
  world.faults.push('no_network', 'no_network')
  await flush(parts)
  await takeBack(world.db, id, 'cancel', world.clock.now)
  const before = await keep(world.db, id, world.clock.now)
  await takeBack(world.db, id, 'cancel', world.clock.now)
  await flush(parts)

  const after = await keep(world.db, id, world.clock.now)

  expect([before, after]).toEqual([true, false])
})

test('a thousand that wait go out in order, each once', { timeout: 60_000 }, async () => {
  const world = fakeWorld()
  const ids: string[] = []
  for (let each = 0; each < 1_000; each += 1) ids.push(await kept(world))

  const { sent } = await flush(world.open().parts)

  expect(sent).toBe(1_000)
  expect(world.server.orders.map(({ id }) => id)).toEqual(ids)
})

test('one saved during a run goes out with the same run', async () => {
  const world = fakeWorld()
  await kept(world)
  const { parts } = world.open()
  let late: Promise<string> | undefined
  const send: typeof fetch = async (...request) => {
    late ??= kept(world)
    await late
    return parts.send(...request)
  }

  const { sent } = await flush({ ...parts, send })

  expect(sent).toBe(2)
})
