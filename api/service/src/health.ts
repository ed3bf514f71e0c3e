import { createServer, type Server } from 'node:http'
import type { Metrics } from './metrics.ts'
import { release } from './release.ts'

/** The body of `/readyz`: the reason for "not ready", or details beside "ready". */
export type Readiness = { reason: string } | ({ reason?: never } & Record<string, string | number>)

/** Maximum wait, in ms, for the readiness check. */
const READINESS_TIMEOUT_MS = 1_000

/**
 * Serves `/healthz` (the event loop runs), `/readyz` (`ready` resolves in time, and the process is not stopping) and
 * `/metrics`, on a port that the edge does not route to.
 *
 * Optional dependencies do not affect readiness: report their state beside "ready".
 */
export function createHealthServer(
  isStopping: () => boolean,
  ready: () => Promise<Readiness>,
  metrics: Metrics,
): Server {
  return createServer((req, res) => {
    const respond = (status: number, body: object) =>
      res
        .writeHead(status, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
        .end(JSON.stringify(body))

    if (req.url === '/healthz') return void respond(200, { ok: true })
    if (req.url === '/metrics') {
      metrics.text().then(
        (text) => res.writeHead(200, { 'Content-Type': 'text/plain; version=0.0.4; charset=utf-8' }).end(text),
        () => respond(500, { ok: false }),
      )
      return
    }
    if (req.url !== '/readyz') return void respond(404, { ok: false })
    // mutation test: readiness-while-stopping
    if (isStopping()) return void respond(503, { ok: false, reason: 'stopping' })
    withTimeout(ready(), READINESS_TIMEOUT_MS).then(
      (readiness) => respond(readiness.reason ? 503 : 200, { ok: !readiness.reason, release, ...readiness }),
      () => respond(503, { ok: false, reason: 'database' }),
    )
  })
}

async function withTimeout<T>(work: Promise<T>, ms: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined
  const timeout = new Promise<never>((_, fail) => {
    timer = setTimeout(() => fail(new Error('readiness check timed out')), ms)
  })
  return Promise.race([work, timeout]).finally(() => clearTimeout(timer))
}
