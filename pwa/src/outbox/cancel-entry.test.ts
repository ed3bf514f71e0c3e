import { expect, test } from 'vitest'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { canResend } from './entry.ts'
import { readEntry, fakeWorld, DISCONTINUED, enqueueOrder } from '../../test/fake-world.ts'
import { flush } from './flush.ts'
import { makeDue, readOpenIds, resend } from './queue.ts'
import { revertCancel, cancelEntry, withdraw } from './cancel-entry.ts'

test('an entry without an attempt is withdrawn on the phone, and its body is deleted', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)

  const withdrawnEntry = await withdraw(world.db, id)
  await flush(world.open().parts)

  expect(withdrawnEntry).toMatchObject({ id, bodyJson: expect.stringContaining('Олена') })
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.received).toHaveLength(0)
})

test('after a lost response and a sign-out, an entry that the server may have stored cannot be withdrawn', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('answer_lost', 'signed_out')

  await flush(parts)
  await makeDue(world.db, world.clock.now)
  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'attention', reason: 'unauthorized' })
  const result = await withdraw(world.db, id)
  await resend(world.db, id, world.clock.now)
  await flush(parts)

  expect(result).toBe('unknown_outcome')
  expect(await readEntry(world, id)).toMatchObject({ state: 'sent' })
  expect(world.server.orders).toHaveLength(1)
})

test('after a final rejection an entry can be withdrawn but not resent', async () => {
  const world = fakeWorld()
  world.server.gone.add(DISCONTINUED)
  const id = await enqueueOrder(world, { productId: DISCONTINUED })
  await flush(world.open().parts)

  const again = await resend(world.db, id, world.clock.now)
  const withdrawnEntry = await withdraw(world.db, id)

  expect(again).toBe(false)
  expect(withdrawnEntry).toMatchObject({ id })
})

test('an order cancelled on the server is cancelled on the phone, and its body is deleted', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  world.server.cancelled.add(id)

  await flush(world.open().parts)

  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', reason: 'order_cancelled', bodyJson: null })
})

test('an entry with an unknown outcome is cancelled by a request, which waits for a network if needed', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('answer_lost', 'no_network')
  await flush(parts)

  const cancelResult = await cancelEntry(world.db, id, 'cancel', world.clock.now)
  await flush(parts)
  expect(await readEntry(world, id)).toMatchObject({ state: 'queued', wish: { to: 'cancel', since: 1 } })
  world.clock.now += BACKOFF_CAP_MS
  await flush(parts)

  expect(cancelResult).toBe('asking')
  expect(world.server.orders).toMatchObject([{ id, status: 'cancelled' }])
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', bodyJson: null })
  expect(world.server.received.map(({ kind }) => kind)).toEqual(['order', 'cancel'])
})

test('an edit after an unknown outcome keeps the body until its form is opened, as a new draft', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('delayed')
  await flush(parts)

  await cancelEntry(world.db, id, 'edit', world.clock.now)
  await flush(parts)
  world.server.deliverDelayed()
  // The shopper may have closed the app by now.
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

test('a cancel after staff have confirmed the order ends as sent, with reason `too_late`', async () => {
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

test('a pending cancel can be reverted only while the server cannot have received it', async () => {
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

test('an entry whose every attempt was rejected early is edited on the phone and cannot be resent', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  const { parts } = world.open()
  world.faults.push('too_old')
  await flush(parts)
  const rejectedEntry = await readEntry(world, id)

  expect(rejectedEntry).toMatchObject({ state: 'attention', reason: 'client_too_old', attempts: 1, refusals: 1 })
  expect(rejectedEntry && canResend(rejectedEntry)).toBe(false)
  expect(await cancelEntry(world.db, id, 'edit', world.clock.now)).toMatchObject({ fields: { name: 'Олена' } })
  expect(await readEntry(world, id)).toMatchObject({ state: 'cancelled', reason: 'withdrawn', bodyJson: null })
})

test('an entry that an older build rejected early is cancelled by a request, and can be resent', async () => {
  const world = fakeWorld()
  const id = await enqueueOrder(world)
  await world.db.outbox.update(id, { state: 'attention', reason: 'client_too_old', attempts: 1 })
  const entry = await readEntry(world, id)

  expect(entry && canResend(entry)).toBe(true)
  expect(await cancelEntry(world.db, id, 'edit', world.clock.now)).toBe('asking')
})
