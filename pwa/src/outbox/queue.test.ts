import { expect, test } from 'vitest'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { aWanted, entryOf, fakeWorld, GONE, kept } from './fake-world.ts'
import { flush } from './flush.ts'
import { enqueue, keep, makeDue, resend, resumeAfterUpdate, settle, takeBack, withdraw } from './queue.ts'

const HOUR_MS = 3_600_000

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
