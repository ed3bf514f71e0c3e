import { once } from 'node:events'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'

/** A port that nobody listens on at this moment; two calls never give the same one. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = await listenOnce(0)
    if (port !== undefined && !given.has(port)) {
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
