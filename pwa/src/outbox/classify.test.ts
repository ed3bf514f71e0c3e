import { expect, test } from 'vitest'
import { type Answer, classify, classifyCancel } from './classify.ts'

const id = '3d9e1f0a-1111-4222-8333-444455556666'

const answered = (status: number, json: unknown, changes: Partial<Extract<Answer, { kind: 'http' }>> = {}): Answer => ({
  kind: 'http',
  status,
  ours: true,
  json,
  retryAfterMs: 0,
  ...changes,
})

test.each([200, 201])('our %i with our id and a number is the only success there is', (status) => {
  const answer = { id, number: '3D9E1F0A', status: 'pending' }

  expect(classify(answered(status, answer), id)).toEqual({ to: 'sent', answer })
})

test.each([
  ['no network', { kind: 'network' } as const],
  ['a portal page', answered(200, null, { ours: false })],
  ['JSON of somebody else', answered(200, { id, number: 'X' }, { ours: false })],
  ['another order', answered(200, { id: 'another', number: 'X' })],
  ['an order without a number', answered(201, { id })],
  ['an order with an empty number', answered(201, { id, number: '' })],
  ['a list', answered(200, [{ id, number: 'X' }])],
  ['a redirect', answered(302, null, { ours: false })],
  ['no content', answered(204, null)],
  ['a repeat request of a proxy', answered(408, null, { ours: false })],
  ['a firewall', answered(403, null, { ours: false })],
  ['a refusal that only looks like ours', answered(422, { code: 'unavailable' }, { ours: false })],
  ['a body too large for the edge', answered(413, null, { ours: false })],
  ['a gateway', answered(502, null, { ours: false })],
  ['our own failure', answered(500, { code: 'internal' })],
  ['an unknown code', answered(418, { code: 'teapot' })],
  ['a missing route', answered(404, { code: 'not_found' })],
  ['a code with a status that does not carry it', answered(500, { code: 'unavailable' })],
])('%s leaves the order in the queue', (_what, answer) => {
  expect(classify(answer, id)).toMatchObject({ to: 'queued' })
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
] as const)(
  'our %i %s needs the shopper; final: %s, refused before it was taken: %s',
  (status, code, final, notTaken) => {
    expect(classify(answered(status, { code, details: { a: 1 } }), id)).toEqual({
      to: 'attention',
      reason: code,
      detail: { a: 1 },
      final,
      notTaken,
    })
  },
)

test('a 400 that names fields has read the whole body; one that does not may have met a broken copy', () => {
  const about = (details: unknown) => classify(answered(400, { code: 'invalid_request', details }), id)

  expect(about({ fields: ['body.customerComment'] })).toMatchObject({ notTaken: true })
  expect(about(undefined)).toMatchObject({ notTaken: false })
})

test('a request taken back on the server is cancelled here', () => {
  expect(classify(answered(410, { code: 'order_cancelled' }), id)).toEqual({ to: 'cancelled' })
})

test.each([429, 503])('%i waits as long as the server asks, a quarter of an hour at most', (status) => {
  const wait = (retryAfterMs: number) => classify(answered(status, { code: 'busy' }, { retryAfterMs }), id)

  expect(wait(60_000)).toMatchObject({ to: 'queued', atLeastMs: 60_000 })
  expect(wait(1e9)).toMatchObject({ to: 'queued', atLeastMs: 900_000 })
})

test.each([
  ['a proxy with a page', answered(503, null, { ours: false, retryAfterMs: 900_000 })],
  ['a portal', answered(429, { code: 'too_many_requests' }, { ours: false, retryAfterMs: 900_000 })],
  ['our mark without a code', answered(429, {}, { retryAfterMs: 900_000 })],
])('Retry-After of %s holds neither an order nor a cancel: our own backoff decides', (_what, answer) => {
  expect(classify(answer, id)).toMatchObject({ to: 'queued', foreign: true, atLeastMs: 0 })
  expect(classifyCancel(answer, id)).toMatchObject({ to: 'queued', foreign: true, atLeastMs: 0 })
})

test('too early is asked again after a second', () => {
  expect(classify(answered(425, null, { ours: false }), id)).toMatchObject({ to: 'queued', exactlyMs: 1_000 })
})

test('answers that are not ours are counted as such', () => {
  expect(classify(answered(403, null, { ours: false }), id)).toMatchObject({ reason: 'foreign-403', foreign: true })
  expect(classify({ kind: 'network' }, id)).toMatchObject({ reason: 'network', foreign: false })
})

test('a cancel hears our yes and our no, and nothing else ends the asking', () => {
  const answer = { id, cancelled: false, status: 'confirmed' }

  expect(classifyCancel(answered(200, { id, cancelled: true, status: null }), id)).toEqual({ to: 'cancelled' })
  expect(classifyCancel(answered(200, answer), id)).toEqual({ to: 'sent', answer, tooLate: true })
  for (const other of [
    { kind: 'network' } as const,
    answered(200, { id, cancelled: true }, { ours: false }),
    answered(200, { id: 'another', cancelled: true }),
    answered(200, { id }),
    answered(404, { code: 'not_found' }),
    answered(403, { code: 'forbidden' }),
    answered(401, { code: 'unauthorized' }),
    answered(410, { code: 'order_cancelled' }),
    answered(502, null, { ours: false }),
  ])
    expect(classifyCancel(other, id)).toMatchObject({ to: 'queued' })
})
