import { expect, test } from 'vitest'
import { settle } from './send-attempt.ts'
import { BACKOFF_CAP_MS } from './backoff.ts'
import type { SummaryLine } from './entry.ts'
import { buildNewEntry, readEntry, fakeWorld, enqueueOrder, LEMON } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { enqueue, makeDue, resend, resumeAfterUpdate } from './queue.ts'

const HOUR_MS = 3_600_000

test('an order is saved and sent once, and then its personal data is deleted', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)

  const drained = await flush(world.open().parts)

  expect(drained).toEqual({ sent: 1, pauseMs: 0 })
  expect(world.server.orders).toMatchObject([{ id }])
  const entry = await readEntry(world, id)
  expect(entry).toMatchObject({ state: 'sent', bodyJson: null, answer: { number: id.slice(0, 8).toUpperCase() } })
  expect(JSON.stringify(entry)).not.toMatch(/Олена|380/)
})

test('enqueueing deletes the draft, and a late save of the draft does not restore it', async () => {
  const world = fakeWorld()
  const { saveDraft } = await import('./drafts.ts')
  const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }
  const newEntry = buildNewEntry()
  const draft = { id: 'lemon', orderId: newEntry.order.id, openedAt: 0, savedAt: 0, fields }
  await saveDraft(world.db, draft)

  await enqueue(world.db, newEntry, 1)
  await saveDraft(world.db, draft)

  expect(await world.db.drafts.count()).toBe(0)
})

test('a double tap saves one entry, and the first one stays', async () => {
  const world = fakeWorld()
  const newEntry = buildNewEntry()

  const taps = await Promise.all([enqueue(world.db, newEntry, 1), enqueue(world.db, newEntry, 2)])

  expect(taps.map(({ duplicate }) => duplicate)).toEqual(expect.arrayContaining(['same', undefined]))
  expect(await world.db.outbox.count()).toBe(1)
})

test('a form open in two tabs: a different order with the same id is reported as `another`', async () => {
  const world = fakeWorld()
  const newEntry = buildNewEntry()
  const { id } = newEntry.order
  await enqueue(world.db, newEntry, world.clock.now)
  const lines = [{ productId: LEMON, packageSize: '1кг', quantity: 5 }] as SummaryLine[]
  const differentEntry = { ...newEntry, summary: { lines, total: 1 } }

  const otherName = await enqueue(world.db, buildNewEntry({ id, customerName: 'Ольга' }), world.clock.now)
  const otherCart = await enqueue(world.db, differentEntry, world.clock.now)
  await flush(world.open().parts)
  const afterFlush = await enqueue(world.db, differentEntry, world.clock.now)

  expect([otherName, otherCart, afterFlush].map(({ duplicate }) => duplicate)).toEqual([
    'another',
    'another',
    'another',
  ])
  expect(otherName.entry.bodyJson).toContain('Олена')
  expect(world.server.orders).toHaveLength(1)
})

test('a clock that is set back never blocks an order', async () => {
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

test('after a day an order is parked as stale, and sent once the shopper resends it', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.clock.now += 24 * HOUR_MS + 1

  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'attention', reason: 'stale', attempts: 0 })
  expect(world.server.received).toHaveLength(0)
  const isResent = await resend(world.db, id, world.clock.now)
  await flush(parts)

  expect(isResent).toBe(true)
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('an order saved with the clock at 1970 is not stale: its age counts from the first attempt with a set clock', async () => {
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

test.each([0, 5_000, -5_000, -1e9])('with the clock at %i an order is saved and sent', async (now) => {
  const world = fakeWorld()
  world.clock.now = now
  const id = await enqueueOrder(world)

  await flush(world.open().parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('a draft saved before the clock was set does not expire once it is set', async () => {
  const world = fakeWorld()
  const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }
  const { saveDraft, deleteExpired } = await import('./drafts.ts')
  await saveDraft(world.db, { id: 'lemon', orderId: crypto.randomUUID(), openedAt: 0, savedAt: 5_000, fields })

  await deleteExpired(world.db, world.clock.now)

  expect(await world.db.drafts.count()).toBe(1)
})

test('`Retry-After` delays the entry until the shopper resends it', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.server.retryAfterS = 120
  world.faults.push('busy')

  const { pauseMs } = await flush(parts)
  await makeDue(world.db, world.clock.now)
  const early = await flush(parts)
  await resend(world.db, id, world.clock.now)
  const afterResend = await flush(parts)

  expect(pauseMs).toBe(120_000)
  expect([early.sent, afterResend.sent]).toEqual([0, 1])
})

test('`Retry-After` of a gateway does not delay the next attempt', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  const threeDays = { status: 503, headers: { 'retry-after': new Date(world.clock.now + 72 * HOUR_MS).toUTCString() } }
  await flush({ ...parts, send: async () => new Response('<html>Maintenance</html>', threeDays) })

  await makeDue(world.db, world.clock.now)
  await flush(parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('an entry is sent once `Retry-After` has passed', async () => {
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

test('an entry rejected as `client_too_old` is queued again by another build', async () => {
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
