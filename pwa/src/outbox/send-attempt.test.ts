import { expect, test } from 'vitest'
import { settle } from './send-attempt.ts'
import { readEntry, fakeWorld, enqueueOrder } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { makeDue } from './queue.ts'

test('after a lost response the retry has the same id and bytes, and creates one order', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
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
  'a tab that dies (%s) leaves an orphaned entry that the next tab sends',
  async (fault) => {
    const world = fakeWorld()
    const id = await enqueueOrder(world)
    const tab = world.open()
    world.faults.push(fault)
    await Promise.race([flush(tab.parts), tab.lost])
    expect(await readEntry(world, id)).toMatchObject({ state: 'sending', attempts: 1 })

    await flush(world.open().parts)

    expect(await readEntry(world, id)).toMatchObject({ state: 'sent', attempts: 2 })
    expect(world.server.orders).toHaveLength(1)
  },
)

test('`sent` is final: a late failure of a slower context changes nothing', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  await flush(world.open().parts)
  const rules = { now: 0, random: () => 0.5, build: 'b1' }

  await settle(
    world.db,
    { id, attempts: 1 },
    { kind: 'attention', reason: 'invalid_request', detail: null, final: false },
    rules,
  )
  await settle(
    world.db,
    { id, attempts: 1 },
    { kind: 'queued', reason: 'network', isForeign: false, minDelayMs: 0 },
    rules,
  )
  await settle(world.db, { id, attempts: 1 }, { kind: 'cancelled' }, rules)

  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})

test('a result of an older attempt counts only when it is a success', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  await world.db.outbox.update(id, { state: 'sending', attempts: 2, leaseUntil: 1 })
  const rules = { now: 0, random: () => 0.5, build: 'b1' }

  await settle(
    world.db,
    { id, attempts: 1 },
    { kind: 'attention', reason: 'unavailable', detail: null, final: true },
    rules,
  )
  expect(await readEntry(world, id)).toMatchObject({ state: 'sending', attempts: 2 })
  await settle(world.db, { id, attempts: 1 }, { kind: 'sent', answer: {} }, rules)

  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
})
