import type { getProduct, listProducts } from '@tsedra/contract/catalogue'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiError, callApi, getFailure, isNotFound, UnreachableError, onApiReached } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const apiHeaders = { 'x-app': 'tsedra', 'content-type': 'application/json; charset=utf-8' }

function stubResponse(status: number, body: string, headers: Record<string, string> = apiHeaders) {
  const fetchMock = vi.fn((_url: string) => Promise.resolve(new Response(body, { status, headers })))
  vi.stubGlobal('fetch', fetchMock)
  return fetchMock
}

const fetchProduct = () => callApi<typeof getProduct>('GET /api/products/:slug', { params: { slug: 'a/b' }, query: {} })

test('`callApi` fills in path parameters and omits empty query parameters', async () => {
  const fetched = stubResponse(200, '{"products":[],"total":0}')

  await fetchProduct()
  await callApi<typeof listProducts>('GET /api/products', { query: { lang: 'ua', search: undefined } })

  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/products/a%2Fb', '/api/products?lang=ua'])
})

test('an error of the API becomes an `ApiError` with code and details', async () => {
  stubResponse(422, '{"code":"unavailable","message":"gone","details":{"productId":"1"},"requestId":"r"}')

  const error: unknown = await fetchProduct().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ApiError)
  expect(error).toMatchObject({ code: 'unavailable', status: 422, details: { productId: '1' } })
  expect(isNotFound(error)).toBe(false)
})

test('`isNotFound` is true for `not_found`, not for `too_many_requests`', async () => {
  stubResponse(404, '{"code":"not_found","message":"","requestId":"r"}')
  expect(isNotFound(await fetchProduct().catch((thrown: unknown) => thrown))).toBe(true)
  stubResponse(429, '{"code":"too_many_requests","message":"","requestId":"r"}')
  expect(isNotFound(await fetchProduct().catch((thrown: unknown) => thrown))).toBe(false)
})

test.each([
  ['a portal’s page', 200, '<html>', { 'content-type': 'text/html' }],
  ['a portal’s page with our header', 200, '<html>', { ...apiHeaders, 'content-type': 'text/html' }],
  ['JSON of another server', 200, '{}', { 'content-type': 'application/json' }],
  ['a truncated response', 200, '{"produ', apiHeaders],
  ['an error without a code', 404, '{}', apiHeaders],
  ['a server error', 503, '{"code":"busy","message":"","requestId":"r"}', apiHeaders],
])('%s is an `UnreachableError`', async (_name, status, body, headers) => {
  stubResponse(status, body, headers as Record<string, string>)

  await expect(fetchProduct()).rejects.toBeInstanceOf(UnreachableError)
})

test.each<[string, number, string, Record<string, string>, ReturnType<typeof getFailure>]>([
  [
    'a rate limit with `Retry-After`',
    429,
    '{"code":"too_many_requests"}',
    { ...apiHeaders, 'retry-after': '90' },
    { kind: 'limited', waitMinutes: 2 },
  ],
  [
    'a rate limit with `waitS`',
    429,
    '{"code":"too_many_requests","details":{"waitS":600}}',
    apiHeaders,
    { kind: 'limited', waitMinutes: 10 },
  ],
  ['a rate limit without a time', 429, '{"code":"too_many_requests"}', apiHeaders, { kind: 'limited', waitMinutes: 1 }],
  ['an internal error', 500, '{"code":"internal"}', apiHeaders, { kind: 'trouble', waitMinutes: 0 }],
  ['a gateway error', 502, '<html>', { 'content-type': 'text/html' }, { kind: 'trouble', waitMinutes: 0 }],
  ['a rate limit of a portal', 429, '{}', { 'content-type': 'application/json' }, { kind: 'network', waitMinutes: 0 }],
])('%s has its own kind of failure', async (_name, status, body, headers, failure) => {
  stubResponse(status, body, headers)

  expect(getFailure(await fetchProduct().catch((thrown: unknown) => thrown))).toEqual(failure)
})

test('a rejected fetch is a network failure', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  expect(getFailure(await fetchProduct().catch((thrown: unknown) => thrown))).toEqual({
    kind: 'network',
    waitMinutes: 0,
  })
})

test('only a successful API response notifies the listeners', async () => {
  const reached = vi.fn()
  onApiReached(reached)
  for (const [status, body, headers] of [
    [404, '{"code":"not_found"}', apiHeaders],
    [429, '{"code":"too_many_requests"}', apiHeaders],
    [200, '<html>', { 'content-type': 'text/html' }],
    [200, '{"produ', apiHeaders],
    [503, '{"code":"busy"}', apiHeaders],
  ] as const) {
    stubResponse(status, body, headers)
    await fetchProduct().catch(() => {})
  }
  expect(reached).not.toHaveBeenCalled()

  stubResponse(200, '{"products":[],"total":0}')
  await fetchProduct()
  expect(reached).toHaveBeenCalledOnce()
})

test('the listeners receive whether the request started offline, also when its response comes after the network went', async () => {
  const reached = vi.fn()
  onApiReached(reached)
  const navigator = { onLine: true }
  vi.stubGlobal('navigator', navigator)
  const respond = vi.fn(async () => {
    navigator.onLine = false
    return new Response('{"products":[],"total":0}', { headers: apiHeaders })
  })
  vi.stubGlobal('fetch', respond)

  await fetchProduct()
  await fetchProduct()

  expect(reached.mock.calls).toEqual([[false], [true]])
})

test('a response that was preloaded before the network went proves nothing', async () => {
  const reached = vi.fn()
  onApiReached(reached)
  vi.stubGlobal('window', {
    preloadedResponses: new Map([
      ['/api/products/a%2Fb', Promise.resolve(new Response('{"products":[],"total":0}', { headers: apiHeaders }))],
    ]),
  })
  vi.stubGlobal('navigator', { onLine: false })

  await fetchProduct()

  expect(reached.mock.calls).toEqual([[false]])
})

test('a network failure is an `UnreachableError`; an aborted call stays an `AbortError`', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(fetchProduct()).rejects.toBeInstanceOf(UnreachableError)

  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('left', 'AbortError')))
  await expect(fetchProduct()).rejects.toMatchObject({ name: 'AbortError' })
})
