import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface TcpProxy extends AsyncDisposable {
  /** The same address, through the wire. */
  url: string
  /** Cuts every connection and takes no more. */
  disconnect(): void
  reconnect(): void
  /** Each answer arrives so many milliseconds late, in order; questions do not. */
  setLatency(ms: number): void
  /** Holds every response until `release`, which sends them in order. */
  holdResponses(): void
  releaseResponses(): void
}

/** A wire between a process and what it depends on, which can be cut or made slow. */
export async function openTcpProxy(target: string): Promise<TcpProxy> {
  const proxyUrl = new URL(target)
  const [port, hostname] = [Number(proxyUrl.port), proxyUrl.hostname]
  const sockets = new Set<Socket>()
  let isConnected = true
  let latencyMs = 0
  let holdingResponses: PromiseWithResolvers<void> | undefined
  const server = createServer((client) => {
    if (!isConnected) return void client.destroy()
    const upstream = connect(port, hostname)
    for (const [socket, peer] of [
      [client, upstream],
      [upstream, client],
    ] as const) {
      sockets.add(socket)
      socket.on('error', () => {})
      socket.on('close', () => {
        sockets.delete(socket)
        peer.destroy()
      })
    }
    client.pipe(upstream)
    upstream.on('end', () => client.end())
    let previousWrite: Promise<unknown> = Promise.resolve()
    upstream.on('data', (chunk) => {
      const delay = latencyMs > 0 ? sleep(latencyMs) : undefined
      previousWrite = previousWrite
        .then(() => delay)
        .then(() => holdingResponses?.promise)
        .then(() => client.write(chunk))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  proxyUrl.hostname = '127.0.0.1'
  proxyUrl.port = String((server.address() as AddressInfo).port)

  return {
    url: proxyUrl.href,
    disconnect() {
      isConnected = false
      for (const socket of sockets) socket.destroy()
    },
    reconnect() {
      isConnected = true
    },
    setLatency(ms) {
      latencyMs = ms
    },
    holdResponses() {
      holdingResponses ??= Promise.withResolvers()
    },
    releaseResponses() {
      holdingResponses?.resolve()
      holdingResponses = undefined
    },
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((resolve) => server.close(() => resolve()))
    },
  }
}
