import { expect, test, vi } from 'vitest'
import type { Summary, SummaryLine } from '../outbox/entry.ts'
import { buildNewEntry, fakeWorld, DISCONTINUED, LEMON } from '../../test/fake-world.ts'
import { switchAccount } from '../outbox/switch-account.ts'
import { createSender } from '../outbox/sender.ts'
import { cancelEntry } from '../outbox/cancel-entry.ts'
import { placeOrder, UNCONFIRMED_AFTER_MS } from './place-order.ts'

function createPage() {
  const world = fakeWorld()
  const { parts } = world.open()
  return { world, outbox: { parts, sender: createSender(parts, () => false) } }
}

test('an order that the server confirms is sent', async () => {
  const { world, outbox } = createPage()

  expect(await placeOrder(outbox, buildNewEntry())).toEqual({ kind: 'sent' })
  expect(world.server.orders).toHaveLength(1)
})

test('without a network the order is saved, without waiting for the timeout', async () => {
  const { world, outbox } = createPage()
  world.faults.push('no_network')

  expect(await placeOrder(outbox, buildNewEntry(), { confirmTimeoutMs: 60_000 })).toMatchObject({
    kind: 'saved',
    entry: { state: 'queued' },
  })
})

test('when the browser is offline the order is saved before the first attempt, which follows', async () => {
  const { world, outbox } = createPage()

  expect(await placeOrder(outbox, buildNewEntry(), { isOnline: false })).toMatchObject({
    kind: 'saved',
    entry: { state: 'queued' },
  })
  expect(world.server.received).toEqual([])
  // navigator.onLine was wrong.
  await expect.poll(() => world.server.orders, { timeout: 10_000 }).toHaveLength(1)
})

test('behind an order without a network the next one is tried once and saved, without waiting for the timeout', async () => {
  const { world, outbox } = createPage()
  world.faults.push('no_network', 'no_network', 'no_network')
  await placeOrder(outbox, buildNewEntry())
  world.clock.now += 3_000

  expect(await placeOrder(outbox, buildNewEntry(), { confirmTimeoutMs: 60_000 })).toMatchObject({
    kind: 'saved',
    entry: { state: 'queued' },
  })
  expect(world.faults).toEqual([])
  expect(world.server.orders).toEqual([])
})

test('on a slow network the order is saved after confirmTimeoutMs', async () => {
  const { outbox } = createPage()
  outbox.parts.send = () => new Promise(() => {})

  expect(await placeOrder(outbox, buildNewEntry(), { confirmTimeoutMs: 400 })).toMatchObject({
    kind: 'saved',
    entry: { state: 'sending' },
  })
})

test('without storage and without a response onUnconfirmed is called, and the outcome follows', async () => {
  const { world, outbox } = createPage()
  const hanging = { get: () => new Promise(() => {}), transaction: () => new Promise(() => {}) }
  const db = { ...hanging, outbox: hanging } as unknown as typeof outbox.parts.db // never answers
  const response = Promise.withResolvers<Response>()
  const parts = { ...outbox.parts, db, send: () => response.promise }
  const unconfirmed = vi.fn()

  const placing = placeOrder({ ...outbox, parts }, buildNewEntry(), {
    timeoutMs: 20,
    onUnconfirmed: unconfirmed,
    unconfirmedAfterMs: 40,
  })
  await expect.poll(() => unconfirmed.mock.calls.length).toBe(1)
  response.reject(new TypeError('network'))

  expect(await placing).toEqual({ kind: 'unsaved' })
  expect(world.server.orders).toEqual([])
})

test('onUnconfirmed is not called when the outcome is in time', async () => {
  const { outbox } = createPage()
  const unconfirmed = vi.fn()

  await placeOrder(outbox, buildNewEntry(), { onUnconfirmed: unconfirmed, unconfirmedAfterMs: 3_000 })
  vi.useFakeTimers().advanceTimersByTime(5_000)
  vi.useRealTimers()

  expect(unconfirmed).not.toHaveBeenCalled()
  expect(UNCONFIRMED_AFTER_MS).toBeLessThan(5_000)
})

