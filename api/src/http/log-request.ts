import type { RequestListener } from 'node:http'
import type { Log } from '@tsedra/service/log'
import type { Request } from 'express'

/**
 * Wraps `app` so that each response is one debug line: method, route pattern, status, milliseconds, request id, and no
 * values from the URL. At other levels only errors are logged, by error-handler.ts.
 */
export function logRequests(app: RequestListener, log: Log): RequestListener {
  if (!log.isLevelEnabled('debug')) return app
  return (req, res) => {
    const startedAt = performance.now()
    res.on('finish', () => {
      // Express and its middleware add `route` and `id` to this object.
      const { route, id } = req as Request
      const ms = Math.round(performance.now() - startedAt)
      const path = (route as { path: string } | undefined)?.path ?? 'none'
      log.debug({ method: req.method, route: path, status: res.statusCode, ms, requestId: id }, 'request')
    })
    app(req, res)
  }
}
