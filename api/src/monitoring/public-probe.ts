import { getClientAddress } from '@tsedra/contract/client-address'
import type { Metrics } from '@tsedra/service/metrics'
import { type Connection, readCertificateEnd } from '../doctor/read-certificate-end.ts'

interface Options {
  publicOrigin: string
  metrics: Metrics
  intervalMs?: number
  /** For the certificate alone. */
  connection?: Connection
}

const INTERVAL_MS = 60_000
const TIMEOUT_MS = 10_000

/** A read that needs no database, only name, certificate, edge and API. */
const path = getClientAddress.route.slice('GET '.length)

/**
 * Requests the shop by its public address once a minute, as a customer does, and exports whether it responds and when its
 * certificate expires. It runs in the API, which has a way out: it cannot report that the whole machine is unreachable.
 */
export function startPublicProbe({ publicOrigin, metrics, intervalMs = INTERVAL_MS, connection }: Options): Disposable {
  const stopping = new AbortController()
  let isUp: boolean | undefined
  let certificateEnd: Date | undefined

  metrics.gauges(
    { tsedra_public_address_up: '1 while the shop responds at its public address, requested from this machine.' },
    () => ({ tsedra_public_address_up: Number(requireKnown(isUp)) }),
  )
  metrics.gauges(
    { tsedra_certificate_expiry_timestamp_seconds: 'Time at which the certificate of the public address expires.' },
    () => ({
      tsedra_certificate_expiry_timestamp_seconds: Math.floor(requireKnown(certificateEnd).getTime() / 1_000),
    }),
  )
  void probe()
  const timer = setInterval(() => void probe(), intervalMs)
  return {
    [Symbol.dispose]() {
      clearInterval(timer)
      stopping.abort()
    },
  }

  async function probe(): Promise<void> {
    const signal = AbortSignal.any([stopping.signal, AbortSignal.timeout(TIMEOUT_MS)])
    const isHttps = publicOrigin.startsWith('https:')
    const [responds, end] = await Promise.all([
      respondsAsShop(publicOrigin, signal).catch(() => false),
      isHttps ? readCertificateEnd(publicOrigin, signal, connection).catch(() => undefined) : undefined,
    ])
    isUp = responds
    // A failed handshake keeps the last known end: an expired certificate is an alert of its own and no missing metric.
    certificateEnd = end ?? certificateEnd
  }
}

async function respondsAsShop(origin: string, signal: AbortSignal): Promise<boolean> {
  const response = await fetch(origin + path, { redirect: 'manual', signal })
  await response.body?.cancel()
  // mutation test: probe-needs-shop
  return response.status === 200 && response.headers.get('x-app') === 'tsedra'
}

/** @throws before the first result: the metric is then left out */
function requireKnown<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('not known yet')
  return value
}
