import type { RequestHandler } from 'express'
import type { Log } from '@tsedra/service/log'

/**
 * For debugging, one line per answer: method, route pattern, status, milliseconds, request id. Never values.
 * Otherwise only what went wrong is logged, by answer-errors.ts.
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
