import type { ErrorRequestHandler } from 'express'
import { errorStatus, type Problem } from '@tsedra/contract/errors'
import type { Log } from '@tsedra/service/log'
import type { Metrics } from '@tsedra/service/metrics'
import { setResponseHeaders } from './request-guards.ts'
import { createRefusalRecorder } from './refusal-events.ts'
import { Refusal } from './refusal.ts'

/** The only place that turns something thrown into something sent. */
export function createErrorHandler(log: Log, metrics: Metrics): ErrorRequestHandler {
  const recordRefusal = createRefusalRecorder(log, metrics)
  // Express knows an error handler by its four parameters: keep `next`.
  return (error: unknown, req, res, next) => {
    if (res.headersSent) return next(error)

    const refusal = toRefusal(error)
    if (refusal.code === 'internal') log.error({ err: error, requestId: req.id }, 'unexpected error')
    if (refusal.code === 'busy') log.warn({ err: error, requestId: req.id }, 'busy')
    recordRefusal(refusal, req)

    const problem: Problem = {
      code: refusal.code,
      message: refusal.message,
      ...(refusal.details && { details: refusal.details }),
      requestId: req.id,
    }
    setResponseHeaders(res, req.id)
    // Whole seconds, at least one: 0 would mean at once.
    const { retryAfterS } = refusal
    if (retryAfterS !== undefined) res.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterS))))
    res.status(errorStatus[refusal.code]).set('Cache-Control', 'no-store').json(problem)
  }
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, name } = (error ?? {}) as { code?: string; name?: string }
  if (name === 'URIError') return new Refusal('invalid_request', 'The address is not well-formed.')
  if (isDatabaseUnavailable(code, name)) {
    return new Refusal('busy', 'The shop is busy. Please try again in a moment.', undefined, { retryAfterS: 2 })
  }
  return new Refusal('internal', 'Something went wrong on our side.')
}

/** SQLSTATE classes 08 (connection), 53 (resources), 57 (intervention: shutdown, timeout), 55P03 (lock), and dead sockets. */
function isDatabaseUnavailable(code: string | undefined, name: string | undefined): boolean {
  if (name === 'KnexTimeoutError') return true
  return code !== undefined && /^(?:08...|53...|57...|55P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)
}
