import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

export interface TcpSwitch extends AsyncDisposable {
  /** The same address, through the switch. */
  url: string
  /** Cuts every connection and takes no more. */
  off(): void
  on(): void
}

/** A wire between a process and what it depends on, which can be cut. */
export async function tcpSwitch(target: string): Promise<TcpSwitch> {
  const address = new URL(target)
  const [port, hostname] = [Number(address.port), address.hostname]
  const sockets = new Set<Socket>()
  let isOn = true
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
      socket.pipe(other)
    }
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
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      await new Promise<void>((done) => server.close(() => done()))
    },
  }
}
