import { expect, test } from 'vitest'
import { enqueueOrder, fakeWorld, readEntry } from '../../test/fake-world.ts'
import { parseReason } from './reason.ts'

test.each(['network', 'too_many_requests', 'foreign-502', 'http-425', 'order_cancelled'] as const)(
  'reason: %s is parsed as it is',
  (reason) => expect(parseReason(reason)).toBe(reason),
)

test.each([undefined, null, '', 7])('reason: %s is none', (value) => expect(parseReason(value)).toBeNull())

test('reason: a text that another build has stored is read as unknown', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const former: object = { reason: 'retired_reason', state: 'attention' }
  await world.db.outbox.update(id, former)

  expect(await readEntry(world, id)).toMatchObject({ reason: 'unknown', state: 'attention' })
  expect(await world.db.outbox.toArray()).toMatchObject([{ reason: 'unknown' }])
})
