import { expect, test, vi } from 'vitest'
import { apiResponse } from '../../test/fake-world.ts'
import { postOrder, parseRetryAfterMs } from './post-order.ts'

const envelope = { id: 'i1', v: 1, bodyJson: '{"id":"i1"}', attempt: 3, build: 'b1', sentBy: 'page', now: 0 } as const

test('the stored body is sent unchanged, and values that vary are headers', async () => {
  const send = vi.fn<typeof fetch>(async () => apiResponse(201, { id: 'i1' }))

  await postOrder(send, envelope)

  const [address, init] = send.mock.calls[0] ?? []
  expect(address).toBe('/api/orders')
  expect(init).toMatchObject({
    method: 'POST',
    body: envelope.bodyJson,
    credentials: 'same-origin',
    cache: 'no-store',
    redirect: 'manual',
    keepalive: true,
    headers: {
      'content-type': 'application/json',
      'x-app': 'tsedra',
      'idempotency-key': 'i1',
      'x-attempt': '3',
      'x-order-version': '1',
    },
  })
  expect(init?.signal).toBeInstanceOf(AbortSignal)
})

test('a truncated response counts as a network failure', async () => {
  const send = async () =>
    new Response('{"id":"i1","num', { headers: { 'content-type': 'application/json', 'x-app': 'tsedra' } })

  expect(await postOrder(send, envelope)).toEqual({ kind: 'network' })
})

test.each([
  ['no header', {}],
  ['another app', { 'x-app': 'portal' }],
])('JSON with %s is not a response of our API', async (_description, headers) => {
  const send = async () => new Response('{}', { headers: { 'content-type': 'application/json', ...headers } })

  expect(await postOrder(send, envelope)).toMatchObject({ kind: 'http', isOurs: false })
})

test.each([
  [null, 0],
  ['7', 7_000],
  ['Thu, 01 Jan 1970 00:01:00 GMT', 60_000],
  ['soon', 0],
  ['-5', 0],
  ['99999999', 900_000],
])('`Retry-After: %s` is parsed as %i ms', (header, waitMs) => {
  expect(parseRetryAfterMs(header, 0)).toBe(waitMs)
})