test('a rejected order has the reason and details of the response', async () => {
  const { world, outbox } = createPage()
  world.server.gone.add(DISCONTINUED)

  expect(await placeOrder(outbox, buildNewEntry({ productId: DISCONTINUED }))).toMatchObject({
    kind: 'refused',
    reason: 'unavailable',
    final: true,
    detail: { items: [{ reason: 'gone' }] },
  })
})

test.each(['too_large', 'forbidden', 'too_old'] as const)(
  'an early rejection (%s) is final, unless an earlier attempt had no response',
  async (fault) => {
    const { world, outbox } = createPage()
    const [first, second] = [buildNewEntry(), buildNewEntry()]

    world.faults.push(fault)
    const refused = await placeOrder(outbox, first)
    world.clock.now += 3_000
    world.faults.push('answer_lost')
    await placeOrder(outbox, second)
    world.clock.now += 3_000
    world.faults.push('too_large')
    const again = await placeOrder(outbox, second)

    expect(refused).toMatchObject({ kind: 'refused', final: true })
    expect(again).toMatchObject({ kind: 'refused', final: false })
    expect(await cancelEntry(world.db, first.order.id, 'cancel', world.clock.now)).toBe('cancelled')
    expect(await cancelEntry(world.db, second.order.id, 'cancel', world.clock.now)).toBe('asking')
  },
)

test('an order cancelled on the server is rejected as final', async () => {
  const { world, outbox } = createPage()
  const newEntry = buildNewEntry()
  world.server.cancelled.add(newEntry.order.id)

  expect(await placeOrder(outbox, newEntry)).toMatchObject({ kind: 'refused', reason: 'order_cancelled', final: true })
})

test('a second tap on a parked order sends it again', async () => {
  const { world, outbox } = createPage()
  const newEntry = buildNewEntry()
  world.faults.push('signed_out')

  const first = await placeOrder(outbox, newEntry)
  world.clock.now += 3_000
  const second = await placeOrder(outbox, newEntry)

  expect([first, second]).toMatchObject([{ kind: 'refused', reason: 'unauthorized', final: false }, { kind: 'sent' }])
  expect(world.server.orders).toHaveLength(1)
})

test('a form open in two tabs reports its order id as spent, and the first order is unchanged', async () => {
  const { world, outbox } = createPage()
  const newEntry = buildNewEntry()

  await placeOrder(outbox, newEntry)
  const other = await placeOrder(outbox, {
    ...buildNewEntry({ id: newEntry.order.id, customerName: 'Ольга' }),
    summary: elsewhere,
  })

  expect(other).toEqual({ kind: 'spent' })
  expect(world.server.orders).toHaveLength(1)
})

test('an outbox that missed the sign-in switches to the account with the order and sends it', async () => {
  const { world, outbox } = createPage()
  const olena = crypto.randomUUID()
  world.session.owner = olena
  await switchAccount(world.db, crypto.randomUUID())

  expect(await placeOrder(outbox, buildNewEntry({ ownerId: olena }), { signedInUserId: olena })).toEqual({
    kind: 'sent',
  })
})

test('an order of an account that is no longer signed in is rejected, not saved', async () => {
  const { world, outbox } = createPage()
  const signedInUserId = crypto.randomUUID()
  await switchAccount(world.db, signedInUserId)
  const newEntry = buildNewEntry({ ownerId: crypto.randomUUID() })

  for (const online of [true, false]) {
    expect(await placeOrder(outbox, newEntry, { isOnline: online, signedInUserId })).toMatchObject({
      kind: 'refused',
      reason: 'account_mismatch',
    })
  }
})

const elsewhere: Summary = {
  lines: [{ productId: LEMON, packageSize: '1кг', quantity: 5 } as SummaryLine],
  total: 1,
}
