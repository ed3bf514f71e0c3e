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
const TURN = 2_920
/** Bytes of one connection that may wait for their turn. */
const QUEUED_AT_MOST = 65_536

interface Queue {
  from: Socket
  to: Socket
  parts: Buffer[]
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
  const waiting: Queue[] = []
  let received = 0
  let pumping = false
  let delayed = 0
  let freeAt = 0

  const server = createServer({ noDelay: true }, (browser) => {
    const onward = connect({ port: target, host: '127.0.0.1', noDelay: true })
    const queue: Queue = { from: onward, to: browser, parts: [], bytes: 0 }
    for (const [socket, other] of [
      [browser, onward],
      [onward, browser],
    ] as const) {
      sockets.add(socket)
      // A browser that went away, or a server that did, is no error of ours.
      socket.once('error', () => other.destroy())
      socket.once('close', () => sockets.delete(socket))
    }
    browser.once('close', () => onward.destroy())
    onward.once('close', () => enqueue(queue))
    const opened = later(() => {}, 2)
    browser.on('data', (part) => void opened.then(() => later(() => onward.write(part))))
    onward.on('data', (part) => {
      queue.parts.push(part)
      queue.bytes += part.length
      if (queue.bytes > QUEUED_AT_MOST) onward.pause()
      enqueue(queue)
    })
  })
  await new Promise<void>((open, fail) => {
    server.once('error', fail)
    server.listen(0, '127.0.0.1', () => open())
  })

  const line: SlowLine = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    speed: undefined,
    get received() {
      return received
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise((done) => server.close(done))
    },
  }
  return line

  /** After half a round trip, or as many halves as are asked for, in the order of the calls; at once on a line of no length. */
  async function later(run: () => void, halves = 1): Promise<void> {
    if (line.speed || delayed > 0) {
      delayed += 1
      await new Promise((done) => setTimeout(done, ((line.speed?.rttMs ?? 0) / 2) * halves))
      delayed -= 1
    }
    run()
  }

  function enqueue(queue: Queue): void {
    if (!waiting.includes(queue)) waiting.push(queue)
    if (!pumping) void pump()
  }

  async function pump(): Promise<void> {
    pumping = true
    for (let queue = waiting.shift(); queue; queue = waiting.shift()) {
      const { from, to } = queue
      const part = take(queue)
      received += part.length
      if (line.speed) {
        const now = performance.now()
        freeAt = Math.max(now, freeAt) + (part.length * 8_000) / line.speed.bitsPerSecond
        if (freeAt - now > 1) await new Promise((done) => setTimeout(done, freeAt - now))
      }
      void later(() => void (to.writable && to.write(part)))
      if (queue.parts.length > 0) waiting.push(queue)
      else if (from.closed) void later(() => void to.end())
      if (queue.bytes < QUEUED_AT_MOST) from.resume()
    }
    pumping = false
  }

  function take(queue: Queue): Buffer {
    const [first = Buffer.alloc(0), ...rest] = queue.parts
    const part = line.speed ? first.subarray(0, TURN) : first
    queue.parts = part.length < first.length ? [first.subarray(part.length), ...rest] : rest
    queue.bytes -= part.length
    return part
  }
}
