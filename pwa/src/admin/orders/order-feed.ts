import type { OrderEvent, OrderPresence } from '@tsedra/contract/admin-orders'

/** Milliseconds before the first reconnect to an ended stream; doubles with each attempt (backoff). */
const RETRY_DELAY_MS = 5_000
const MAX_RETRY_DELAY_MS = 60_000

interface OrderFeedListener {
  /** Called when events were missed: all order queries are refetched. */
  onGap: () => void
  /** Called once per event. `isNew` is false for events that the page was loaded with. */
  onEvent: (event: OrderEvent, isNew: boolean) => void
  /** Called when a member of staff opens or closes an order. */
  onPresence?: (presence: OrderPresence) => void
  /** Called when the stream is connected, and each time it is connected again. */
  onConnected?: () => void
  /** Called when the server rejects the stream: the session may have ended. */
  onRejected: () => void
}

/** Ids of the events that this page has received: after a reconnect the server sends the last seconds again. */
const receivedIds = new Set<number>()
const MAX_RECEIVED_IDS = 5_000

/**
 * Subscribes to order events after a given one, or from now on. One tab opens the stream and broadcasts to the others: a
 * browser has six connections per host without HTTP/2 (infra/decisions/0034-order-administration-ui.md).
 *
 * @returns a function that unsubscribes
 */
export function subscribeToOrders(
  afterEventId: number | undefined,
  { onGap, onEvent, onPresence, onConnected, onRejected }: OrderFeedListener,
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
  const presenceChannel = new BroadcastChannel('tsedra.orders.presence')
  presenceChannel.onmessage = ({ data }: MessageEvent<OrderPresence>) => onPresence?.(data)
  const connectedChannel = new BroadcastChannel('tsedra.orders.connected')
  connectedChannel.onmessage = () => onConnected?.()
  abortController.signal.addEventListener('abort', () => {
    for (const channel of [eventChannel, gapChannel, presenceChannel, connectedChannel]) channel.close()
  })
  // Absent on insecure pages: each tab opens a stream.
  const locks = navigator.locks as LockManager | undefined
  void (locks ? locks.request('tsedra.orders', { signal: abortController.signal }, holdStream) : holdStream()).catch(
    () => {},
  )
  return () => abortController.abort()

  /** Holds the lock until this tab unsubscribes; then another tab opens the stream. */
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
          // mutation test: presence-refreshed-when-connected
          onConnected?.()
          connectedChannel.postMessage(null)
          // The server resumes after the last event.
          if (lastEventId !== undefined) return
          onGap()
          gapChannel.postMessage(null)
        })
        eventSource.addEventListener('order', ({ data }: MessageEvent<string>) => {
          const event = JSON.parse(data) as OrderEvent // the server validates it by the contract
          handleEvent(event)
          eventChannel.postMessage(event)
        })
        eventSource.addEventListener('presence', ({ data }: MessageEvent<string>) => {
          const presence = JSON.parse(data) as OrderPresence // the server builds it by the contract
          onPresence?.(presence)
          presenceChannel.postMessage(presence)
        })
        eventSource.addEventListener('reset', ({ data }: MessageEvent<string>) => {
          const { id } = JSON.parse(data) as { id: number } // the server validates it by the contract
          handleGap(id)
          gapChannel.postMessage(id)
        })
        eventSource.addEventListener('error', () => {
          // The browser reconnects a broken stream; a response that is no stream closes it.
          if (eventSource.readyState !== EventSource.CLOSED) return
          onRejected()
          timer = setTimeout(connect, retryDelayMs)
          retryDelayMs = Math.min(MAX_RETRY_DELAY_MS, retryDelayMs * 2)
        })
      }
    })
  }
}
