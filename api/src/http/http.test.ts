import { randomUUID } from 'node:crypto'
import { connect as openSocket } from 'node:net'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import { endpoints, navigations } from '@tsedra/contract/endpoints'
import { problem } from '@tsedra/contract/errors'
import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { createTestProduct } from '../../test/fixtures.ts'
import { openShop, type Shop } from '../../test/shop.ts'
import { providerSettings } from '../../test/providers.ts'
import { toBodyRefusal } from './body-errors.ts'

test('the API document lists exactly the calls of the contract, and nothing else is mounted', async () => {
  await using shop = await openShop({ providers: providerSettings('http://127.0.0.1:1') })

  const { body } = await shop.send('GET', '/api/openapi.json')

  const listed = Object.entries(body['paths'] as Record<string, object>).flatMap(([path, calls]) =>
    Object.keys(calls).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const contract = endpoints.map(({ route: address }) => address.replace(/:(\w+)/g, '{$1}'))
  expect(listed.toSorted()).toEqual(contract.toSorted())
  // With pictures on disk this process also serves their store.
  const others = ['GET /api/openapi.json', 'GET /api/cards/:lang/:kind/:file', 'PUT /incoming/:id']
  expect(mountedRoutes(shop).toSorted()).toEqual(
    [...endpoints.map(({ route: address }) => address), ...navigations, ...others].toSorted(),
  )
})

test('every path has one spelling: another case or a trailing slash is not found', async () => {
  await using shop = await openShop({
    providers: providerSettings('http://127.0.0.1:1'),
    arrange: (db) => createTestProduct(db, { slug: 'lemon' }),
  })
  const addresses = [...endpoints.map(({ route: address }) => address), ...navigations, 'GET /api/openapi.json']

  for (const address of addresses) {
    const [method = '', path = ''] = address.split(' ')
    const own = path.replace(':slug', 'lemon').replace(':lang', 'ua').replace(/:\w+/g, randomUUID())
    for (const other of [own.replace(/^\/api\/./, (start) => start.toUpperCase().replace('/API', '/api')), `${own}/`]) {
      const { status, body } = await shop.send(method, other, method === 'GET' ? undefined : {})
      expect([status, body['code']], `${method} ${other}`).toEqual([404, 'not_found'])
    }
  }
})

const hostile: [string, string, string, unknown?][] = [
  ['a repeated key', 'GET', '/api/products?search=a&search=b'],
  ['an unknown key', 'GET', '/api/products?role=admin'],
  ['a NUL byte in the search', 'GET', '/api/products?search=%00ab'],
  ['a lone surrogate', 'POST', '/api/orders', '{"customerName":"\\ud800","customerPhone":"+380670000124"}'],
  ['a bad percent sign', 'GET', '/api/products/%E0%A4%A'],
  ['a bad uuid', 'GET', '/api/products?categoryId=1'],
  ['a huge limit', 'GET', '/api/products?limit=101'],
  ['a negative offset', 'GET', '/api/products?offset=-1'],
  ['an unknown language', 'GET', '/api/products?lang=de'],
  ['an unknown sort', 'GET', '/api/products?sort=price;drop'],
  ['a wild slug', 'GET', '/api/products/..%2f..%2fetc'],
  ['an order id that is no uuid', 'GET', '/api/orders/42'],
  ['broken JSON', 'POST', '/api/orders', '{"customerName":'],
  ['JSON that is no object', 'POST', '/api/orders', '[1]'],
  [
    'an extra field',
    'POST',
    '/api/orders',
    { customerName: 'Оля', customerPhone: '+380670000124', status: 'completed' },
  ],
  [
    'prototype pollution',
    'POST',
    '/api/orders',
    '{"customerName":"Оля","customerPhone":"+380670000124","__proto__":{"polluted":1}}',
  ],
  ['a name of invisible characters', 'POST', '/api/orders', { customerName: '\u3164', customerPhone: '+380670000124' }],
  ['a control character', 'POST', '/api/orders', { customerName: 'Оля\u001b', customerPhone: '+380670000124' }],
  ['quantity NaN', 'POST', '/api/orders', '{"customerName":"Оля","customerPhone":"+380670000124","quantity":NaN}'],
  ['quantity 1e9', 'POST', '/api/orders', { customerName: 'Оля', customerPhone: '+380670000124', quantity: 1e9 }],
  ['deep nesting', 'POST', '/api/orders', `${'{"a":'.repeat(60)}1${'}'.repeat(60)}`],
]

test.for(hostile)('%s is refused with a sentence, as JSON', async ([, method, path, body]) => {
  await using shop = await openShop()

  const response = await shop.send(method, path, body)

  expect(response.status).toBeGreaterThanOrEqual(400)
  expect(response.status).toBeLessThan(500)
  expect(z.safeParse(problem, response.body).success).toBe(true)
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(({} as { polluted?: number }).polluted).toBeUndefined()
})

test('only JSON in UTF-8 within the size limit is read', async () => {
  await using shop = await openShop()
  const order = JSON.stringify({ customerName: 'Оля', customerPhone: '+380670000124' })

  const text = await shop.send('POST', '/api/orders', order, { 'content-type': 'text/plain' })
  const form = await shop.send('POST', '/api/orders', 'customerName=x', {
    'content-type': 'application/x-www-form-urlencoded',
  })
  const big = await shop.send('POST', '/api/orders', { customerName: 'x'.repeat(40_000) })
  const utf16 = await shop.send('POST', '/api/orders', order, { 'content-type': 'application/json; charset=koi8-u' })

  expect([text.status, form.status, big.status, utf16.status]).toEqual([415, 415, 413, 415])
})

const anOrder = JSON.stringify({ customerName: 'Оля', customerPhone: '+380670000124' })
const compressed = { gzip: gzipSync(anOrder), deflate: deflateSync(anOrder), br: brotliCompressSync(anOrder) }

test.for(Object.entries(compressed))(
  'a damaged or truncated %s body is refused with 400',
  async ([encoding, complete]) => {
    await using shop = await openShop()
    const garbled = Buffer.from(complete)
    garbled.fill(0xa5, 2)
    const send = async (body: Buffer) => {
      const headers = {
        origin: 'http://localhost:8080',
        'content-type': 'application/json',
        'content-encoding': encoding,
      }
      const response = await fetch(`${shop.url}/api/orders`, { method: 'POST', headers, body: new Uint8Array(body) })
      return { status: response.status, body: problem.safeParse(await response.json()).data }
    }

    expect((await send(complete)).status).toBe(201)
    for (const body of [garbled, complete.subarray(0, complete.length - 6), Buffer.from('garbage'), Buffer.from([0])]) {
      expect(await send(body), body.toString('hex')).toMatchObject({ status: 400, body: { code: 'invalid_request' } })
    }
  },
)

test('an unknown error of the body parser is refused with 4xx', () => {
  expect(toBodyRefusal(Object.assign(new Error('new'), { status: 400, type: 'entity.new' })).code).toBe(
    'invalid_request',
  )
  expect(toBodyRefusal(Object.assign(new Error('new'), { status: 413 })).code).toBe('too_large')
  expect(toBodyRefusal(Object.assign(new Error('new'), { status: 415 })).code).toBe('unsupported_media_type')
  expect(toBodyRefusal(Object.assign(new Error('new'), { status: 500 })).code).toBe('invalid_request')
  expect(toBodyRefusal(new Error('new')).code).toBe('invalid_request')
})

test('requests that Node rejects before Express receive JSON too, never 408', async () => {
  await using shop = await openShop()

  const overflow = await rawCall(shop, `GET /api/products HTTP/1.1\r\nHost: x\r\nX-Big: ${'x'.repeat(9_000)}\r\n\r\n`)
  const nonsense = await rawCall(shop, 'HELLO\r\n\r\n')

  expect(overflow).toMatch(/^HTTP\/1\.1 431 /)
  expect(overflow).toContain('"code":"too_large"')
  expect(nonsense).toMatch(/^HTTP\/1\.1 400 /)
  expect(nonsense).toContain('"code":"invalid_request"')
})

test('a cross-site request cannot place an order for the user', async () => {
  await using shop = await openShop()
  const order = { customerName: 'Оля', customerPhone: '+380670000124' }
  const from = async (headers: Record<string, string>) =>
    (await shop.send('POST', '/api/orders', order, { origin: '', ...headers })).status

  expect(await from({})).toBe(403)
  expect(await from({ 'sec-fetch-site': 'cross-site' })).toBe(403)
  expect(await from({ 'sec-fetch-site': 'same-site' })).toBe(403)
  expect(await from({ 'sec-fetch-site': 'none' })).toBe(403)
  expect(await from({ origin: 'https://evil.example' })).toBe(403)
  expect(await from({ 'sec-fetch-site': 'same-origin' })).toBe(201)
  expect(await shop.db('orders')).toHaveLength(1)
})

test('every response has `X-App` and the security headers', async () => {
  await using shop = await openShop({ arrange: (db) => createTestProduct(db, { slug: 'lemon' }) })

  for (const path of ['/api/products/lemon', '/api/products/none', '/api/openapi.json']) {
    const { headers } = await shop.send('GET', path)
    expect(headers.get('x-app'), path).toBe('tsedra')
    expect(headers.get('x-content-type-options'), path).toBe('nosniff')
    expect(headers.get('content-security-policy'), path).toBe("default-src 'none'; frame-ancestors 'none'")
    expect(headers.get('x-powered-by'), path).toBeNull()
    expect(headers.get('access-control-allow-origin'), path).toBeNull()
  }
})

test('the API document is compressed, and a 304 for its ETag', async () => {
  await using shop = await openShop()
  const requestDocument = (headers: Record<string, string>) => fetch(`${shop.url}/api/openapi.json`, { headers })

  const plain = await requestDocument({ 'accept-encoding': 'identity' })
  const etag = plain.headers.get('etag') ?? ''
  for (const encoding of ['br', 'gzip']) {
    const { headers } = await requestDocument({ 'accept-encoding': encoding })
    expect([headers.get('content-encoding'), headers.get('etag')]).toEqual([encoding, etag])
    expect(Number(headers.get('content-length'))).toBeLessThan(Number(plain.headers.get('content-length')) / 5)
  }
  const unchanged = await requestDocument({ 'if-none-match': etag })

  expect([unchanged.status, await unchanged.text()]).toEqual([304, ''])
  expect(unchanged.headers.get('cache-control')).toBe('public, no-cache')
})

test('an internal error reveals no internals', async () => {
  await using shop = await openShop()
  await shop.db.raw('DROP TABLE order_ids CASCADE')

  const { status, body } = await shop.send('GET', '/api/orders/7d9e1f60-95ab-4c5a-8a4e-0a2f3a1b2c3d')
  const mailServer = await shop.send('POST', '/api/orders', { customerName: 'Оля', customerPhone: '+380670000124' })

  expect([status, mailServer.status]).toContain(500)
  expect(JSON.stringify([body, mailServer.body])).not.toMatch(/at .*\.ts|select |insert |knex|relation|node_modules/i)
})

interface Layer {
  route?: { path: string; methods: Record<string, boolean> }
  handle: { stack?: Layer[] }
}

/** Lists the routes that Express has mounted. */
function mountedRoutes({ app }: Shop): string[] {
  const walk = (layers: readonly Layer[]): string[] =>
    layers.flatMap((layer) =>
      layer.route
        ? Object.keys(layer.route.methods).map((method) => `${method.toUpperCase()} ${layer.route?.path}`)
        : walk(layer.handle.stack ?? []),
    )
  return walk((app.express as unknown as { router: { stack: Layer[] } }).router.stack)
}

function rawCall(shop: Shop, bytes: string): Promise<string> {
  return new Promise((done, fail) => {
    const socket = openSocket(Number(new URL(shop.url).port), '127.0.0.1', () => socket.write(bytes))
    let response = ''
    socket.on('data', (chunk) => (response += String(chunk)))
    socket.on('close', () => done(response))
    socket.on('error', fail)
  })
}
