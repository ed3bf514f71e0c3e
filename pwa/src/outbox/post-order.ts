import { BACKOFF_CAP_MS } from './backoff.ts'
import type { SendResult } from './classify-result.ts'

export const SEND_TIMEOUT_MS = 20_000

export interface Envelope {
  id: string
  /** Version of the body's shape. */
  v: number
  /** Byte for byte the stored body. Values that change between attempts are sent as headers. */
  bodyJson: string
  attempt: number
  build: string
  sentBy: 'page' | 'sw'
  now: number
}

/** Sends the order. Never throws: an unreadable response counts as a network failure. */
export const postOrder = (send: typeof fetch, envelope: Envelope): Promise<SendResult> =>
  postEnvelope(send, '/api/orders', envelope.bodyJson, envelope)

/** Sends a cancel: the server cancels the order, or never stores it. Never throws either. */
export const postCancel = (send: typeof fetch, envelope: Envelope): Promise<SendResult> =>
  postEnvelope(send, `/api/orders/${envelope.id}/cancel`, '{}', envelope)

async function postEnvelope(
  send: typeof fetch,
  path: string,
  body: string,
  { id, v, attempt, build, sentBy, now }: Envelope,
): Promise<SendResult> {
  try {
    const response = await send(path, {
      method: 'POST',
      body,
      credentials: 'same-origin',
      cache: 'no-store',
      redirect: 'manual',
      // The request outlives a closed tab; the id makes its unknown outcome harmless.
      keepalive: true,
      signal: AbortSignal.timeout(SEND_TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        'idempotency-key': id,
        'x-app': 'tsedra',
        'x-order-version': String(v),
        'x-build': build,
        'x-attempt': String(attempt),
        'x-sent-at': new Date(now).toISOString(),
        'x-sent-by': sentBy,
      },
    })
    if (response.type === 'opaqueredirect')
      return { kind: 'http', status: 302, isOurs: false, json: null, retryAfterMs: 0 }
    const isJson = (response.headers.get('content-type') ?? '').includes('json')
    return {
      kind: 'http',
      status: response.status,
      isOurs: isJson && response.headers.get('x-app') === 'tsedra',
      // A truncated body throws: the outcome is unknown then.
      json: isJson ? await response.json() : null,
      retryAfterMs: parseRetryAfterMs(response.headers.get('retry-after'), now),
    }
  } catch {
    return { kind: 'network' }
  }
}

/** Parses `Retry-After`, seconds or a date, into ms; `BACKOFF_CAP_MS` at most. */
export function parseRetryAfterMs(header: string | null, now: number): number {
  if (!header) return 0
  const isDate = /^[a-z]{3},/i.test(header.trim())
  const waitMs = isDate ? Date.parse(header) - now : Number(header) * 1000
  return Number.isFinite(waitMs) ? Math.min(Math.max(waitMs, 0), BACKOFF_CAP_MS) : 0
}
