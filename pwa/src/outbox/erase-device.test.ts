import { expect, test } from 'vitest'
import { readContact, saveContact, saveDraft } from './drafts.ts'
import { eraseDevice } from './erase-device.ts'
import { buildNewEntry, fakeWorld, type World } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { GUEST } from './entry.ts'
import { enqueue } from './queue.ts'
import { revertCancel } from './cancel-entry.ts'

const fields = { name: 'Олена', phone: '', comment: '', packageSize: null, quantity: 1 }

async function createUsedDevice(): Promise<{ world: World; pendingId: string }> {
  const world = fakeWorld()
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  await flush(world.open().parts)
  const { entry } = await enqueue(world.db, buildNewEntry(), world.clock.now)
  await saveContact(world.db, { name: 'Олена', phone: '+380670000124' })
  await saveDraft(world.db, { id: 'lime', orderId: crypto.randomUUID(), openedAt: 0, savedAt: 0, fields })
  return { world, pendingId: entry.id }
}

test('erases all personal data but the unsent entries that the shopper keeps', async () => {
  const { world, pendingId } = await createUsedDevice()

  await eraseDevice(world.db, 'keep')

  expect(await world.db.outbox.toCollection().primaryKeys()).toEqual([pendingId])
  expect([await world.db.drafts.count(), await readContact(world.db)]).toEqual([0, undefined])
})

test("erases unsent entries at the shopper's request", async () => {
  const { world } = await createUsedDevice()

  await eraseDevice(world.db, 'delete')
  await flush(world.open().parts)

  expect(await world.db.outbox.count()).toBe(0)
  expect(world.server.orders).toHaveLength(1)
})

test('an entry with an unknown outcome is anonymised and cancelled on the server', async () => {
  const { world, pendingId } = await createUsedDevice()
  world.faults.push('answer_lost')
  await flush(world.open().parts)

  await eraseDevice(world.db, 'delete')
  const remainingEntries = await world.db.outbox.toArray()
  world.clock.now += BACKOFF_CAP_MS
  await flush(world.open().parts)

  expect(remainingEntries).toMatchObject([{ id: pendingId, wish: { to: 'cancel' }, owner: GUEST }])
  expect(JSON.stringify(remainingEntries)).not.toMatch(/Олена|380/)
  expect(await revertCancel(world.db, pendingId, world.clock.now)).toBe(false)
  expect(world.server.orders.find(({ id }) => id === pendingId)).toMatchObject({ status: 'cancelled' })
  expect(await world.db.outbox.get(pendingId)).toMatchObject({ state: 'cancelled' })
})

test('an entry in flight is cancelled on the server too', async () => {
  const { world, pendingId } = await createUsedDevice()
  const { parts, lost } = world.open()
  world.faults.push('hangs')
  void flush(parts)
  await lost

  await eraseDevice(world.db, 'delete')
  world.resumeHung()
  await expect.poll(() => world.db.outbox.get(pendingId)).toMatchObject({ state: 'cancelled' })

  expect(world.server.orders.find(({ id }) => id === pendingId)).toMatchObject({ status: 'cancelled' })
})
