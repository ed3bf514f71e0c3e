import type { RequestListener } from 'node:http'
import type { Metrics } from '@tsedra/service/metrics'
import type { Request } from 'express'

/** Upper bounds in seconds. Few, because each one is a line per route and status class. */
const BUCKETS_S = [0.005, 0.025, 0.1, 0.5, 2.5]

/**
 * Wraps `app` so that a histogram records the duration of each request. Its labels are the method, the route pattern and the
 * status class: no value that a client chooses.
 */
export function recordDurations(app: RequestListener, metrics: Metrics): RequestListener {
  const record = metrics.histogram({
    name: 'tsedra_http_request_duration_seconds',
    help: 'Time from the head of a request to the end of its response.',
    labelNames: ['method', 'route', 'status'],
    buckets: BUCKETS_S,
  })
  return (req, res) => {
    const startedAt = performance.now()
    res.on('finish', () => {
      // Express adds `route` to this object.
      const path = ((req as Request).route as { path: string } | undefined)?.path
      const labels =
        // mutation test: metric-labels-bounded
        path === undefined ? { method: 'any', route: 'none' } : { method: req.method ?? 'any', route: path }
      const status = `${Math.floor(res.statusCode / 100)}xx`
      record({ ...labels, status }, (performance.now() - startedAt) / 1_000)
    })
    app(req, res)
  }
}
