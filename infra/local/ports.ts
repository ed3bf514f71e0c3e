import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Below what systems give to connections that go out (from 32768 on Linux): none of these takes a port before its server. */
const [LOWEST, BEYOND] = [20_000, 32_768]

/** A port that nobody listens on at this moment; while this process runs, no other call gives it, here or in another process. */
export async function freePort(pick: () => number = () => randomInt(LOWEST, BEYOND)): Promise<number> {
  for (;;) {
    const port = pick()
    if ((await claimed(port)) && (await portIsFree(port))) return port
  }
}

/**
 * Binds the port's UDP twin, which nobody uses and which the system takes back when this process ends, however it does.
 * Servers come up long after their port is chosen and are away whenever they are killed: that nobody listens says too little.
 */
async function claimed(port: number): Promise<boolean> {
  const twin = createSocket('udp4')
  try {
    twin.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(twin, 'listening')
    twin.unref()
    return true
  } catch {
    twin.close()
    return false
  }
}

export async function portIsFree(port: number, host = '127.0.0.1'): Promise<boolean> {
  return (await listenOnce(port, host)) !== undefined
}

/** The asked port when it is free, any other otherwise: for pages whose address is printed anyway. */
export async function portNear(port: number): Promise<number> {
  return (await portIsFree(port)) ? port : freePort()
}

async function listenOnce(port: number, host = '127.0.0.1'): Promise<number | undefined> {
  const server = createServer()
  try {
    server.listen(port, host)
    await once(server, 'listening')
    return (server.address() as AddressInfo).port
  } catch {
    return undefined
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
