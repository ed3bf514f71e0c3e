import { expect, test } from 'vitest'
import { buildNewEntry, fakeWorld } from '../../test/fake-world.ts'
import { enqueue } from '../outbox/queue.ts'
import { readShownOrders } from './use-received-order.ts'

test('every read has an order either among the open ones or as received, also while it becomes received', async () => {
  const { db } = fakeWorld()
  const counts: number[] = []
  for (let turns = 0; turns < 50; turns += 1) {
    const { entry } = await enqueue(db, buildNewEntry(), Date.now())
    const reading = readShownOrders(db)
    for (let turn = 0; turn < turns; turn += 1) await new Promise((resolve) => setImmediate(resolve))
    await db.outbox.update(entry.id, { state: 'sent', sentAt: Date.now() })
    const { openIds, received } = await reading
    counts.push(openIds.pending.length + (received?.id === entry.id ? 1 : 0))
  }
  expect(counts).toEqual(counts.map(() => 1))
})
