import { afterEach, expect, test, vi } from 'vitest'
import { subscribeToOrders } from './order-feed.ts'

/** A stream controlled by the test. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static instances: Stream[] = []
  readonly url: string
  readonly readyState = 1

  constructor(url: string) {
    super()
    this.url = url
    Stream.instances.push(this)
  }
  close(): void {}
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  emitOrder(id: number): void {
    const data = JSON.stringify({ id, orderId: 'x', kind: 'note', status: null })
    this.dispatchEvent(new MessageEvent('order', { data }))
  }
  reset(id: number): void {
    this.dispatchEvent(new MessageEvent('reset', { data: JSON.stringify({ id }) }))
  }
}

async function openFeed(after?: number) {
  Stream.instances = []
  vi.stubGlobal('EventSource', Stream)
  const listener = { onGap: vi.fn(), onEvent: vi.fn(), onConnected: vi.fn(), onRejected: vi.fn() }
  const unsubscribe = subscribeToOrders(after, listener)
  const stream = await vi.waitUntil(() => Stream.instances[0])
  return { ...listener, stream, [Symbol.dispose]: unsubscribe }
}

afterEach(() => vi.unstubAllGlobals())

test('without a last event, each connection refetches earlier changes', async () => {
  using first = await openFeed()
  expect(first.stream.url).not.toContain('after')
  first.stream.open()
  first.stream.open()
  expect(first.onGap).toHaveBeenCalledTimes(2)

  // From here on the browser sends the last event id.
  first.stream.emitOrder(7)
  first.stream.open()
  expect(first.onGap).toHaveBeenCalledTimes(2)
  expect(first.onEvent).toHaveBeenCalledOnce()
})

test('from a given event on, the server sends the missed events', async () => {
  using known = await openFeed(5)
  known.stream.open()
  known.stream.open()
  expect(known.stream.url).toContain('after=5')
  expect(known.onGap).not.toHaveBeenCalled()
})

test('a tab without the stream is notified of a gap too', async () => {
  using listening = await openFeed()
  const onGap = vi.fn()
  const stop = subscribeToOrders(undefined, { onGap: onGap, onEvent: vi.fn(), onRejected: vi.fn() })
  listening.stream.open()
  await vi.waitUntil(() => onGap.mock.calls.length === 1)
  stop()
  expect(Stream.instances).toHaveLength(1)
})

// catches mutation: presence-refreshed-when-connected
test('every tab receives each connection of the stream', async () => {
  using listening = await openFeed(5)
  const onConnected = vi.fn()
  const stop = subscribeToOrders(5, { onGap: vi.fn(), onEvent: vi.fn(), onConnected, onRejected: vi.fn() })
  listening.stream.open()
  listening.stream.open()
  expect(listening.onConnected).toHaveBeenCalledTimes(2)
  await vi.waitUntil(() => onConnected.mock.calls.length === 2)
  stop()
})

test('`reset` refetches the lists in every tab and announces nothing', async () => {
  using listening = await openFeed(5)
  const onGap = vi.fn()
  const stop = subscribeToOrders(5, { onGap: onGap, onEvent: vi.fn(), onRejected: vi.fn() })
  listening.stream.reset(36_013)
  expect(listening.onGap).toHaveBeenCalledOnce()
  expect(listening.onEvent).not.toHaveBeenCalled()
  await vi.waitUntil(() => onGap.mock.calls.length === 1)
  stop()
})

test('after `reset` another tab continues from the event it named', async () => {
  const first = await openFeed(5)
  const onGap = vi.fn()
  const stop = subscribeToOrders(5, { onGap: onGap, onEvent: vi.fn(), onRejected: vi.fn() })
  first.stream.reset(36_013)
  await vi.waitUntil(() => onGap.mock.calls.length === 1)
  first[Symbol.dispose]()
  const stream = await vi.waitUntil(() => Stream.instances[1])
  expect(stream.url).toContain('after=36013')
  stop()
})

// catches mutation: loaded-order-not-new
test('an event that the page was loaded with is not announced as new, a later one is', async () => {
  using known = await openFeed(100)
  known.stream.emitOrder(99)
  known.stream.emitOrder(101)
  expect(known.onEvent.mock.calls.map(([{ id }, isNew]) => [id, isNew])).toEqual([
    [99, false],
    [101, true],
  ])
})

test('an event is announced once, also when the admin area is closed and opened again', async () => {
  {
    using first = await openFeed(200)
    first.stream.emitOrder(201)
    first.stream.emitOrder(201)
    expect(first.onEvent).toHaveBeenCalledOnce()
  }
  using again = await openFeed(200)
  again.stream.emitOrder(201)
  expect(again.onEvent).not.toHaveBeenCalled()
})
