import { once } from 'node:events'
import { isIP } from 'node:net'
import tls from 'node:tls'
import { type Check, CheckFailure } from '@tsedra/service/checks'

/** Automatic renewals begin a month before the end: with less left they have failed for weeks. */
const MIN_DAYS = 14
const DAY_MS = 86_400_000

const fix =
  'With DOMAIN the edge renews it: look at `docker compose logs edge`, and let ports 80 and 443 through. Else renew it at the proxy.'

interface Options {
  minDays?: number
  /** Other than those of the origin and of this machine. */
  connection?: Pick<tls.ConnectionOptions, 'host' | 'port' | 'ca'>
}

/** Checks that browsers trust the shop's certificate for its name, and for how long. */
export function checkCertificate(publicOrigin: string, { minDays = MIN_DAYS, connection }: Options = {}): Check {
  return {
    name: 'certificate',
    fix,
    async run(signal) {
      const { hostname: host, port } = new URL(publicOrigin)
      const servername = isIP(host) === 0 ? { servername: host } : {}
      const socket = tls.connect({ host, port: Number(port) || 443, ...servername, ...connection })
      signal.addEventListener('abort', () => void socket.destroy())
      try {
        await once(socket, 'secureConnect', { signal })
        const end = new Date(socket.getPeerCertificate().valid_to)
        const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
        if (days < minDays) throw new CheckFailure(`it expires in ${days} days`, fix)
        return `valid for ${days} days`
      } finally {
        socket.destroy()
      }
    },
  }
}
