import { afterEach, expect, test, vi } from 'vitest'
import { buildNewEntry, readEntry, fakeWorld, enqueueOrder } from '../../test/fake-world.ts'
import { enqueue } from './queue.ts'
import { createSender, nextWaitMs } from './sender.ts'

afterEach(() => vi.restoreAllMocks())

const isVisible = () => true

test('`run` sends a new entry at once', async () => {
  const world = fakeWorld()
  const sender = createSender(world.open().parts, isVisible)
  await enqueue(world.db, buildNewEntry(), world.clock.now)

  await sender.run()

  expect(world.server.orders).toHaveLength(1)
  sender.stop()
})

test('an order saved during a run is sent by the same run or the next one', async () => {
  const world = fakeWorld()
  const sender = createSender(world.open().parts, isVisible)
  await enqueue(world.db, buildNewEntry(), world.clock.now)

  const first = sender.run()
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  await Promise.all([first, sender.run()])

  expect(world.server.orders).toHaveLength(2)
  sender.stop()
})

test('a nudge ends the backoff, at most once every two seconds', async () => {
  const world = fakeWorld()
  const sender = createSender(world.open().parts, isVisible)
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  world.faults.push('no_network', 'no_network')
  await sender.run()

  world.clock.now += 100
  await sender.nudge()
  await sender.nudge()
  expect(world.server.orders).toHaveLength(0)
  world.clock.now += 2_000
  await sender.nudge()

  expect(world.server.orders).toHaveLength(1)
  sender.stop()
})

test('`onShopReached` ends the backoff after an outage without an `online` event', async () => {
  const world = fakeWorld()
  const sender = createSender(world.open().parts, isVisible)
  const id = await enqueueOrder(world)
  const nextAt = world.clock.now + 840_000
  await world.db.outbox.update(id, { attempts: 12, reason: 'network', nextAt })
  await sender.run()
  expect(world.server.received).toEqual([])

  await sender.onShopReached()

  expect(world.server.orders).toHaveLength(1)
  sender.stop()
})

test('many responses of the API retry a blocked entry once per ten seconds, with a trailing retry', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const send = vi.fn<typeof fetch>(parts.send)
  const sender = createSender({ ...parts, send, random: () => 1 }, isVisible)
  world.blocked.set(await enqueueOrder(world), 'firewall')
  await sender.run()

  const reached = () => Promise.all(Array.from({ length: 20 }, () => sender.onShopReached()))
  await reached()
  expect(send).toHaveBeenCalledTimes(2)
  world.clock.now += 9_950
  await reached()
  expect(send).toHaveBeenCalledTimes(2)
  world.clock.now += 50

  await expect.poll(() => send.mock.calls.length).toBe(3)
  sender.stop()
})

test('`onShopReached` does not retry an entry that waits because of an API error', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const send = vi.fn<typeof fetch>(parts.send)
  const sender = createSender({ ...parts, send }, isVisible)
  const [busy] = [await enqueueOrder(world)]
  world.faults.push('busy')
  await sender.run()

  await sender.onShopReached()

  expect(send).toHaveBeenCalledOnce()
  expect(await readEntry(world, busy)).toMatchObject({ state: 'queued', reason: 'busy' })
  sender.stop()
})

test('`onShopReached` during a request that then fails retries that request too', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const old = Promise.withResolvers<Response>()
  const send = vi.fn<typeof fetch>(parts.send).mockReturnValueOnce(old.promise)
  const sender = createSender({ ...parts, send, random: () => 1 }, isVisible)
  await enqueueOrder(world)
  const running = sender.run()
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())

  const reached = sender.onShopReached()
  old.reject(new TypeError('network'))
  await Promise.all([running, reached])

  expect(world.server.orders).toHaveLength(1)
  sender.stop()
})

test('`onShopReached` does not query the database while no entry is pending', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const sender = createSender(parts, isVisible)
  await enqueueOrder(world)
  await sender.run()
  const queries = vi.spyOn(parts.db.outbox, 'where')

  await sender.onShopReached()

  expect(queries).not.toHaveBeenCalled()
  sender.stop()
})

test('an entry made due while another request is slow is sent concurrently', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const never = Promise.withResolvers<Response>()
  const send = vi.fn<typeof fetch>(parts.send).mockReturnValueOnce(never.promise)
  const whenSlow = () => new Promise<true>((slow) => setTimeout(() => slow(true), 5))
  const sender = createSender({ ...parts, send, whenSlow }, isVisible)
  await enqueueOrder(world)
  const waiting = await enqueueOrder(world)
  await world.db.outbox.update(waiting, { attempts: 5, reason: 'network', nextAt: world.clock.now + 600_000 })
  const running = sender.run()
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())

  const nudged = sender.nudge()

  await expect.poll(() => readEntry(world, waiting)).toMatchObject({ state: 'sent' })
  never.reject(new TypeError('network'))
  await Promise.all([running, nudged])
  sender.stop()
})

test('a nudge within the rate limit is debounced, not dropped', async () => {
  const world = fakeWorld()
  const sender = createSender({ ...world.open().parts, random: () => 1 }, isVisible)
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  world.faults.push('no_network')
  await sender.nudge()

  world.clock.now += 1_900
  await sender.nudge()
  expect(world.server.orders).toHaveLength(0)
  world.clock.now += 200

  await expect.poll(() => world.server.orders).toHaveLength(1)
  sender.stop()
})

