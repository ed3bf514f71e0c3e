import type { ErrorRequestHandler } from 'express'
import { errorStatus, type Problem } from '@tsedra/contract/errors'
import type { Log } from '@tsedra/service/log'
import type { Metrics } from '@tsedra/service/metrics'
import { setResponseHeaders } from './request-guards.ts'
import { createRefusalRecorder } from './refusal-events.ts'
import { Refusal } from './refusal.ts'

/** Creates the Express error handler, which converts every thrown error into a `Problem` response. */
export function createErrorHandler(log: Log, metrics: Metrics): ErrorRequestHandler {
  const recordRefusal = createRefusalRecorder(log, metrics)
  // Express recognises an error handler by its four parameters: keep `next`.
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
    // Whole seconds, at least one: with 0 clients would retry at once.
    const { retryAfterS } = refusal
    if (retryAfterS !== undefined) res.set('Retry-After', String(Math.max(1, Math.ceil(retryAfterS))))
    res.status(errorStatus[refusal.code]).set('Cache-Control', 'no-store').json(problem)
  }
}

function toRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error
  const { code, name } = (error ?? {}) as { code?: string; name?: string }
  if (name === 'URIError') return new Refusal('invalid_request', 'The URL is malformed.')
  if (isDatabaseUnavailable(code, name)) {
    return new Refusal('busy', 'The shop is busy. Please try again in a moment.', undefined, { retryAfterS: 2 })
  }
  return new Refusal('internal', 'Something went wrong on our side.')
}

/** Matches SQLSTATE classes 08 (connection), 53 (resources), 57 (shutdown, timeout), 55P03 (lock), and socket errors. */
function isDatabaseUnavailable(code: string | undefined, name: string | undefined): boolean {
  if (name === 'KnexTimeoutError') return true
  return code !== undefined && /^(?:08...|53...|57...|55P03|ECONN\w+|EPIPE|ETIMEDOUT|ENOTFOUND|EAI_AGAIN)$/.test(code)
}
