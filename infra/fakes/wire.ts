import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface Wire extends AsyncDisposable {
  /** The same address, through the wire. */
  url: string
  /** Cuts every connection and takes no more. */
  off(): void
  on(): void
  /** Each answer arrives so many milliseconds late, in order; questions do not. */
  slow(ms: number): void
  /** Keeps every answer until `release`, which tells them in order. */
  hold(): void
  release(): void
}

/** A wire between a process and what it depends on, which can be cut or made slow. */
export async function openWire(target: string): Promise<Wire> {
  const address = new URL(target)
  const [port, hostname] = [Number(address.port), address.hostname]
  const sockets = new Set<Socket>()
  let isOn = true
  let lateMs = 0
  let held: PromiseWithResolvers<void> | undefined
  const server = createServer((near) => {
    if (!isOn) return void near.destroy()
    const far = connect(port, hostname)
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        other.destroy()
      })
    }
    near.pipe(far)
    far.on('end', () => near.end())
    let before: Promise<unknown> = Promise.resolve()
    far.on('data', (piece) => {
      const due = lateMs > 0 ? sleep(lateMs) : undefined
      before = before
        .then(() => due)
        .then(() => held?.promise)
        .then(() => near.write(piece))
    })
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', () => done()))
  address.hostname = '127.0.0.1'
  address.port = String((server.address() as AddressInfo).port)

  return {
    url: address.href,
    off() {
      isOn = false
      for (const socket of sockets) socket.destroy()
    },
    on() {
      isOn = true
    },
    slow(ms) {
      lateMs = ms
    },
    hold() {
      held ??= Promise.withResolvers()
    },
    release() {
      held?.resolve()
      held = undefined
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
