import type { OrderEvent } from '@tsedra/contract/admin-orders'

/** Milliseconds before a stream that the shop has ended is asked for again; each time twice as long. */
const RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 60_000

interface OrderFeedListener {
  /** Events were left out: everything that shows orders is refetched. */
  onGap: () => void
  /** An event, once per page. `isNew` is false when the page was loaded with it. */
  onEvent: (event: OrderEvent, isNew: boolean) => void
  /** The shop has refused the stream: perhaps nobody of the staff is here any more. */
  onRejected: () => void
}

/** Ids of the events that this page has received: after a reconnect the server sends the last seconds again. */
const receivedIds = new Set<number>()
const MAX_RECEIVED_IDS = 5_000

/**
 * Follows what happens to orders, from an event on, or from now on when none is known. Of all tabs one listens and tells the others: a browser has six
 * connections to a shop without HTTP/2, and a stream holds one (infra/decisions/0034-order-administration-ui.md).
 *
 * @returns how to stop
 */
export function subscribeToOrders(
  afterEventId: number | undefined,
  { onGap, onEvent, onRejected }: OrderFeedListener,
): () => void {
  const abortController = new AbortController()
  const eventChannel = new BroadcastChannel('tsedra.orders')
  let lastEventId = afterEventId
  const handleEvent = (event: OrderEvent) => {
    lastEventId = Math.max(lastEventId ?? 0, event.id)
    if (receivedIds.has(event.id)) return
    if (receivedIds.size >= MAX_RECEIVED_IDS) receivedIds.clear()
    receivedIds.add(event.id)
    // mutation test: loaded-order-not-new
    onEvent(event, event.id > (afterEventId ?? 0))
  }
  eventChannel.onmessage = ({ data }: MessageEvent<OrderEvent>) => handleEvent(data)
  const gapChannel = new BroadcastChannel('tsedra.orders.missed')
  const handleGap = (id: number | null) => {
    if (id !== null) lastEventId = Math.max(lastEventId ?? 0, id)
    onGap()
  }
  gapChannel.onmessage = ({ data }: MessageEvent<number | null>) => handleGap(data)
  abortController.signal.addEventListener('abort', () => {
    eventChannel.close()
    gapChannel.close()
  })
  // Absent on insecure pages: then each tab listens.
  const locks = navigator.locks as LockManager | undefined
  void (locks ? locks.request('tsedra.orders', { signal: abortController.signal }, holdStream) : holdStream()).catch(
    () => {},
  )
  return () => abortController.abort()

  /** Ends when this tab does not follow any more: then another one listens. */
  function holdStream(): Promise<void> {
    return new Promise((resolve) => {
      let stream: EventSource | undefined
      let timer: ReturnType<typeof setTimeout> | undefined
      let retryDelayMs = RETRY_DELAY_MS
      abortController.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        stream?.close()
        resolve()
      })
      connect()

      function connect(): void {
        const eventSource = new EventSource(
          `/api/admin/order-events${lastEventId === undefined ? '' : `?after=${lastEventId}`}`,
        )
        stream = eventSource
        eventSource.addEventListener('open', () => {
          retryDelayMs = RETRY_DELAY_MS
          // By the last event the shop knows where to go on.
          if (lastEventId !== undefined) return
          onGap()
          gapChannel.postMessage(null)
        })
        eventSource.addEventListener('order', ({ data }: MessageEvent<string>) => {
          const event = JSON.parse(data) as OrderEvent // the server made it by the contract
          handleEvent(event)
          eventChannel.postMessage(event)
        })
        eventSource.addEventListener('reset', ({ data }: MessageEvent<string>) => {
          const { id } = JSON.parse(data) as { id: number } // the server made it by the contract
          handleGap(id)
          gapChannel.postMessage(id)
        })
        eventSource.addEventListener('error', () => {
          // A line that broke is mended by the browser; an answer that is no stream ends it.
          if (eventSource.readyState !== EventSource.CLOSED) return
          onRejected()
          timer = setTimeout(connect, retryDelayMs)
          retryDelayMs = Math.min(MAX_RETRY_DELAY_MS, retryDelayMs * 2)
        })
      }
    })
  }
}
