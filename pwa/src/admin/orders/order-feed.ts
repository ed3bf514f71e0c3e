import type { OrderEvent } from '@tsedra/contract/admin-orders'

/** Milliseconds before a stream that the shop has ended is asked for again; each time twice as long. */
const AGAIN_MS = 5_000
const AGAIN_AT_MOST_MS = 60_000

interface Ears {
  /** Events were left out: everything that shows orders is refetched. */
  missed: () => void
  /** An event, once per page. `isNew` is false when the page was loaded with it. */
  hear: (event: OrderEvent, isNew: boolean) => void
  /** The shop has refused the stream: perhaps nobody of the staff is here any more. */
  refused: () => void
}

/** Ids of the events that this page has received: after a reconnect the server sends the last seconds again. */
const received = new Set<number>()
const RECEIVED_MAX = 5_000

/**
 * Follows what happens to orders, from an event on, or from now on when none is known. Of all tabs one listens and tells the others: a browser has six
 * connections to a shop without HTTP/2, and a stream holds one (infra/decisions/0034-desk-on-the-screen.md).
 *
 * @returns how to stop
 */
export function followOrders(after: number | undefined, { missed, hear, refused }: Ears): () => void {
  const over = new AbortController()
  const tabs = new BroadcastChannel('tsedra.orders')
  let last = after
  const heard = (event: OrderEvent) => {
    last = Math.max(last ?? 0, event.id)
    if (received.has(event.id)) return
    if (received.size >= RECEIVED_MAX) received.clear()
    received.add(event.id)
    // mutation test: loaded-order-not-new
    hear(event, event.id > (after ?? 0))
  }
  tabs.onmessage = ({ data }: MessageEvent<OrderEvent>) => heard(data)
  const gaps = new BroadcastChannel('tsedra.orders.missed')
  const skippedTo = (id: number | null) => {
    if (id !== null) last = Math.max(last ?? 0, id)
    missed()
  }
  gaps.onmessage = ({ data }: MessageEvent<number | null>) => skippedTo(data)
  over.signal.addEventListener('abort', () => {
    tabs.close()
    gaps.close()
  })
  // Absent on insecure pages: then each tab listens.
  const locks = navigator.locks as LockManager | undefined
  void (locks ? locks.request('tsedra.orders', { signal: over.signal }, listen) : listen()).catch(() => {})
  return () => over.abort()

  /** Ends when this tab does not follow any more: then another one listens. */
  function listen(): Promise<void> {
    return new Promise((resolve) => {
      let stream: EventSource | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let waitMs = AGAIN_MS
      over.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        stream?.close()
        resolve()
      })
      open()

      function open(): void {
        const mine = new EventSource(`/api/admin/order-events${last === undefined ? '' : `?after=${last}`}`)
        stream = mine
        mine.addEventListener('open', () => {
          waitMs = AGAIN_MS
          // By the last event the shop knows where to go on.
          if (last !== undefined) return
          missed()
          gaps.postMessage(null)
        })
        mine.addEventListener('order', ({ data }: MessageEvent<string>) => {
          const event = JSON.parse(data) as OrderEvent // the server made it by the contract
          heard(event)
          tabs.postMessage(event)
        })
        mine.addEventListener('reset', ({ data }: MessageEvent<string>) => {
          const { id } = JSON.parse(data) as { id: number } // the server made it by the contract
          skippedTo(id)
          gaps.postMessage(id)
        })
        mine.addEventListener('error', () => {
          // A line that broke is mended by the browser; an answer that is no stream ends it.
          if (mine.readyState !== EventSource.CLOSED) return
          refused()
          timer = setTimeout(open, waitMs)
          waitMs = Math.min(AGAIN_AT_MOST_MS, waitMs * 2)
        })
      }
    })
  }
}
