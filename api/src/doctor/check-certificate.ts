import type { Check } from '@tsedra/service/checks'
import { type Connection, readCertificateEnd } from './read-certificate-end.ts'

/** Automatic renewals begin a month before the end: with less left they have failed for weeks. */
const MIN_DAYS = 14
const DAY_MS = 86_400_000

interface Options {
  minDays?: number
  connection?: Connection
}

/** Checks that browsers trust the shop's certificate for its name, and for how long. */
export function checkCertificate(publicOrigin: string, { minDays = MIN_DAYS, connection }: Options = {}): Check {
  return {
    name: 'certificate',
    // Its authority and the network are those of others.
    isExternal: true,
    fix: 'With DOMAIN the container `proxy` renews it: look at `docker compose logs proxy`, and let ports 80 and 443 through. Else renew it at the proxy.',
    async run(signal) {
      const end = await readCertificateEnd(publicOrigin, signal, connection)
      const days = Math.floor((end.getTime() - Date.now()) / DAY_MS)
      if (days < minDays) throw new Error(`it expires in ${days} days`)
      return `valid for ${days} days`
    },
  }
}
