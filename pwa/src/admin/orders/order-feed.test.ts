import { afterEach, expect, test, vi } from 'vitest'
import { followOrders } from './order-feed.ts'

/** A stream that the test tells and breaks. */
class Stream extends EventTarget {
  static readonly CLOSED = 2
  static made: Stream[] = []
  readonly url: string
  readonly readyState = 1

  constructor(url: string) {
    super()
    this.url = url
    Stream.made.push(this)
  }
  close(): void {}
  open(): void {
    this.dispatchEvent(new Event('open'))
  }
  tell(id: number): void {
    const data = JSON.stringify({ id, orderId: 'x', kind: 'note', status: null })
    this.dispatchEvent(new MessageEvent('order', { data }))
  }
  reset(id: number): void {
    this.dispatchEvent(new MessageEvent('reset', { data: JSON.stringify({ id }) }))
  }
}

async function following(after?: number) {
  Stream.made = []
  vi.stubGlobal('EventSource', Stream)
  const ears = { missed: vi.fn(), hear: vi.fn(), refused: vi.fn() }
  const stop = followOrders(after, ears)
  const stream = await vi.waitUntil(() => Stream.made[0])
  return { ...ears, stream, [Symbol.dispose]: stop }
}

afterEach(() => vi.unstubAllGlobals())

test('without an event to go on from, whatever happened before each opening is asked for', async () => {
  using first = await following()
  expect(first.stream.url).not.toContain('after')
  first.stream.open()
  first.stream.open()
  expect(first.missed).toHaveBeenCalledTimes(2)

  // From here on the browser says which event it has heard last.
  first.stream.tell(7)
  first.stream.open()
  expect(first.missed).toHaveBeenCalledTimes(2)
  expect(first.hear).toHaveBeenCalledOnce()
})

test('from an event on, the shop tells what was missed', async () => {
  using known = await following(5)
  known.stream.open()
  known.stream.open()
  expect(known.stream.url).toContain('after=5')
  expect(known.missed).not.toHaveBeenCalled()
})

test('a tab that does not listen itself hears of a gap too', async () => {
  using listening = await following()
  const missed = vi.fn()
  const stop = followOrders(undefined, { missed, hear: vi.fn(), refused: vi.fn() })
  listening.stream.open()
  await vi.waitUntil(() => missed.mock.calls.length === 1)
  stop()
  expect(Stream.made).toHaveLength(1)
})

test('`reset` refetches the lists in every tab and announces nothing', async () => {
  using listening = await following(5)
  const missed = vi.fn()
  const stop = followOrders(5, { missed, hear: vi.fn(), refused: vi.fn() })
  listening.stream.reset(36_013)
  expect(listening.missed).toHaveBeenCalledOnce()
  expect(listening.hear).not.toHaveBeenCalled()
  await vi.waitUntil(() => missed.mock.calls.length === 1)
  stop()
})

test('after `reset` another tab continues from the event it named', async () => {
  const first = await following(5)
  const missed = vi.fn()
  const stop = followOrders(5, { missed, hear: vi.fn(), refused: vi.fn() })
  first.stream.reset(36_013)
  await vi.waitUntil(() => missed.mock.calls.length === 1)
  first[Symbol.dispose]()
  const stream = await vi.waitUntil(() => Stream.made[1])
  expect(stream.url).toContain('after=36013')
  stop()
})

// catches mutation: loaded-order-not-new
test('an event that the page was loaded with is not announced as new, a later one is', async () => {
  using known = await following(100)
  known.stream.tell(99)
  known.stream.tell(101)
  expect(known.hear.mock.calls.map(([{ id }, isNew]) => [id, isNew])).toEqual([
    [99, false],
    [101, true],
  ])
})

test('an event is announced once, also when the panel is left and opened again', async () => {
  {
    using first = await following(200)
    first.stream.tell(201)
    first.stream.tell(201)
    expect(first.hear).toHaveBeenCalledOnce()
  }
  using again = await following(200)
  again.stream.tell(201)
  expect(again.hear).not.toHaveBeenCalled()
})
