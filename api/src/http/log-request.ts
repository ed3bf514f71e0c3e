import type { RequestHandler } from 'express'
import type { Log } from '@tsedra/service/log'

/**
 * Logs one debug line per response: method, route pattern, status, milliseconds, request id, and no values from the URL.
 * At other levels only errors are logged, by error-handler.ts.
 */
export function logRequest(log: Log): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.on('finish', () => {
      const route = (req.route as { path?: string } | undefined)?.path ?? 'none'
      const ms = Math.round(performance.now() - startedAt)
      log.debug({ method: req.method, route, status: res.statusCode, ms, requestId: req.id }, 'request')
    })
    next()
  }
}