test('a nudge during a request that then fails retries it without the backoff', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const old = Promise.withResolvers<Response>()
  const send = vi.fn<typeof fetch>(parts.send).mockReturnValueOnce(old.promise)
  const sender = createSender({ ...parts, send, random: () => 1 }, isVisible)
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  const running = sender.run()
  await vi.waitFor(() => expect(send).toHaveBeenCalledOnce())

  const nudged = sender.nudge()
  old.reject(new TypeError('network'))
  await Promise.all([running, nudged])

  expect(world.server.orders).toHaveLength(1)
  sender.stop()
})

test('a visible page retries by itself', async () => {
  const world = fakeWorld()
  const parts = { ...world.open().parts, random: () => 0 }
  const sender = createSender(parts, isVisible)
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  world.faults.push('no_network')
  await sender.run()
  world.clock.now += 250

  await expect.poll(() => world.server.orders.length, { timeout: 2_000 }).toBe(1)
  sender.stop()
})

test('a hidden page sets no timer', async () => {
  const world = fakeWorld()
  const sender = createSender(world.open().parts, () => false)
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  world.faults.push('no_network')
  const timers = vi.spyOn(globalThis, 'setTimeout')

  await sender.run()

  expect(timers.mock.calls.filter(([, wait]) => wait === 2_250)).toEqual([])
  sender.stop()
})

const shortTimeouts = { unreadableRetryMs: 20, hangTimeoutMs: 40 }

test('the sender continues after a temporarily unreadable database', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  const readError = Object.assign(new Error('Connection to Indexed Database server lost'), { name: 'NotFoundError' })
  const transaction = parts.db.transaction.bind(parts.db)
  let isUnreadable = true
  vi.spyOn(parts.db, 'transaction').mockImplementation(((...args: unknown[]) =>
    isUnreadable ? Promise.reject(readError) : Reflect.apply(transaction, undefined, args)) as never)
  const orderBy = parts.db.outbox.orderBy.bind(parts.db.outbox)
  vi.spyOn(parts.db.outbox, 'orderBy').mockImplementation((...args) => {
    if (isUnreadable) throw readError
    return Reflect.apply(orderBy, undefined, args)
  })
  const sender = createSender(parts, isVisible, shortTimeouts)

  await sender.run()
  expect(world.server.orders).toEqual([])
  isUnreadable = false

  await expect.poll(() => world.server.orders).toHaveLength(1)
  sender.stop()
})

test('a run that hangs in the database is abandoned, and the next one sends', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  const transaction = vi.spyOn(parts.db, 'transaction').mockImplementationOnce((() => new Promise(() => {})) as never)
  const sender = createSender(parts, isVisible, shortTimeouts)

  void sender.run()
  await expect.poll(() => transaction.mock.calls.length).toBeGreaterThan(0)
  world.clock.now += 60_000

  await expect.poll(() => world.server.orders).toHaveLength(1)
  sender.stop()
})

test('on a full disk pictures are evicted so that the entry can be sent', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  await enqueue(world.db, buildNewEntry(), world.clock.now)
  const pictures = new Set(['lemon.webp'])
  vi.stubGlobal('caches', {
    open: async () => ({ keys: async () => [...pictures], delete: async (each: string) => pictures.delete(each) }),
  })
  const inner = Object.assign(new Error('full'), { name: 'QuotaExceededError' })
  const full = Object.assign(new Error('aborted'), { name: 'AbortError', inner })
  const transaction = parts.db.transaction.bind(parts.db)
  vi.spyOn(parts.db, 'transaction').mockImplementation(((...args: unknown[]) =>
    pictures.size > 0 ? Promise.reject(full) : Reflect.apply(transaction, undefined, args)) as never)
  const sender = createSender(parts, isVisible, { ...shortTimeouts, unreadableRetryMs: 60_000 })

  await sender.run()

  await expect.poll(() => world.server.orders).toHaveLength(1)
  sender.stop()
  vi.unstubAllGlobals()
})

test('the next run starts when the first entry is due, never before the pause after a failure', async () => {
  const world = fakeWorld()
  const { entry } = await enqueue(world.db, buildNewEntry(), 0)
  const at = (nextAt: number) => ({ ...entry, nextAt })

  expect(nextWaitMs([], 0, 0)).toBeUndefined()
  expect(nextWaitMs([at(9_000), at(4_000)], 0, 0)).toBe(4_000)
  expect(nextWaitMs([at(0), at(9_000)], 0, 5_000)).toBe(5_000)
  expect(nextWaitMs([at(1e12)], 0, 0), 'the clock was set back').toBe(250)
})

test('sender: `sendEntry` returns the settled entry while another request is in flight', async () => {
  const world = fakeWorld()
  const { parts } = world.open()
  const id = await enqueueOrder(world)
  const slowId = await enqueueOrder(world)
  const send: typeof fetch = (url, init) =>
    new Headers(init?.headers).get('idempotency-key') === slowId ? new Promise(() => {}) : parts.send(url, init)
  const sender = createSender({ ...parts, send }, isVisible)

  expect(await sender.sendEntry(id)).toMatchObject({ id, state: 'sent' })
  expect(await readEntry(world, slowId)).toMatchObject({ state: 'sending' })
  sender.stop()
})
