import { expect, test } from 'vitest'
import { settle } from './send-attempt.ts'
import { BACKOFF_CAP_MS } from './backoff.ts'
import type { SummaryLine } from './entry.ts'
import { buildNewEntry, readEntry, fakeWorld, enqueueOrder, LEMON } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { enqueue, makeDue, resend, resumeAfterUpdate } from './queue.ts'

const HOUR_MS = 3_600_000

test('an order request is saved, sent once, and then nothing of the shopper stays', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)

  const drained = await flush(world.open().parts)

  expect(drained).toEqual({ sent: 1, pauseMs: 0 })
  expect(world.server.orders).toMatchObject([{ id }])
  const entry = await readEntry(world, id)
  expect(entry).toMatchObject({ state: 'sent', bodyJson: null, answer: { number: id.slice(0, 8).toUpperCase() } })
  expect(JSON.stringify(entry)).not.toMatch(/Олена|380/)
})

test('saving also ends the draft, and a late save of the draft does not bring it back', async () => {
  const world = fakeWorld()
  const { saveDraft } = await import('./drafts.ts')
  const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }
  const wanted = buildNewEntry()
  const draft = { id: 'lemon', orderId: wanted.order.id, openedAt: 0, savedAt: 0, fields }
  await saveDraft(world.db, draft)

  await enqueue(world.db, wanted, 1)
  await saveDraft(world.db, draft)

  expect(await world.db.drafts.count()).toBe(0)
})

test('a double tap saves once, and what was saved first stays', async () => {
  const world = fakeWorld()
  const wanted = buildNewEntry()

  const taps = await Promise.all([enqueue(world.db, wanted, 1), enqueue(world.db, wanted, 2)])

  expect(taps.map(({ duplicate: already }) => already)).toEqual(expect.arrayContaining(['same', undefined]))
  expect(await world.db.outbox.count()).toBe(1)
})

test('a form that lay open in two tabs is never taken for the request that the other tab has sent', async () => {
  const world = fakeWorld()
  const wanted = buildNewEntry()
  const { id } = wanted.order
  await enqueue(world.db, wanted, world.clock.now)
  const lines = [{ productId: LEMON, packageSize: '1кг', quantity: 5 }] as SummaryLine[]
  const more = { ...wanted, summary: { lines, total: 1 } }

  const named = await enqueue(world.db, buildNewEntry({ id, customerName: 'Ольга' }), world.clock.now)
  const changed = await enqueue(world.db, more, world.clock.now)
  await flush(world.open().parts)
  const afterIt = await enqueue(world.db, more, world.clock.now)

  expect([named, changed, afterIt].map(({ duplicate: already }) => already)).toEqual(['another', 'another', 'another'])
  expect(named.entry.bodyJson).toContain('Олена')
  expect(world.server.orders).toHaveLength(1)
})

test('a clock that jumps back never blocks an order', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('no_network')
  await flush(parts)

  world.clock.now -= BACKOFF_CAP_MS + 5_000
  const { sent } = await flush(parts)

  expect(sent).toBe(1)
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('after a day an order is asked about instead of sent, and goes when the shopper says so', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.clock.now += 24 * HOUR_MS + 1

  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'attention', reason: 'stale', attempts: 0 })
  expect(world.server.received).toHaveLength(0)
  const said = await resend(world.db, id, world.clock.now)
  await flush(parts)

  expect(said).toBe(true)
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('saved by a clock that says 1970, a request is never taken for old: it goes, and its age counts from then on', async () => {
  const world = fakeWorld()
  const today = world.clock.now
  world.clock.now = 10_000
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('no_network')
  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'queued', attempts: 1 })

  world.clock.now = today
  world.faults.push('no_network')
  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'queued', attempts: 2, confirmedAt: today })
  world.clock.now = today + 24 * HOUR_MS + 1_000
  await flush(parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'attention', reason: 'stale' })
})

test.each([0, 5_000, -5_000, -1e9])('by a clock that says %i a request is saved and sent', async (now) => {
  const world = fakeWorld()
  world.clock.now = now
  const id = await enqueueOrder(world)

  await flush(world.open().parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('what was typed before the clock was set is not tidied away when it is', async () => {
  const world = fakeWorld()
  const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }
  const { saveDraft, deleteExpired: tidy } = await import('./drafts.ts')
  await saveDraft(world.db, { id: 'lemon', orderId: crypto.randomUUID(), openedAt: 0, savedAt: 5_000, fields })

  await tidy(world.db, world.clock.now)

  expect(await world.db.drafts.count()).toBe(1)
})

test('the time that the server asks for holds, until the shopper asks for this one', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
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

test('a time that a gateway asks for ends with its outage', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  const threeDays = { status: 503, headers: { 'retry-after': new Date(world.clock.now + 72 * HOUR_MS).toUTCString() } }
  await flush({ ...parts, send: async () => new Response('<html>Maintenance</html>', threeDays) })

  await makeDue(world.db, world.clock.now)
  await flush(parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('the time that the server asks for ends by itself', async () => {
  const world = fakeWorld()
  await enqueueOrder(world)
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

test('what was refused for an old app goes again under a new one', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const rules = { now: 0, random: () => 0.5, build: 'b1' }
  await world.db.outbox.update(id, { state: 'sending', attempts: 1 })
  await settle(
    world.db,
    { id, attempts: 1 },
    { kind: 'attention', reason: 'client_too_old', detail: null, final: false, isEarlyRejection: true },
    rules,
  )

  await resumeAfterUpdate(world.db, 'b1')
  expect(await readEntry(world, id)).toMatchObject({ state: 'attention' })
  await resumeAfterUpdate(world.db, 'b2')

  expect(await readEntry(world, id)).toMatchObject({ state: 'queued' })
})
