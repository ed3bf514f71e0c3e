import { randomUUID } from 'node:crypto'
import { connect as openSocket } from 'node:net'
import { createMetrics } from '@tsedra/service/metrics'
import { expect, test } from 'vitest'
import { createTestProduct } from '../../test/fixtures.ts'
import { createTestUser, openBrowser } from '../../test/users.ts'
import { openShop } from '../../test/shop.ts'
import { listen } from './listen.ts'
import { recordDurations } from './request-durations.ts'

/** Opens a shop with metrics and a function that reads them. */
async function openCounted() {
  const metrics = createMetrics()
  const shop = await openShop({ metrics, arrange: (db) => createTestProduct(db, { slug: 'lemon' }) })
  const counted = await listen(recordDurations(shop.app.listener, metrics), 0)
  return {
    shop,
    get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${counted.port}${path}`, init),
    port: counted.port,
    metrics,
    async [Symbol.asyncDispose]() {
      await counted.close(1_000)
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** Returns the number of responses of one kind. */
function countResponses(text: string, labels: string): number {
  return Number(
    text
      .split('\n')
      .find((line) => line.includes(`_count{${labels}}`))
      ?.split(' ')[1] ?? 0,
  )
}

// catches mutation: cached-requests-counted
test('R-43: every response is counted by route and status class, cached ones included', async () => {
  await using counted = await openCounted()
  const product = 'method="GET",route="/api/products/:slug"'

  for (let times = 0; times < 3; times++) await counted.get('/api/products/lemon?lang=en')
  await counted.get('/api/catalogue/ua')
  await counted.get('/api/products/none-such')
  await counted.get('/api/nowhere/lemon')
  await counted.get('/api/users/orders')
  for (let times = 0; times < 2; times++) await counted.get('/product/lemon')

  const text = await counted.metrics.text()
  expect(countResponses(text, `${product},status="2xx"`)).toBe(3)
  expect(countResponses(text, `${product},status="4xx"`)).toBe(1)
  expect(countResponses(text, 'method="GET",route="/api/catalogue/:lang",status="2xx"')).toBe(1)
  expect(countResponses(text, 'method="any",route="none",status="4xx"')).toBe(1)
  expect(countResponses(text, 'method="GET",route="/api/users/orders",status="4xx"')).toBe(1)
  expect(countResponses(text, 'method="GET",route="page",status="2xx"')).toBe(2)
  expect(text).toMatch(/_bucket\{le="\+Inf",method="GET",route="\/api\/products\/:slug",status="2xx"\} 3\n/)
})

// catches mutation: metric-labels-bounded
test('R-43: no value chosen by a client becomes a label', async () => {
  await using counted = await openCounted()
  const secret = `canary-${randomUUID()}`
  const phone = '+380671234567'

  await counted.get(`/api/products/${secret}?search=${secret}`)
  await counted.get(`/api/${secret}`, { method: 'PUT', headers: { origin: secret } })
  await counted.get(`/api/orders/${randomUUID()}`)
  await counted.get(`/api/products?search=${encodeURIComponent(phone)}`)
  // A method that Node's parser accepts and no browser sends.
  const socket = openSocket(counted.port, '127.0.0.1')
  socket.end(`PURGE /api/${secret} HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n`)
  for await (const _ of socket);

  const text = await counted.metrics.text()
  expect(text).not.toContain(secret)
  expect(text).not.toContain('380671234567')
  expect(text).not.toMatch(/PURGE|[0-9a-f]{8}-[0-9a-f]{4}/)
})

test('R-43: refused sign-ins and cookies that cannot be decrypted are counted', async () => {
  await using counted = await openCounted()
  const { shop } = counted
  const user = await createTestUser(shop.db)
  const browser = openBrowser(shop)

  await browser.send('POST', '/api/auth/login', { emailOrPhone: user.email, password: 'not the password' })
  await shop.send('GET', '/api/auth/user', undefined, { cookie: 'sid=Fe26.2*1*forged' })

  const text = await counted.metrics.text()
  expect(text).toMatch(/^tsedra_logins_rejected_total 1$/m)
  expect(text).toMatch(/^tsedra_password_hashes_queued 0$/m)
  expect(text).toMatch(/^tsedra_cookies_rejected_total 1$/m)
})

test('gauges that time out or fail are omitted, and the others are returned', async () => {
  const metrics = createMetrics()
  let isUnavailable = false
  metrics.gauges({ a: 'A.' }, () => (isUnavailable ? new Promise<never>(() => {}) : { a: 1 }))
  metrics.gauges({ b: 'B.' }, () => (isUnavailable ? Promise.reject(new Error('unavailable')) : { b: 2 }))
  metrics.gauges({ c: 'C.' }, () => ({ c: 3 }))
  expect(await metrics.text()).toMatch(/^a 1$[^]*^b 2$[^]*^c 3$/m)

  isUnavailable = true

  const text = await metrics.text()
  expect(text).toMatch(/^c 3$/m)
  expect(text).not.toMatch(/^[ab] /m)
})

// catches mutation: metrics-read-once
test('a read that does not end is not started again by the next scrape', async () => {
  const metrics = createMetrics()
  let reads = 0
  metrics.gauges({ backup_age: 'Hangs like a mount whose server is gone.' }, () => {
    reads++
    return new Promise<never>(() => {})
  })

  await Promise.all([metrics.text(), metrics.text()])
  await metrics.text()

  expect(reads).toBe(1)
})
