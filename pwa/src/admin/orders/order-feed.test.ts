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
