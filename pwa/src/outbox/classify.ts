import type { ErrorCode } from '@tsedra/contract/errors'
import { BACKOFF_CAP_MS } from './backoff.ts'

/** What came back for one POST, of an order or of a cancel. */
export type Answer =
  | { kind: 'network' }
  | {
      kind: 'http'
      status: number
      /** Carried the header and the content type that only our API sends. */
      ours: boolean
      json: unknown
      retryAfterMs: number
    }

/** What it means for the entry. */
export type Verdict =
  | { to: 'sent'; answer: unknown; tooLate?: true }
  /** Unknown outcome or not now: the same bytes again, later. */
  | { to: 'queued'; reason: string; foreign: boolean; atLeastMs: number; exactlyMs?: number }
  /** `notTaken`: refused before the server could take anything. Says nothing about earlier attempts, as all but a final no. */
  | { to: 'attention'; reason: ErrorCode; detail: unknown; final: boolean; notTaken?: boolean | undefined }
  | { to: 'cancelled' }

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

/** Decides by the answer alone. Whatever is not plainly our API speaking is no answer: the order stays in the queue. */
export function classify(answer: Answer, id: string): Verdict {
  if (answer.kind === 'network') return later('network')
  const { status, ours } = answer
  const body = ours ? record(answer.json) : undefined

  if (status === 200 || status === 201) {
    const stored = body && body['id'] === id && typeof body['number'] === 'string' && body['number'] !== ''
    // mutation test: only-our-200-counts
    return stored ? { to: 'sent', answer: body } : later('portal', { foreign: true })
  }
  // mutation test: foreign-4xx-retried
  if (status === 425) return later('http-425', { exactlyMs: 1_000 })
  const code = typeof body?.['code'] === 'string' ? body['code'] : undefined
  if (!code) return later(status < 400 ? 'portal' : `foreign-${status}`, { foreign: true })
  if (status === 410 && code === 'order_cancelled') return { to: 'cancelled' }
  if (status >= 400 && status < 500 && isParked(code)) {
    // 422 comes only after the server has looked the id up, as 410 does; the others say nothing about earlier attempts.
    const detail = body?.['details'] ?? null
    // mutation test: only-422-is-final
    return { to: 'attention', reason: code, detail, final: status === 422, notTaken: isNotTaken(code, detail) }
  }
  return later(code, { answer })
}

/**
 * The same for a cancel. Only our own yes or no counts, and nothing else ends the asking: a refusal of the question says
 * nothing about the order.
 */
export function classifyCancel(answer: Answer, id: string): Verdict {
  if (answer.kind === 'network') return later('network')
  const { status, ours } = answer
  const body = ours ? record(answer.json) : undefined
  if (status === 200) {
    if (body?.['id'] !== id || typeof body['cancelled'] !== 'boolean') return later('portal', { foreign: true })
    // mutation test: cancel-refused
    return body['cancelled'] ? { to: 'cancelled' } : { to: 'sent', answer: body, tooLate: true }
  }
  const code = typeof body?.['code'] === 'string' ? body['code'] : undefined
  if (!code) return later(status < 400 ? 'portal' : `foreign-${status}`, { foreign: true })
  return later(code, { answer })
}

/** @param options.answer our own answer, whose `Retry-After` holds; a proxy's or a portal's says nothing about the shop */
function later(
  reason: string,
  { foreign = false, exactlyMs, answer }: { foreign?: boolean; exactlyMs?: number; answer?: Answer } = {},
): Verdict {
  const asked = answer?.kind === 'http' && (answer.status === 429 || answer.status === 503) ? answer.retryAfterMs : 0
  const atLeastMs = Math.min(asked, BACKOFF_CAP_MS)
  return { to: 'queued', reason, foreign, atLeastMs, ...(exactlyMs !== undefined && { exactlyMs }) }
}

/**
 * Refusals that the same bytes always meet, before the server takes anything or after it has looked the id up (426). A 400
 * counts when it names fields: the body was read whole. A rate limit does not, because a repeat that the browser makes by
 * itself may meet it after the first copy was taken.
 */
const isNotTaken = (code: ErrorCode, detail: unknown): boolean =>
  code === 'client_too_old' ||
  code === 'too_large' ||
  code === 'forbidden' ||
  code === 'unsupported_media_type' ||
  (code === 'invalid_request' && Array.isArray(record(detail)?.['fields']))

const isParked = (code: string): code is ErrorCode => parkedCodes.has(code)

function record(value: unknown): Record<string, unknown> | undefined {
  // Any object of JSON has text keys and unknown values.
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined
}
