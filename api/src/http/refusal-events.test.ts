import { Writable } from 'node:stream'
import { createLog } from '@tsedra/service/log'
import { createMetrics } from '@tsedra/service/metrics'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import { createTestUser, openBrowser } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'
import { createSignedInStaff, productForm } from '../../test/staff.ts'
import { createRefusalRecorder } from './refusal-events.ts'
import { Refusal, tooManyRequests } from './refusal.ts'

interface Line {
  event?: string
}

function openLog() {
  const written: Line[] = []
  const sink = new Writable({
    write(chunk, _encoding, done) {
      written.push(JSON.parse(String(chunk)) as Line)
      done()
    },
  })
  return { log: createLog('test', 'info', sink), written }
}

const CANARY = 'canary-of-this-test'
const requestFields = { method: 'POST', route: '/api/orders', requestId: expect.any(String) }
const from = { 'x-forwarded-for': '198.51.100.7' }
/** Requests of one address a minute: more than this test sends as staff. */
const CALLS = 20

test('P-03: denied access, cross-site, rate-limited and upload refusals are each logged once and counted', async () => {
  const { log, written } = openLog()
  const metrics = createMetrics()
  await using shop = await openShop({ log, metrics, rateLimits: { all: CALLS } })
  const user = await createTestUser(shop.db, { role: 'editor' })
  const halfway = openBrowser(shop)
  await halfway.send('POST', '/api/auth/login', { emailOrPhone: user.email, password: user.password })
  const editor = await createSignedInStaff(shop)
  const refusalLines = () => written.filter(({ event }) => event && !/sign|factor/.test(event))

  await halfway.send('GET', '/api/admin/products')
  await editor.send('DELETE', '/api/admin/products/7a1e0d4c-6a0e-4a51-9e4f-2b1f6d3c5a90')
  await shop.send('POST', '/api/orders', { id: CANARY }, { origin: `https://${CANARY}.example` })
  for (let call = 0; call < CALLS + 2; call += 1) await shop.send('GET', `/api/nothing?${CANARY}`, undefined, from)
  await editor.send('POST', '/api/admin/products', productForm(CANARY, { imageUrl: `https://${CANARY}.example/a.jpg` }))

  const actual = { app: 'test', level: 30, time: expect.any(Number), requestId: expect.any(String), msg: 'refused' }
  expect(refusalLines()).toEqual([
    { ...actual, event: 'access-denied', method: 'GET', route: '/api/admin/products', user: user.id },
    { ...actual, event: 'access-denied', method: 'DELETE', route: '/api/admin/products/:id', user: editor.user.id },
    { ...actual, event: 'cross-site', method: 'POST', route: 'none' },
    { ...actual, event: 'rate-limited', method: 'GET', route: 'none' },
    { ...actual, event: 'upload-refused', method: 'POST', route: '/api/admin/products' },
  ])
  expect(JSON.stringify(refusalLines())).not.toMatch(new RegExp(`${CANARY}|198\\.51\\.100`))
  const text = await metrics.text()
  expect(text).toMatch(/^tsedra_requests_rejected_total\{event="access-denied"\} 2$/m)
  expect(text).toMatch(/^tsedra_requests_rejected_total\{event="cross-site"\} 1$/m)
  expect(text).toMatch(/^tsedra_requests_rejected_total\{event="rate-limited"\} 2$/m)
  expect(text).toMatch(/^tsedra_requests_rejected_total\{event="upload-refused"\} 1$/m)
})

test('other refusals are not logged, and a flood logs one line a second', async () => {
  const { log, written } = openLog()
  const metrics = createMetrics()
  let nowMs = 0
  const writeDown = createRefusalRecorder(log, metrics, () => nowMs)
  const req = { method: 'POST', route: { path: '/api/orders' }, id: '1' } as unknown as Request

  writeDown(new Refusal('not_found', 'No such order.'), req)
  expect(written).toEqual([])
  expect(await metrics.text()).toMatch(/^tsedra_requests_rejected_total\{event="rate-limited"\} 0$/m)
  for (; nowMs < 2_000; nowMs += 100) writeDown(tooManyRequests(1), req)

  expect(written).toMatchObject([requestFields, requestFields])
  expect(await metrics.text()).toMatch(/^tsedra_requests_rejected_total\{event="rate-limited"\} 20$/m)
})
