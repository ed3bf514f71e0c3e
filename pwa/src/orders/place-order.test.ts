import { expect, test, vi } from 'vitest'
import type { Summary, SummaryLine } from '../outbox/entry.ts'
import { aWanted, fakeWorld, GONE, LEMON } from '../../test/fake-world.ts'
import { handOver } from '../outbox/owner.ts'
import { createSender } from '../outbox/sender.ts'
import { takeBack } from '../outbox/take-back.ts'
import { placeOrder, UNCONFIRMED_AFTER_MS } from './place-order.ts'

function aPage() {
  const world = fakeWorld()
  const { parts } = world.open()
  return { world, outbox: { parts, sender: createSender(parts, () => false) } }
}

test('what the shop has answered is sent', async () => {
  const { world, outbox } = aPage()

  expect(await placeOrder(outbox, aWanted())).toEqual({ to: 'sent' })
  expect(world.server.orders).toHaveLength(1)
})

test('without a network it is saved, and that is said at once', async () => {
  const { world, outbox } = aPage()
  world.faults.push('no_network')

  expect(await placeOrder(outbox, aWanted(), { withinMs: 60_000 })).toMatchObject({
    to: 'saved',
    entry: { state: 'queued' },
  })
})

test('where the browser knows of no network, that it is saved is said before anything is tried; it is tried soon after', async () => {
  const { world, outbox } = aPage()

  expect(await placeOrder(outbox, aWanted(), { online: false })).toMatchObject({
    to: 'saved',
    entry: { state: 'queued' },
  })
  expect(world.server.received).toEqual([])
  // The browser was wrong.
  await expect.poll(() => world.server.orders, { timeout: 10_000 }).toHaveLength(1)
})

test('behind one that finds no network it is tried once, and that it is saved is said as soon', async () => {
  const { world, outbox } = aPage()
  world.faults.push('no_network', 'no_network', 'no_network')
  await placeOrder(outbox, aWanted())
  world.clock.now += 3_000

  expect(await placeOrder(outbox, aWanted(), { withinMs: 60_000 })).toMatchObject({
    to: 'saved',
    entry: { state: 'queued' },
  })
  expect(world.faults).toEqual([])
  expect(world.server.orders).toEqual([])
})

test('a slow network lets the shopper go; the request is saved', async () => {
  const { outbox } = aPage()
  outbox.parts.send = () => new Promise(() => {})

  expect(await placeOrder(outbox, aWanted(), { withinMs: 400 })).toMatchObject({
    to: 'saved',
    entry: { state: 'sending' },
  })
})

test('where nothing is kept and nobody answers it is said that nothing is known, and the last word follows', async () => {
  const { world, outbox } = aPage()
  const hanging = { get: () => new Promise(() => {}), transaction: () => new Promise(() => {}) }
  const db = { ...hanging, outbox: hanging } as unknown as typeof outbox.parts.db // never answers
  const answer = Promise.withResolvers<Response>()
  const parts = { ...outbox.parts, db, send: () => answer.promise }
  const unconfirmed = vi.fn()

  const placing = placeOrder({ ...outbox, parts }, aWanted(), {
    limitMs: 20,
    onUnconfirmed: unconfirmed,
    unconfirmedAfterMs: 40,
  })
  await expect.poll(() => unconfirmed.mock.calls.length).toBe(1)
  answer.reject(new TypeError('network'))

  expect(await placing).toEqual({ to: 'unsaved' })
  expect(world.server.orders).toEqual([])
})

test('what is known in time is not called unconfirmed', async () => {
  const { outbox } = aPage()
  const unconfirmed = vi.fn()

  await placeOrder(outbox, aWanted(), { onUnconfirmed: unconfirmed, unconfirmedAfterMs: 3_000 })
  vi.useFakeTimers().advanceTimersByTime(5_000)
  vi.useRealTimers()

  expect(unconfirmed).not.toHaveBeenCalled()
  expect(UNCONFIRMED_AFTER_MS).toBeLessThan(5_000)
})

test('a refusal is heard with its reason', async () => {
  const { world, outbox } = aPage()
  world.server.gone.add(GONE)

  expect(await placeOrder(outbox, aWanted({ productId: GONE }))).toMatchObject({
    to: 'refused',
    reason: 'unavailable',
    final: true,
    detail: { items: [{ reason: 'gone' }] },
  })
})

test.each(['too_large', 'forbidden', 'too_old'] as const)(
  'refused before it was taken (%s), it may be changed at once; after an attempt without an answer it may not',
  async (fault) => {
    const { world, outbox } = aPage()
    const [first, second] = [aWanted(), aWanted()]

    world.faults.push(fault)
    const refused = await placeOrder(outbox, first)
    world.clock.now += 3_000
    world.faults.push('answer_lost')
    await placeOrder(outbox, second)
    world.clock.now += 3_000
    world.faults.push('too_large')
    const again = await placeOrder(outbox, second)

    expect(refused).toMatchObject({ to: 'refused', final: true })
    expect(again).toMatchObject({ to: 'refused', final: false })
    expect(await takeBack(world.db, first.order.id, 'cancel', world.clock.now)).toBe('cancelled')
    expect(await takeBack(world.db, second.order.id, 'cancel', world.clock.now)).toBe('asking')
  },
)

test('what was taken back on the server is refused for good', async () => {
  const { world, outbox } = aPage()
  const wanted = aWanted()
  world.server.cancelled.add(wanted.order.id)

  expect(await placeOrder(outbox, wanted)).toMatchObject({ to: 'refused', reason: 'order_cancelled', final: true })
})

test('a second tap on a parked request sends the same once more', async () => {
  const { world, outbox } = aPage()
  const wanted = aWanted()
  world.faults.push('signed_out')

  const first = await placeOrder(outbox, wanted)
  world.clock.now += 3_000
  const second = await placeOrder(outbox, wanted)

  expect([first, second]).toMatchObject([{ to: 'refused', reason: 'unauthorized', final: false }, { to: 'sent' }])
  expect(world.server.orders).toHaveLength(1)
})

test('a form that lay open in two tabs says that its number is spent, and the first request is as it was', async () => {
  const { world, outbox } = aPage()
  const wanted = aWanted()

  await placeOrder(outbox, wanted)
  const other = await placeOrder(outbox, {
    ...aWanted({ id: wanted.order.id, customerName: 'Ольга' }),
    summary: elsewhere,
  })

  expect(other).toEqual({ to: 'spent' })
  expect(world.server.orders).toHaveLength(1)
})

test('where the phone had not heard who is signed in, it hears it with the order, which goes', async () => {
  const { world, outbox } = aPage()
  const olena = crypto.randomUUID()
  world.session.owner = olena
  await handOver(world.db, crypto.randomUUID())

  expect(await placeOrder(outbox, aWanted({ ownerId: olena }), { signedIn: olena })).toEqual({ to: 'sent' })
})

test('what a tab of somebody who has left writes is never called saved', async () => {
  const { world, outbox } = aPage()
  const here = crypto.randomUUID()
  await handOver(world.db, here)
  const wanted = aWanted({ ownerId: crypto.randomUUID() })

  for (const online of [true, false]) {
    expect(await placeOrder(outbox, wanted, { online, signedIn: here })).toMatchObject({
      to: 'refused',
      reason: 'account_mismatch',
    })
  }
})

const elsewhere: Summary = {
  lines: [{ productId: LEMON, packageSize: '1кг', quantity: 5 } as SummaryLine],
  total: 1,
}
