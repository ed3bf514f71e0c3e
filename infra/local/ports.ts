import { randomInt } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** Below what systems give to connections that go out (from 32768 on Linux): none of these takes a port before its server. */
const [LOWEST, BEYOND] = [20_000, 32_768]

/** A port that nobody listens on at this moment; two calls never give the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(LOWEST, BEYOND)
    if (!given.has(port) && (await portIsFree(port))) {
      given.add(port)
      return port
    }
  }
}

const given = new Set<number>()

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
