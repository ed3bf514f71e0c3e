import { expect, test } from 'vitest'
import { aWanted, fakeWorld, GONE } from '../outbox/fake-world.ts'
import { createSender } from '../outbox/sender.ts'
import { placeOrder } from './place-order.ts'

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

test('behind others that find no network it is not tried, and that it is saved is said as soon', async () => {
  const { world, outbox } = aPage()
  world.faults.push('no_network', 'no_network')
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

  expect(await placeOrder(outbox, aWanted(), { withinMs: 50 })).toMatchObject({
    to: 'saved',
    entry: { state: 'sending' },
  })
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
