import type { logout } from '@tsedra/contract/accounts'
import type { Endpoint, ResponseOf, RequestOf } from '@tsedra/contract/endpoint'
import type { ErrorCode } from '@tsedra/contract/errors'
import { takePreloadedResponse, takeInlinedResponse } from './preloaded-responses.ts'
import { buildRequest } from '@tsedra/contract/build-request'
import { isSignOutPending } from './sign-out-pending.ts'

/** Timeout in milliseconds of a call without its own signal: some networks drop requests silently. Admin calls have none: publishing pictures is slow. */
const REQUEST_TIMEOUT_MS = 30_000

/** The API rejected the request; screens decide by `code`. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: ErrorCode
  readonly status: number
  readonly details: Record<string, unknown>

  constructor(code: ErrorCode, status: number, message: string, details: Record<string, unknown> = {}) {
    super(message)
    this.code = code
    this.status = status
    this.details = details
  }
}

/** Returns whether the requested item does not exist, or cannot exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request')

/** The request did not reach the API, its response did not arrive, or the server failed. Worth a retry. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  /** HTTP status of the response; 0 without a response. */
  readonly status: number

  constructor(message: string, { status = 0, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.status = status
  }
}

/** Classifies a failed call for the user: network, server error, or a rate limit that ends in `waitMinutes`. */
export function getFailure(error: unknown): { kind: 'network' | 'trouble' | 'limited'; waitMinutes: number } {
  const isLimited = error instanceof ApiError && error.code === 'too_many_requests'
  const isServerError = error instanceof UnreachableError && error.status >= 500
  return {
    kind: isLimited ? 'limited' : isServerError ? 'trouble' : 'network',
    waitMinutes: isLimited ? Math.ceil(Number(error.details['waitS'] ?? 1) / 60) : 0,
  }
}

type CallInput<E extends Endpoint> = { [Key in 'params' | 'query' | 'body']?: RequestOf<E>[Key] }

/**
 * Calls one endpoint of the contract by its route.
 *
 * The compiler checks route, input and reply against the endpoint's type; the schemas themselves stay out of the first
 * load (infra/decisions/0001-layout.md). A response without our header is from a captive portal or a proxy.
 *
 * @throws ApiError when the API rejects the request, UnreachableError without a response of the API
 */
export async function callApi<E extends Endpoint>(
  address: E['route'],
  input: CallInput<E> = {},
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const { method, url } = buildRequest(address, input)
  // After a sign-out the old session must not be used: a write first ends it at the server, a read omits its cookie.
  const isSigningOut = address !== 'POST /api/auth/logout' && isSignOutPending()
  // mutation test: sign-in-waits-for-sign-out
  if (isSigningOut && method !== 'GET') {
    const { completeSignOut } = await import('./complete-sign-out.ts')
    await completeSignOut(() => callApi<typeof logout>('POST /api/auth/logout'))
  }
  const preloaded = method === 'GET' ? takePreloadedResponse(url) : undefined
  // The boot script may have preloaded the response before the network went.
  const startedOffline = !preloaded && !navigator.onLine
  const request = () =>
    fetch(url, {
      method,
      // mutation test: signed-out-sends-no-cookie
      credentials: isSigningOut && method === 'GET' ? 'omit' : 'same-origin',
      signal: signal ?? (url.startsWith('/api/admin/') ? null : AbortSignal.timeout(REQUEST_TIMEOUT_MS)),
      ...(method !== 'GET' && {
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(input.body ?? {}),
      }),
    })
  const response = await receiveOrThrow(preloaded ?? request())
  if (!isApiResponse(response)) throw new UnreachableError(`foreign response with status ${response.status}`, response)
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new UnreachableError('the response was cut off', { cause })
  })
  if (response.ok) {
    notifyApiReached(startedOffline)
    return body as ResponseOf<E> // the server parsed it by the reply schema before sending
  }
  const { code, message, details } = body as { code?: ErrorCode; message?: string; details?: Record<string, unknown> }
  if (!code || response.status >= 500) throw new UnreachableError(`${response.status}`, response)
  const waitS = Number(response.headers.get('retry-after'))
  throw new ApiError(code, response.status, message ?? '', { ...(waitS && { waitS }), ...details })
}

/** Takes the reply that the page's HTML contains for this request: a screen renders with it at once. Each is used once. */
export function takeInlinedReply<E extends Endpoint>(
  address: E['route'],
  input: CallInput<E> = {},
): ResponseOf<E> | undefined {
  const text = takeInlinedResponse(buildRequest(address, input).url)
  return text === undefined ? undefined : (JSON.parse(text) as ResponseOf<E>)
}

/** Returns whether a response has our header, which a captive portal does not send. */
export const hasAppHeader = ({ headers }: Response): boolean => headers.get('x-app') === 'tsedra'

/** Returns whether a response has our header and is JSON. */
export const isApiResponse = (response: Response): boolean =>
  hasAppHeader(response) && /^application\/json\b/.test(response.headers.get('content-type') ?? '')

/** Receives whether the browser reported no network when the request started. */
type ReachedListener = (startedOffline: boolean) => void

const reachedListeners = new Set<ReachedListener>()

/** Calls `callback` after each successful API response: the network reached the server. */
export const onApiReached = (callback: ReachedListener): unknown => reachedListeners.add(callback)

/** Notifies the listeners of a successful response; also used by fetches that do not use `callApi`. */
export const notifyApiReached: ReachedListener = (startedOffline) =>
  reachedListeners.forEach((callback) => callback(startedOffline))

async function receiveOrThrow(response: Promise<Response>): Promise<Response> {
  try {
    return await response
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new UnreachableError('network', { cause })
  }
}
