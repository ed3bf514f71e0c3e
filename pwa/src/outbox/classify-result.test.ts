import { expect, test } from 'vitest'
import { type SendResult, classifyResult, classifyCancelResult } from './classify-result.ts'

const id = '3d9e1f0a-1111-4222-8333-444455556666'

const httpResult = (
  status: number,
  json: unknown,
  changes: Partial<Extract<SendResult, { kind: 'http' }>> = {},
): SendResult => ({
  kind: 'http',
  status,
  isOurs: true,
  json,
  retryAfterMs: 0,
  ...changes,
})

test.each([200, 201])('only our %i with the order id and a number counts as success', (status) => {
  const answer = { id, number: '3D9E1F0A', status: 'pending' }

  expect(classifyResult(httpResult(status, answer), id)).toEqual({ kind: 'sent', answer })
})

test.each([
  ['no network', { kind: 'network' } as const],
  ['a portal page', httpResult(200, null, { isOurs: false })],
  ['JSON of another server', httpResult(200, { id, number: 'X' }, { isOurs: false })],
  ['another order', httpResult(200, { id: 'another', number: 'X' })],
  ['an order without a number', httpResult(201, { id })],
  ['an order with an empty number', httpResult(201, { id, number: '' })],
  ['a list', httpResult(200, [{ id, number: 'X' }])],
  ['a redirect', httpResult(302, null, { isOurs: false })],
  ['no content', httpResult(204, null)],
  ['a request timeout of a proxy', httpResult(408, null, { isOurs: false })],
  ['a firewall', httpResult(403, null, { isOurs: false })],
  ['a rejection without our header', httpResult(422, { code: 'unavailable' }, { isOurs: false })],
  ['a body too large for the edge', httpResult(413, null, { isOurs: false })],
  ['a gateway', httpResult(502, null, { isOurs: false })],
  ['our internal error', httpResult(500, { code: 'internal' })],
  ['an unknown code', httpResult(418, { code: 'teapot' })],
  ['a missing route', httpResult(404, { code: 'not_found' })],
  ['a code with a status that does not carry it', httpResult(500, { code: 'unavailable' })],
])('%s leaves the order in the queue', (_description, result) => {
  expect(classifyResult(result, id)).toMatchObject({ kind: 'queued' })
})

test.each([
  [400, 'invalid_request', false, false],
  [401, 'unauthorized', false, false],
  [403, 'forbidden', false, true],
  [409, 'order_differs', false, false],
  [413, 'too_large', false, true],
  [415, 'unsupported_media_type', false, true],
  [422, 'unavailable', true, false],
  [426, 'client_too_old', false, true],
] as const)('our %i %s needs the shopper; final: %s, rejected early: %s', (status, code, final, isEarlyRejection) => {
  expect(classifyResult(httpResult(status, { code, details: { a: 1 } }), id)).toEqual({
    kind: 'attention',
    reason: code,
    detail: { a: 1 },
    final,
    isEarlyRejection,
  })
})

test('a 400 is an early rejection only if it names fields: otherwise the body may have been truncated', () => {
  const classifyDetails = (details: unknown) =>
    classifyResult(httpResult(400, { code: 'invalid_request', details }), id)

  expect(classifyDetails({ fields: ['body.customerComment'] })).toMatchObject({ isEarlyRejection: true })
  expect(classifyDetails(undefined)).toMatchObject({ isEarlyRejection: false })
})

test('an order cancelled on the server ends as cancelled', () => {
  expect(classifyResult(httpResult(410, { code: 'order_cancelled' }), id)).toEqual({ kind: 'cancelled' })
})

test.each([429, 503])('a %i delays the retry by `Retry-After`, 15 minutes at most', (status) => {
  const classifyRetryAfter = (retryAfterMs: number) =>
    classifyResult(httpResult(status, { code: 'busy' }, { retryAfterMs }), id)

  expect(classifyRetryAfter(60_000)).toMatchObject({ kind: 'queued', minDelayMs: 60_000 })
  expect(classifyRetryAfter(1e9)).toMatchObject({ kind: 'queued', minDelayMs: 900_000 })
})

test.each([
  ['a proxy with a page', httpResult(503, null, { isOurs: false, retryAfterMs: 900_000 })],
  ['a portal', httpResult(429, { code: 'too_many_requests' }, { isOurs: false, retryAfterMs: 900_000 })],
  ['our mark without a code', httpResult(429, {}, { retryAfterMs: 900_000 })],
])('`Retry-After` of %s delays neither an order nor a cancel: the backoff applies', (_description, result) => {
  expect(classifyResult(result, id)).toMatchObject({ kind: 'queued', isForeign: true, minDelayMs: 0 })
  expect(classifyCancelResult(result, id)).toMatchObject({ kind: 'queued', isForeign: true, minDelayMs: 0 })
})

test('a 425 (too early) is retried after one second', () => {
  expect(classifyResult(httpResult(425, null, { isOurs: false }), id)).toMatchObject({
    kind: 'queued',
    exactDelayMs: 1_000,
  })
})

test('responses of another server are marked as foreign', () => {
  expect(classifyResult(httpResult(403, null, { isOurs: false }), id)).toMatchObject({
    reason: 'foreign-403',
    isForeign: true,
  })
  expect(classifyResult({ kind: 'network' }, id)).toMatchObject({ reason: 'network', isForeign: false })
})

test('a cancel ends only with a 200 of our API; any other response queues it again', () => {
  const answer = { id, cancelled: false, status: 'confirmed' }

  expect(classifyCancelResult(httpResult(200, { id, cancelled: true, status: null }), id)).toEqual({
    kind: 'cancelled',
  })
  expect(classifyCancelResult(httpResult(200, answer), id)).toEqual({ kind: 'sent', answer, isTooLate: true })
  for (const result of [
    { kind: 'network' } as const,
    httpResult(200, { id, cancelled: true }, { isOurs: false }),
    httpResult(200, { id: 'another', cancelled: true }),
    httpResult(200, { id }),
    httpResult(404, { code: 'not_found' }),
    httpResult(403, { code: 'forbidden' }),
    httpResult(401, { code: 'unauthorized' }),
    httpResult(410, { code: 'order_cancelled' }),
    httpResult(502, null, { isOurs: false }),
  ])
    expect(classifyCancelResult(result, id)).toMatchObject({ kind: 'queued' })
})
