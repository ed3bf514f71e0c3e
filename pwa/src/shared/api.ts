import type { logout } from '@tsedra/contract/accounts'
import type { Endpoint, ResponseOf, RequestOf } from '@tsedra/contract/endpoint'
import type { ErrorCode } from '@tsedra/contract/errors'
import { takePreloadedResponse, takeInlinedResponse } from './preloaded-responses.ts'
import { buildRequest } from '@tsedra/contract/locate'
import { isSignOutPending } from './sign-out-pending.ts'

/** Milliseconds after which a call that nobody has limited otherwise has failed: some networks swallow what is sent. Staff may wait longer: publishing pictures takes its time. */
const REQUEST_TIMEOUT_MS = 30_000

/** The API said no; `code` is what a screen may decide on. */
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

/** What was asked for does not exist, or could not exist. */
export const isNotFound = (error: unknown): boolean =>
  error instanceof ApiError && (error.code === 'not_found' || error.code === 'invalid_request')

/** The request never reached the API, its answer never reached us, or the shop could not deal with it. Worth sending again. */
export class UnreachableError extends Error {
  override readonly name = 'UnreachableError'
  /** The HTTP status of the answer; 0 when there was none. */
  readonly status: number

  constructor(message: string, { status = 0, ...options }: ErrorOptions & { status?: number } = {}) {
    super(message, options)
    this.status = status
  }
}

/** What to say of a failed call: the network, trouble in the shop, or a rate limit (it ends in `waitMinutes`). */
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
 * Calls one endpoint of the contract by its address.
 *
 * The compiler checks address, input and reply against the endpoint's type; the schemas themselves stay out of the first
 * load (infra/decisions/0001-layout.md). An answer without our own mark is a portal's or a proxy's: nothing was heard.
 *
 * @throws ApiRefusal when the API said no, Unreachable when nobody of ours answered
 */
export async function callApi<E extends Endpoint>(
  address: E['route'],
  input: CallInput<E> = {},
  signal?: AbortSignal,
): Promise<ResponseOf<E>> {
  const { method, url } = buildRequest(address, input)
  // The session of who has signed out here is not used any more; before anything is sent, the server is told that it is over.
  const isSigningOut = address !== 'POST /api/auth/logout' && isSignOutPending()
  // mutation test: sign-in-waits-for-sign-out
  if (isSigningOut && method !== 'GET') {
    const { completeSignOut } = await import('./complete-sign-out.ts')
    await completeSignOut(() => callApi<typeof logout>('POST /api/auth/logout'))
  }
  const response = await fetchOrThrow(url, {
    method,
    // mutation test: signed-out-sends-no-cookie
    credentials: isSigningOut && method === 'GET' ? 'omit' : 'same-origin',
    signal: signal ?? (url.startsWith('/api/admin/') ? null : AbortSignal.timeout(REQUEST_TIMEOUT_MS)),
    ...(method !== 'GET' && {
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(input.body ?? {}),
    }),
  })
  if (!isApiResponse(response)) throw new UnreachableError(`a stranger answered ${response.status}`, response)
  const body: unknown = await response.json().catch((cause: unknown) => {
    throw new UnreachableError('the answer broke off', { cause })
  })
  if (response.ok) {
    notifyApiReached()
    return body as ResponseOf<E> // the server parsed it by the reply schema before sending
  }
  const { code, message, details } = body as { code?: ErrorCode; message?: string; details?: Record<string, unknown> }
  if (!code || response.status >= 500) throw new UnreachableError(`${response.status}`, response)
  const waitS = Number(response.headers.get('retry-after'))
  throw new ApiError(code, response.status, message ?? '', { ...(waitS && { waitS }), ...details })
}

/** What the page's HTML has answered to this question: a screen is drawn with it at once, once. */
export function takeInlinedReply<E extends Endpoint>(
  address: E['route'],
  input: CallInput<E> = {},
): ResponseOf<E> | undefined {
  const text = takeInlinedResponse(buildRequest(address, input).url)
  return text === undefined ? undefined : (JSON.parse(text) as ResponseOf<E>)
}

/** Our mark: a portal that guards the Wi-Fi does not have it. */
export const hasAppHeader = ({ headers }: Response): boolean => headers.get('x-app') === 'tsedra'

/** Our mark and our format. */
export const isApiResponse = (response: Response): boolean =>
  hasAppHeader(response) && /^application\/json\b/.test(response.headers.get('content-type') ?? '')

const reachedListeners = new Set<() => void>()

/** Calls back after each success of our own API: the network reaches the shop then. */
export const onApiReached = (callback: () => void): unknown => reachedListeners.add(callback)

/** The shop has answered a call that does not go through `call`. */
export const notifyApiReached = (): void => reachedListeners.forEach((callback) => callback())

async function fetchOrThrow(url: string, init: RequestInit): Promise<Response> {
  try {
    return await ((init.method === 'GET' && takePreloadedResponse(url)) || fetch(url, init))
  } catch (cause) {
    if (cause instanceof DOMException && cause.name === 'AbortError') throw cause
    throw new UnreachableError('network', { cause })
  }
}
