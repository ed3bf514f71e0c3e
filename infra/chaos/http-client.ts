import { randomInt } from 'node:crypto'
import { cookieHeader, type CookieJar, storeCookies } from '../../api/test/cookie-jar.ts'

/** What came back. */
export interface ClientResponse {
  /** 0 when nothing came. */
  status: number
  body: Record<string, unknown>
  /** Seconds; undefined when there is no such header. */
  retryAfterS: number | undefined
  /** The shop's own words: JSON with a code, marked as ours. */
  isOurs: boolean
}

export interface HttpClient {
  /** Milliseconds of the slowest answer so far. */
  readonly slowestMs: number
  send(method: string, path: string, body?: unknown): Promise<ClientResponse>
  /** Records the duration of a response that another client requested. */
  measure<T>(request: () => Promise<T>): Promise<T>
}

/** Longer than any answer may take. */
const REQUEST_TIMEOUT_MS = 15_000

/** A browser with its own address that uses the local edge directly; its tabs share a cookie jar. */
export function createHttpClient(shopUrl: string, jar: CookieJar = new Map()): HttpClient {
  const address = `10.${randomInt(256)}.${randomInt(256)}.${randomInt(1, 255)}`
  let slowestMs = 0
  return {
    get slowestMs() {
      return slowestMs
    },
    measure,
    send: (method, path, body) => measure(() => sendRequest(method, path, body)),
  }

  async function measure<T>(request: () => Promise<T>): Promise<T> {
    const startedAt = performance.now()
    return request().finally(() => (slowestMs = Math.max(slowestMs, performance.now() - startedAt)))
  }

  async function sendRequest(method: string, path: string, body?: unknown): Promise<ClientResponse> {
    const cookie = cookieHeader(jar)
    try {
      const response = await fetch(new URL(path, shopUrl), {
        method,
        redirect: 'manual',
        signal: AbortSignal.timeout(REQUEST_TIMEOUT_MS),
        headers: {
          'x-forwarded-for': address,
          ...(method !== 'GET' && { origin: new URL(shopUrl).origin }),
          ...(cookie && { cookie }),
          ...(body !== undefined && !Buffer.isBuffer(body) && { 'content-type': 'application/json' }),
        },
        ...(body !== undefined && { body: Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body) }),
      })
      storeCookies(jar, response.headers.getSetCookie())
      const retryAfter = response.headers.get('retry-after')
      const parsed = parseJson(await response.text())
      return {
        status: response.status,
        body: parsed,
        retryAfterS: retryAfter === null ? undefined : Number(retryAfter),
        isOurs: response.headers.get('x-app') === 'tsedra' && typeof parsed['code'] === 'string',
      }
    } catch {
      return { status: 0, body: {}, retryAfterS: undefined, isOurs: false }
    }
  }
}

function parseJson(text: string): Record<string, unknown> {
  try {
    return JSON.parse(text) as Record<string, unknown>
  } catch {
    return {}
  }
}
