import { GrammyError, HttpError } from 'grammy'
import type { Failure } from '../failure.ts'

/** Connection errors before the request was sent: the message cannot have arrived. */
const notSentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_.+|ERR_TLS_.+|.*SELF_SIGNED.*|UNABLE_TO_.+)$/

const REASON_MAX = 200

/** Classifies an error of grammY; `isMisconfigured` decides which refusals concern the token or the chat. */
export function classifyTelegramError(
  error: unknown,
  isMisconfigured: (error: GrammyError) => boolean,
  probeMs: number,
): Failure {
  if (!(error instanceof GrammyError)) return classifyConnectionError(error)
  const { error_code: status, description, parameters } = error
  const reason = `${status} ${description}`.slice(0, REASON_MAX)
  if (status === 429) return { kind: 'rate-limited', reason, retryAfterMs: (parameters.retry_after ?? 1) * 1_000 }
  if (status >= 500) return { kind: 'server-error', reason }
  return isMisconfigured(error) ? { kind: 'misconfigured', reason, probeMs } : { kind: 'rejected', reason }
}

function classifyConnectionError(error: unknown): Failure {
  const { code, message } = readCause(error)
  const hasNotArrived = notSentCodes.test(code) || /connect ETIMEDOUT/.test(message)
  return hasNotArrived ? { kind: 'unreachable', reason: code } : { kind: 'interrupted', reason: code || 'no answer' }
}

/** Returns code and message of the network error below a call, each empty when absent. */
function readCause(error: unknown): { code: string; message: string } {
  const cause = error instanceof HttpError ? error.error : error
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string }
  return { code, message }
}
