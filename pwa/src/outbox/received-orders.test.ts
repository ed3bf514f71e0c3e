import type { Order } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { buildNewEntry, fakeWorld } from '../../test/fake-world.ts'
import { deleteExpired } from './drafts.ts'
import { GUEST } from './entry.ts'
import { flush } from './flush.ts'
import { enqueue } from './queue.ts'
import { readReceivedOrders, removeReceivedOrder, storeReceivedOrder } from './received-orders.ts'
import { switchAccount } from './switch-account.ts'

const DAY_MS = 24 * 3600_000

/** A device with two received orders and one that waits. */
async function createUsedDevice() {
  const world = fakeWorld()
  const ids: string[] = []
  for (let count = 0; count < 2; count += 1)
    ids.push((await enqueue(world.db, buildNewEntry(), world.clock.now)).entry.id)
  await flush(world.open().parts)
  const { entry } = await enqueue(world.db, buildNewEntry(), world.clock.now)
  return { world, ids, pendingId: entry.id }
}

test('received orders are listed, newest first, without name and phone', async () => {
  const { world, ids } = await createUsedDevice()

  const orders = await readReceivedOrders(world.db)

  expect(orders.map(({ id }) => id)).toEqual(ids.toReversed())
  expect(orders.every(({ bodyJson }) => bodyJson === null)).toBe(true)
})

// catches mutation: only-received-order-removed
test('only a received order is removed', async () => {
  const { world, ids, pendingId } = await createUsedDevice()

  await removeReceivedOrder(world.db, ids[0] ?? '')
  await removeReceivedOrder(world.db, pendingId)

  expect(new Set(await world.db.outbox.toCollection().primaryKeys())).toEqual(new Set([ids[1], pendingId]))
})

test('the last known state is stored for a listed order only', async () => {
  const { world, ids, pendingId } = await createUsedDevice()
  const order = (id: string) => ({ id, status: 'confirmed' }) as Order

  await storeReceivedOrder(world.db, order(ids[0] ?? ''))
  await storeReceivedOrder(world.db, order(pendingId))

  expect((await world.db.outbox.get(ids[0] ?? ''))?.answer).toEqual({ id: ids[0], status: 'confirmed' })
  expect((await world.db.outbox.get(pendingId))?.answer).toBeUndefined()
})

test('a guest’s orders stay when an account signs in, and go when it signs out', async () => {
  const { world, ids } = await createUsedDevice()

  await switchAccount(world.db, 'olena')
  expect(await readReceivedOrders(world.db)).toHaveLength(ids.length)
  await switchAccount(world.db, GUEST)

  expect(await readReceivedOrders(world.db)).toEqual([])
})

test('a received order stays for a year', async () => {
  const { world, ids } = await createUsedDevice()
  const { now } = world.clock

  await deleteExpired(world.db, now + 364 * DAY_MS)
  expect(await readReceivedOrders(world.db)).toHaveLength(ids.length)
  await deleteExpired(world.db, now + 366 * DAY_MS)

  expect(await readReceivedOrders(world.db)).toEqual([])
})
