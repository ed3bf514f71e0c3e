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

test('what the shop has answered is sent', async () => {
  const { world, outbox } = createPage()

  expect(await placeOrder(outbox, buildNewEntry())).toEqual({ kind: 'sent' })
  expect(world.server.orders).toHaveLength(1)
})

test('without a network it is saved, and that is said at once', async () => {
  const { world, outbox } = createPage()
  world.faults.push('no_network')

  expect(await placeOrder(outbox, buildNewEntry(), { confirmTimeoutMs: 60_000 })).toMatchObject({
    kind: 'saved',
    entry: { state: 'queued' },
  })
})

test('where the browser knows of no network, that it is saved is said before anything is tried; it is tried soon after', async () => {
  const { world, outbox } = createPage()

  expect(await placeOrder(outbox, buildNewEntry(), { isOnline: false })).toMatchObject({
    kind: 'saved',
    entry: { state: 'queued' },
  })
  expect(world.server.received).toEqual([])
  // The browser was wrong.
  await expect.poll(() => world.server.orders, { timeout: 10_000 }).toHaveLength(1)
})

test('behind one that finds no network it is tried once, and that it is saved is said as soon', async () => {
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

test('a slow network lets the shopper go; the request is saved', async () => {
  const { outbox } = createPage()
  outbox.parts.send = () => new Promise(() => {})

  expect(await placeOrder(outbox, buildNewEntry(), { confirmTimeoutMs: 400 })).toMatchObject({
    kind: 'saved',
    entry: { state: 'sending' },
  })
})

test('where nothing is kept and nobody answers it is said that nothing is known, and the last word follows', async () => {
  const { world, outbox } = createPage()
  const hanging = { get: () => new Promise(() => {}), transaction: () => new Promise(() => {}) }
  const db = { ...hanging, outbox: hanging } as unknown as typeof outbox.parts.db // never answers
  const answer = Promise.withResolvers<Response>()
  const parts = { ...outbox.parts, db, send: () => answer.promise }
  const unconfirmed = vi.fn()

  const placing = placeOrder({ ...outbox, parts }, buildNewEntry(), {
    timeoutMs: 20,
    onUnconfirmed: unconfirmed,
    unconfirmedAfterMs: 40,
  })
  await expect.poll(() => unconfirmed.mock.calls.length).toBe(1)
  answer.reject(new TypeError('network'))

  expect(await placing).toEqual({ kind: 'unsaved' })
  expect(world.server.orders).toEqual([])
})

test('what is known in time is not called unconfirmed', async () => {
  const { outbox } = createPage()
  const unconfirmed = vi.fn()

  await placeOrder(outbox, buildNewEntry(), { onUnconfirmed: unconfirmed, unconfirmedAfterMs: 3_000 })
  vi.useFakeTimers().advanceTimersByTime(5_000)
  vi.useRealTimers()

  expect(unconfirmed).not.toHaveBeenCalled()
  expect(UNCONFIRMED_AFTER_MS).toBeLessThan(5_000)
})

test('a refusal is heard with its reason', async () => {
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
  'refused before it was taken (%s), it may be changed at once; after an attempt without an answer it may not',
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

test('what was taken back on the server is refused for good', async () => {
  const { world, outbox } = createPage()
  const wanted = buildNewEntry()
  world.server.cancelled.add(wanted.order.id)

  expect(await placeOrder(outbox, wanted)).toMatchObject({ kind: 'refused', reason: 'order_cancelled', final: true })
})

test('a second tap on a parked request sends the same once more', async () => {
  const { world, outbox } = createPage()
  const wanted = buildNewEntry()
  world.faults.push('signed_out')

  const first = await placeOrder(outbox, wanted)
  world.clock.now += 3_000
  const second = await placeOrder(outbox, wanted)

  expect([first, second]).toMatchObject([{ kind: 'refused', reason: 'unauthorized', final: false }, { kind: 'sent' }])
  expect(world.server.orders).toHaveLength(1)
})

test('a form that lay open in two tabs says that its number is spent, and the first request is as it was', async () => {
  const { world, outbox } = createPage()
  const wanted = buildNewEntry()

  await placeOrder(outbox, wanted)
  const other = await placeOrder(outbox, {
    ...buildNewEntry({ id: wanted.order.id, customerName: 'Ольга' }),
    summary: elsewhere,
  })

  expect(other).toEqual({ kind: 'spent' })
  expect(world.server.orders).toHaveLength(1)
})

test('where the phone had not heard who is signed in, it hears it with the order, which goes', async () => {
  const { world, outbox } = createPage()
  const olena = crypto.randomUUID()
  world.session.owner = olena
  await switchAccount(world.db, crypto.randomUUID())

  expect(await placeOrder(outbox, buildNewEntry({ ownerId: olena }), { signedInUserId: olena })).toEqual({
    kind: 'sent',
  })
})

test('what a tab of somebody who has left writes is never called saved', async () => {
  const { world, outbox } = createPage()
  const here = crypto.randomUUID()
  await switchAccount(world.db, here)
  const wanted = buildNewEntry({ ownerId: crypto.randomUUID() })

  for (const online of [true, false]) {
    expect(await placeOrder(outbox, wanted, { isOnline: online, signedInUserId: here })).toMatchObject({
      kind: 'refused',
      reason: 'account_mismatch',
    })
  }
})

const elsewhere: Summary = {
  lines: [{ productId: LEMON, packageSize: '1кг', quantity: 5 } as SummaryLine],
  total: 1,
}
