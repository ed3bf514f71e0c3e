import type { getProduct, listProducts } from '@tsedra/contract/catalogue'
import { afterEach, expect, test, vi } from 'vitest'
import { ApiRefusal, call, failureOf, isMissing, Unreachable, whenReached } from './api.ts'

afterEach(() => vi.unstubAllGlobals())

const ours = { 'x-app': 'tsedra', 'content-type': 'application/json; charset=utf-8' }

function answering(status: number, body: string, headers: Record<string, string> = ours) {
  const fetched = vi.fn((_url: string) => Promise.resolve(new Response(body, { status, headers })))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

const product = () => call<typeof getProduct>('GET /api/products/:slug', { params: { slug: 'a/b' }, query: {} })

test('the address is filled in and empty parts of the query are left out', async () => {
  const fetched = answering(200, '{"products":[],"total":0}')

  await product()
  await call<typeof listProducts>('GET /api/products', { query: { lang: 'ua', search: undefined } })

  expect(fetched.mock.calls.map(([url]) => url)).toEqual(['/api/products/a%2Fb', '/api/products?lang=ua'])
})

test('our own error is a refusal with its code and details', async () => {
  answering(422, '{"code":"unavailable","message":"gone","details":{"productId":"1"},"requestId":"r"}')

  const error: unknown = await product().catch((thrown: unknown) => thrown)

  expect(error).toBeInstanceOf(ApiRefusal)
  expect(error).toMatchObject({ code: 'unavailable', status: 422, details: { productId: '1' } })
  expect(isMissing(error)).toBe(false)
})

test('what was not found is missing; too many requests are not', async () => {
  answering(404, '{"code":"not_found","message":"","requestId":"r"}')
  expect(isMissing(await product().catch((thrown: unknown) => thrown))).toBe(true)
  answering(429, '{"code":"too_many_requests","message":"","requestId":"r"}')
  expect(isMissing(await product().catch((thrown: unknown) => thrown))).toBe(false)
})

test.each([
  ['a portal’s page', 200, '<html>', { 'content-type': 'text/html' }],
  ['a portal’s page under our mark', 200, '<html>', { ...ours, 'content-type': 'text/html' }],
  ['JSON of somebody else', 200, '{}', { 'content-type': 'application/json' }],
  ['an answer that broke off', 200, '{"produ', ours],
  ['an error without a code', 404, '{}', ours],
  ['a server in trouble', 503, '{"code":"busy","message":"","requestId":"r"}', ours],
])('%s is no answer of ours', async (_name, status, body, headers) => {
  answering(status, body, headers as Record<string, string>)

  await expect(product()).rejects.toBeInstanceOf(Unreachable)
})

test.each<[string, number, string, Record<string, string>, ReturnType<typeof failureOf>]>([
  ['a limit', 429, '{"code":"too_many_requests"}', { ...ours, 'retry-after': '90' }, { is: 'limited', waitMinutes: 2 }],
  [
    'its own wait',
    429,
    '{"code":"too_many_requests","details":{"waitS":600}}',
    ours,
    { is: 'limited', waitMinutes: 10 },
  ],
  ['a limit without a time', 429, '{"code":"too_many_requests"}', ours, { is: 'limited', waitMinutes: 1 }],
  ['our own failure', 500, '{"code":"internal"}', ours, { is: 'trouble', waitMinutes: 0 }],
  ['a gateway', 502, '<html>', { 'content-type': 'text/html' }, { is: 'trouble', waitMinutes: 0 }],
  ['a limit of a portal', 429, '{}', { 'content-type': 'application/json' }, { is: 'network', waitMinutes: 0 }],
])('%s is told as what it is', async (_name, status, body, headers, failure) => {
  answering(status, body, headers)

  expect(failureOf(await product().catch((thrown: unknown) => thrown))).toEqual(failure)
})

test('no answer is a missing network', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))

  expect(failureOf(await product().catch((thrown: unknown) => thrown))).toEqual({ is: 'network', waitMinutes: 0 })
})

test('a success of ours is announced; a refusal, a portal and a server in trouble are not', async () => {
  const reached = vi.fn()
  whenReached(reached)
  for (const [status, body, headers] of [
    [404, '{"code":"not_found"}', ours],
    [429, '{"code":"too_many_requests"}', ours],
    [200, '<html>', { 'content-type': 'text/html' }],
    [200, '{"produ', ours],
    [503, '{"code":"busy"}', ours],
  ] as const) {
    answering(status, body, headers)
    await product().catch(() => {})
  }
  expect(reached).not.toHaveBeenCalled()

  answering(200, '{"products":[],"total":0}')
  await product()
  expect(reached).toHaveBeenCalledOnce()
})

test('no network is unreachable; a call that nobody waits for any more stays an abort', async () => {
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
  await expect(product()).rejects.toBeInstanceOf(Unreachable)

  vi.stubGlobal('fetch', () => Promise.reject(new DOMException('left', 'AbortError')))
  await expect(product()).rejects.toMatchObject({ name: 'AbortError' })
})
