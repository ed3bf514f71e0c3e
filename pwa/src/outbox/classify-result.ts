import type { ErrorCode } from '@tsedra/contract/errors'
import { BACKOFF_CAP_MS } from './backoff.ts'
import { type EntryReason, parseReason } from './reason.ts'

/** The result of one POST of an order or of a cancel. */
export type SendResult =
  | { kind: 'network' }
  | {
      kind: 'http'
      status: number
      /** Whether the response has the header and the content type that only our API sends. */
      isOurs: boolean
      json: unknown
      retryAfterMs: number
    }

/** The next state of the entry, derived from the result. */
export type Verdict =
  | { kind: 'sent'; answer: unknown; isTooLate?: true }
  /** Unknown outcome or a temporary error: the same bytes are sent again later. */
  | { kind: 'queued'; reason: EntryReason; isForeign: boolean; minDelayMs: number; exactDelayMs?: number }
  /** `isEarlyRejection`: rejected before the server could store it. Only a final rejection covers earlier attempts. */
  | { kind: 'attention'; reason: ErrorCode; detail: unknown; final: boolean; isEarlyRejection?: boolean | undefined }
  | { kind: 'cancelled' }

const parkedCodes: ReadonlySet<string> = new Set<ErrorCode>([
  'invalid_request',
  'unauthorized',
  'forbidden',
  'order_differs',
  'account_mismatch',
  'too_large',
  'unsupported_media_type',
  'unavailable',
  'client_too_old',
])

/** Classifies the response to an order. A response of another server counts as a failed attempt: the order stays queued. */
export function classifyResult(result: SendResult, id: string): Verdict {
  if (result.kind === 'network') return retryLater('network')
  const { status, isOurs } = result
  const body = isOurs ? asRecord(result.json) : undefined

  if (status === 200 || status === 201) {
    const isStored = body && body['id'] === id && typeof body['number'] === 'string' && body['number'] !== ''
    // mutation test: only-our-200-counts
    return isStored ? { kind: 'sent', answer: body } : retryLater('portal', { isForeign: true })
  }
  // mutation test: foreign-4xx-retried
  if (status === 425) return retryLater('http-425', { exactDelayMs: 1_000 })
  const code = typeof body?.['code'] === 'string' ? body['code'] : undefined
  if (!code) return retryLater(status < 400 ? 'portal' : `foreign-${status}`, { isForeign: true })
  if (status === 410 && code === 'order_cancelled') return { kind: 'cancelled' }
  if (status >= 400 && status < 500 && isParked(code)) {
    // The server sends 422 and 410 only after it has read the id's order; other codes do not cover earlier attempts.
    const detail = body?.['details'] ?? null
    // mutation test: only-422-is-final
    return {
      kind: 'attention',
      reason: code,
      detail,
      final: status === 422,
      isEarlyRejection: isEarlyRejection(code, detail),
    }
  }
  return retryLater(parseReason(code) ?? 'unknown', { result })
}

/**
 * Classifies the response to a cancel. Only a 200 of our API ends it: a rejected cancel does not reveal whether the order
 * is stored.
 */
export function classifyCancelResult(result: SendResult, id: string): Verdict {
  if (result.kind === 'network') return retryLater('network')
  const { status, isOurs } = result
  const body = isOurs ? asRecord(result.json) : undefined
  if (status === 200) {
    if (body?.['id'] !== id || typeof body['cancelled'] !== 'boolean') return retryLater('portal', { isForeign: true })
    // mutation test: cancel-refused
    return body['cancelled'] ? { kind: 'cancelled' } : { kind: 'sent', answer: body, isTooLate: true }
  }
  const code = typeof body?.['code'] === 'string' ? body['code'] : undefined
  if (!code) return retryLater(status < 400 ? 'portal' : `foreign-${status}`, { isForeign: true })
  return retryLater(parseReason(code) ?? 'unknown', { result })
}

/** @param options.result response of our API, whose `Retry-After` counts; that of a proxy or captive portal does not */
function retryLater(
  reason: EntryReason,
  { isForeign = false, exactDelayMs, result }: { isForeign?: boolean; exactDelayMs?: number; result?: SendResult } = {},
): Verdict {
  const requestedDelayMs =
    result?.kind === 'http' && (result.status === 429 || result.status === 503) ? result.retryAfterMs : 0
  const minDelayMs = Math.min(requestedDelayMs, BACKOFF_CAP_MS)
  return { kind: 'queued', reason, isForeign, minDelayMs, ...(exactDelayMs !== undefined && { exactDelayMs }) }
}

/**
 * Returns whether the same bytes always fail this way, before the server stores anything or after it has read the order
 * (426). A 400 counts when it names fields: the whole body was read. A rate limit does not count: the browser may repeat a
 * request by itself, and the first copy may be stored.
 */
const isEarlyRejection = (code: ErrorCode, detail: unknown): boolean =>
  code === 'client_too_old' ||
  code === 'too_large' ||
  code === 'forbidden' ||
  code === 'unsupported_media_type' ||
  (code === 'invalid_request' && Array.isArray(asRecord(detail)?.['fields']))

const isParked = (code: string): code is ErrorCode => parkedCodes.has(code)

function asRecord(value: unknown): Record<string, unknown> | undefined {
  // Any JSON object has string keys and unknown values.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
