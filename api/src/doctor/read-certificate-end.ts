import { once } from 'node:events'
import { isIP } from 'node:net'
import tls from 'node:tls'

/** Where to connect, if not to the origin itself, and whom to trust, if not the authorities of this machine. */
export type Connection = Pick<tls.ConnectionOptions, 'host' | 'port' | 'ca'>

/** Returns when the certificate of an origin expires. @throws when it is expired, of another name, or not trusted */
export async function readCertificateEnd(
  origin: string,
  signal: AbortSignal,
  connection: Connection = {},
): Promise<Date> {
  const { hostname: host, port } = new URL(origin)
  const servername = isIP(host) === 0 ? { servername: host } : {}
  const socket = tls.connect({ host, port: Number(port) || 443, ...servername, ...connection })
  signal.addEventListener('abort', () => void socket.destroy())
  try {
    await once(socket, 'secureConnect', { signal })
    return new Date(socket.getPeerCertificate().valid_to)
  } finally {
    socket.destroy()
  }
}
