import { expect, test } from 'vitest'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { canResend } from './entry.ts'
import { readEntry, fakeWorld, DISCONTINUED, enqueueOrder } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { makeDue, readOpenIds, resend } from './queue.ts'
import { revertCancel, cancelEntry, withdraw } from './cancel-entry.ts'

test('a request that never left is withdrawn here, with its body gone', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)

  const taken = await withdraw(world.db, id)
  await flush(world.open().parts)

  expect(taken).toMatchObject({ id, bodyJson: expect.stringContaining('Олена') })
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.received).toHaveLength(0)
})

test('one stored, its answer lost, then signed out: the shopper cannot withdraw what may be an order', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('answer_lost', 'signed_out')

  await flush(parts)
  await makeDue(world.db, world.clock.now)
  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'attention', reason: 'unauthorized' })
  const answer = await withdraw(world.db, id)
  await resend(world.db, id, world.clock.now)
  await flush(parts)

  expect(answer).toBe('unknown_outcome')
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
  expect(world.server.orders).toHaveLength(1)
})

test('after a final no the shopper may change it, and the same bytes do not go again', async () => {
  const world = fakeWorld()
  world.server.gone.add(DISCONTINUED)
  const id = await enqueueOrder(world, { productId: DISCONTINUED })
  await flush(world.open().parts)

  const again = await resend(world.db, id, world.clock.now)
  const taken = await withdraw(world.db, id)

  expect(again).toBe(false)
  expect(taken).toMatchObject({ id })
})

test('what has been cancelled on the server is cancelled here, and its body goes', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  world.server.cancelled.add(id)

  await flush(world.open().parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', reason: 'order_cancelled', bodyJson: null })
})

test('what may have arrived is taken back by asking the shop, also when that has to wait for a network', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('answer_lost', 'no_network')
  await flush(parts)

  const asked = await cancelEntry(world.db, id, 'cancel', world.clock.now)
  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'queued', wish: { to: 'cancel', since: 1 } })
  world.clock.now += BACKOFF_CAP_MS
  await flush(parts)

  expect(asked).toBe('asking')
  expect(world.server.orders).toMatchObject([{ id, status: 'cancelled' }])
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.received.map(({ kind: what }) => what)).toEqual(['order', 'cancel'])
})

test('what is changed after an unknown outcome waits with all that is in it once the shop has let go of it, then lies in a form', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('delayed')
  await flush(parts)

  await cancelEntry(world.db, id, 'edit', world.clock.now)
  await flush(parts)
  world.server.deliverDelayed()
  // Whoever wished it has closed the app meanwhile.
  expect(await readOpenIds(world.db)).toEqual({ pending: [], attention: [id] })
  expect(await readEntry(world, id)).toMatchObject({ reason: 'reopened', bodyJson: expect.stringContaining('Олена') })
  await resend(world.db, id, world.clock.now)
  await flush(parts)

  const draft = await cancelEntry(world.db, id, 'edit', world.clock.now)
  expect(draft).toMatchObject({ fields: { name: 'Олена', phone: '+380 67 000 01 24' } })
  expect(await world.db.drafts.toArray()).toEqual([draft])
  expect(draft).not.toMatchObject({ orderId: id })
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.orders).toEqual([])
})

test('too late: what staff have confirmed stays, and that is said', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('answer_lost')
  await flush(parts)
  for (const order of world.server.orders) order.status = 'confirmed'

  await cancelEntry(world.db, id, 'cancel', world.clock.now)
  await flush(parts)

  expect(await readEntry(world, id)).toMatchObject({
    state: 'sent',
    reason: 'too_late',
    answer: { status: 'confirmed' },
  })
})

test('a wish is given up only as long as the shop cannot have heard of it', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('no_network', 'no_network')
  await flush(parts)
  await cancelEntry(world.db, id, 'cancel', world.clock.now)
  const before = await revertCancel(world.db, id, world.clock.now)
  await cancelEntry(world.db, id, 'cancel', world.clock.now)
  await flush(parts)

  const after = await revertCancel(world.db, id, world.clock.now)

  expect([before, after]).toEqual([true, false])
})

test('what every attempt was refused for before the shop took it is changed here, and sending it again is not offered', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('too_old')
  await flush(parts)
  const refused = await readEntry(world, id)

  expect(refused).toMatchObject({ state: 'attention', reason: 'client_too_old', attempts: 1, refusals: 1 })
  expect(refused && canResend(refused)).toBe(false)
  expect(await cancelEntry(world.db, id, 'edit', world.clock.now)).toMatchObject({ fields: { name: 'Олена' } })
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', reason: 'withdrawn', bodyJson: null })
})

test('an entry of an older build that was refused so is asked about first, and may be sent again', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  await world.db.outbox.update(id, { state: 'attention', reason: 'client_too_old', attempts: 1 })
  const entry = await readEntry(world, id)

  expect(entry && canResend(entry)).toBe(true)
  expect(await cancelEntry(world.db, id, 'edit', world.clock.now)).toBe('asking')
})
