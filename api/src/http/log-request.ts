import type { RequestHandler } from 'express'
import type { Log } from '../log.ts'

/** One line per answer that is not an everyday success: method, route pattern, status, milliseconds, request id. */
export function logRequest(log: Log): RequestHandler {
  return (req, res, next) => {
    const startedAt = performance.now()
    res.on('finish', () => {
      const level = res.statusCode >= 500 ? 'warn' : 'debug'
      if (!log.isLevelEnabled(level)) return
      const route = (req.route as { path?: string } | undefined)?.path ?? 'none'
      log[level](
        {
          method: req.method,
          route,
          status: res.statusCode,
          ms: Math.round(performance.now() - startedAt),
          requestId: req.id,
        },
        'request',
      )
    })
    next()
  }
}
