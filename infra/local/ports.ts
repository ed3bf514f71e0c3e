import { randomInt } from 'node:crypto'
import { createSocket } from 'node:dgram'
import { once } from 'node:events'
import { createServer } from 'node:net'

/** Below the ephemeral range (from 32768 on Linux): no outgoing connection takes a port before its server listens. */
const [FIRST_PORT, END_PORT] = [20_000, 32_768]

/**
 * Returns a free port that no other call returns while this process runs, here or in another process. `get-port` locks
 * ports in one process only (infra/decisions/0039-libraries.md).
 */
export async function getFreePort(pick: () => number = () => randomInt(FIRST_PORT, END_PORT)): Promise<number> {
  for (;;) {
    const port = pick()
    if ((await claimPort(port)) && (await isPortFree(port))) return port
  }
}

/**
 * Claims a port by binding the UDP port of the same number, which the system releases when this process ends. A check for
 * listeners is not enough: servers start long after their port is chosen, and chaos tests kill them.
 */
async function claimPort(port: number): Promise<boolean> {
  const udpSocket = createSocket('udp4')
  try {
    udpSocket.bind({ port, address: '127.0.0.1', exclusive: true })
    await once(udpSocket, 'listening')
    udpSocket.unref()
    return true
  } catch {
    udpSocket.close()
    return false
  }
}

export async function isPortFree(port: number): Promise<boolean> {
  const server = createServer()
  try {
    server.listen(port, '127.0.0.1')
    await once(server, 'listening')
    return true
  } catch {
    return false
  } finally {
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}

/** Returns the given port when it is free, otherwise any free port: for pages whose address is printed anyway. */
export async function preferPort(port: number): Promise<number> {
  return (await isPortFree(port)) ? port : getFreePort()
}
