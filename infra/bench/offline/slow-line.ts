import { createServer, connect, type Socket } from 'node:net'
import type { AddressInfo } from 'node:net'

export interface LineSpeed {
  bitsPerSecond: number
  rttMs: number
}

export interface SlowLine extends AsyncDisposable {
  /** By the name that browsers trust as they trust HTTPS. */
  readonly url: string
  /** As fast as the machine when undefined. Connections that are open keep what they have in them. */
  speed: LineSpeed | undefined
  /** Bytes that went to the browser, headers and all. */
  readonly received: number
}

/** Bytes that one connection may send before it is the next one's turn. */
const TURN_BYTES = 2_920
/** Bytes of one connection that may wait for their turn. */
const MAX_QUEUED_BYTES = 65_536

interface Queue {
  from: Socket
  to: Socket
  chunks: Buffer[]
  bytes: number
}

/**
 * A thin line between a browser and a server on loopback, for the page and its service worker alike: one width for all
 * connections together, each way half a round trip, one round trip more to open a connection. What the browser sends is
 * little, and is delayed but not narrowed.
 *
 * @param target port on loopback
 * @throws the listen error
 */
export async function openSlowLine(target: number): Promise<SlowLine> {
  const sockets = new Set<Socket>()
  const waitingQueues: Queue[] = []
  let received = 0
  let isSending = false
  let delayedCount = 0
  let lineFreeAt = 0

  const server = createServer({ noDelay: true }, (browser) => {
    const upstream = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const queue: Queue = { from: upstream, to: browser, chunks: [], bytes: 0 }
    for (const [socket, peer] of [
      [browser, upstream],
      [upstream, browser],
    ] as const) {
      sockets.add(socket)
      // A connection closed by browser or server is not an error here.
      socket.once('error', () => peer.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    browser.once('close', () => upstream.destroy())
    upstream.once('close', () => enqueue(queue))
    const connected = runDelayed(() => {}, 2)
    browser.on('data', (chunk) => void connected.then(() => runDelayed(() => upstream.write(chunk))))
    upstream.on('data', (chunk) => {
      queue.chunks.push(chunk)
      queue.bytes += chunk.length
      if (queue.bytes > MAX_QUEUED_BYTES) upstream.pause()
      enqueue(queue)
    })
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })

  const line: SlowLine = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    speed: undefined,
    get received() {
      return received
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return line

  /** Resolves after half a round trip, or the given number of halves, in the order of the calls; at once without latency. */
  async function runDelayed(run: () => void, halfRoundTrips = 1): Promise<void> {
    if (line.speed || delayedCount > 0) {
      delayedCount += 1
      await new Promise((resolve) => setTimeout(resolve, ((line.speed?.rttMs ?? 0) / 2) * halfRoundTrips))
      delayedCount -= 1
    }
    run()
  }

  function enqueue(queue: Queue): void {
    if (!waitingQueues.includes(queue)) waitingQueues.push(queue)
    if (!isSending) void sendQueued()
  }

  async function sendQueued(): Promise<void> {
    isSending = true
    for (let queue = waitingQueues.shift(); queue; queue = waitingQueues.shift()) {
      const { from, to } = queue
      const chunk = takeChunk(queue)
      received += chunk.length
      if (line.speed) {
        const now = performance.now()
        lineFreeAt = Math.max(now, lineFreeAt) + (chunk.length * 8_000) / line.speed.bitsPerSecond
        if (lineFreeAt - now > 1) await new Promise((resolve) => setTimeout(resolve, lineFreeAt - now))
      }
      void runDelayed(() => void (to.writable && to.write(chunk)))
      if (queue.chunks.length > 0) waitingQueues.push(queue)
      else if (from.closed) void runDelayed(() => void to.end())
      if (queue.bytes < MAX_QUEUED_BYTES) from.resume()
    }
    isSending = false
  }

  function takeChunk(queue: Queue): Buffer {
    const [firstChunk = Buffer.alloc(0), ...otherChunks] = queue.chunks
    const chunk = line.speed ? firstChunk.subarray(0, TURN_BYTES) : firstChunk
    queue.chunks = chunk.length < firstChunk.length ? [firstChunk.subarray(chunk.length), ...otherChunks] : otherChunks
    queue.bytes -= chunk.length
    return chunk
  }
}
