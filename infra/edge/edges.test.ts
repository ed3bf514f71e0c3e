import { randomUUID } from 'node:crypto'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createLog } from '@tsedra/service/log'
import { describe, expect, test } from 'vitest'
import { createTestProduct } from '../../api/test/fixtures.ts'
import { openShop } from '../../api/test/shop.ts'
import { hashAddress } from '../../api/src/orders/order-limits.ts'
import { findCaddy, startCaddy } from '../local/caddy.ts'
import { openLocalEdge } from './local-edge.ts'
import { buildRequestHead, type RawResponse, sendRawRequest } from './raw-http.ts'

const ORIGIN = 'http://localhost:8080'
/** As api/test/shop.ts has it. */
const ADDRESS_SECRET = 'a secret of the tests, long enough to be one'

/** Short, so that a test waits for none of them long. */
const timeouts = {
  READ_HEADER_TIMEOUT: '1s',
  READ_BODY_TIMEOUT: '1s',
  IDLE_TIMEOUT: '1s',
  API_TIMEOUT: '1s',
  STORE_TIMEOUT: '1s',
}
const edgeTimeoutsMs = { headerMs: 1_000, bodyMs: 1_000, idleMs: 1_000, apiMs: 1_000, storeMs: 1_000 }

interface EdgeSettings {
  apiPort: number
  storePort: number
  page: string
  volume: string
  trustedProxies?: string
  log: string
  /** Laid over the variables of the Caddyfile. */
  env?: Record<string, string>
}

interface TestedEdge extends AsyncDisposable {
  port: number
  hosts: readonly string[]
}

type OpenEdge = (settings: EdgeSettings) => Promise<TestedEdge>

/** Caddy with the shop's Caddyfile. Upstreams are healthy to it when their health port answers. */
const openCaddy =
  (program: string): OpenEdge =>
  async ({ apiPort, storePort, page, volume, trustedProxies = '', log, env }) => {
    const health = await startServer((_req, res) => res.end())
    const edge = await startCaddy({
      program,
      log,
      env: {
        ...timeouts,
        API_ADDRESS: `127.0.0.1:${apiPort}`,
        API_HEALTH_PORT: `${health.port}`,
        S3_ADDRESS: `127.0.0.1:${storePort}`,
        S3_BUCKET: 'pictures',
        PAGE_ROOT: page,
        KEPT: volume,
        TRUSTED_PROXIES: trustedProxies,
        ...env,
      },
    })
    return {
      port: edge.port,
      hosts: edge.hosts,
      async [Symbol.asyncDispose]() {
        await edge[Symbol.asyncDispose]()
        await health[Symbol.asyncDispose]()
      },
    }
  }

const openLocal: OpenEdge = async ({ apiPort, storePort, page, trustedProxies = '' }) => {
  const edge = await openLocalEdge({
    port: 0,
    host: '::',
    apiPort,
    page,
    media: page,
    store: { url: `http://127.0.0.1:${storePort}`, bucket: 'pictures' },
    trustedProxies: trustedProxies.split(' ').filter(Boolean),
    timeouts: edgeTimeoutsMs,
  })
  return {
    port: edge.port,
    hosts: ['127.0.0.1', '[::1]'],
    [Symbol.asyncDispose]: () => edge[Symbol.asyncDispose](),
  }
}

const caddyProgram = findCaddy()
const edges: [name: string, opens: OpenEdge][] = [
  ['local edge', openLocal],
  ...(caddyProgram ? [['Caddy', openCaddy(caddyProgram)] as [string, OpenEdge]] : []),
]

async function startServer(listener: RequestListener) {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A page, an empty volume of former builds, a store that echoes, and an edge in front of them and of the API. */
async function openEdgeStack(
  open: OpenEdge,
  apiPort: number,
  overrides: Partial<EdgeSettings> & { store?: RequestListener } = {},
) {
  await using disposables = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-edges-'))
  disposables.defer(() => rm(directory, { recursive: true }))
  const [page, volume, log] = [join(directory, 'page'), join(directory, 'kept'), join(directory, 'caddy.log')]
  await mkdir(join(page, 'assets'), { recursive: true })
  await mkdir(volume)
  await writeFile(join(page, 'index.html'), '<!doctype html>the page')
  await writeFile(join(page, 'assets', 'a-1.js'), 'alert(1)')
  const store = disposables.use(
    await startServer(
      overrides.store ??
        ((req, res) => req.resume().on('end', () => res.end(JSON.stringify({ method: req.method, url: req.url })))),
    ),
  )
  const edge = disposables.use(await open({ apiPort, storePort: store.port, page, volume, log, ...overrides }))
  const resources = disposables.move()
  return { ...edge, page, kept: volume, log, [Symbol.asyncDispose]: () => resources.disposeAsync() }
}

const getPort = ({ url }: { url: string }) => Number(new URL(url).port)

function buildOrder(productId: string) {
  return {
    id: randomUUID(),
    customerName: 'Олена Барвінок',
    customerPhone: `+38067${String(Math.trunc(Math.random() * 1e7)).padStart(7, '0')}`,
    items: [{ productId, packageSize: '50г', quantity: 1 }],
    filledInMs: 20_000,
  }
}

const orderHeaders = { 'Content-Type': 'application/json', Origin: ORIGIN }

/** A response without the shop's marker: an empty 200 among them would be a false success. */
const isWithoutMarker = ({ status, headers }: RawResponse) => status > 0 && headers.get('x-app') !== 'tsedra'

describe.each(edges)('%s', (name, open) => {
  test('a truncated or half-closed request gets a response of the shop or none, and no part of an order is stored', async () => {
    await using shop = await openShop()
    const product = await createTestProduct(shop.db)
    await shop.send('GET', '/api/products')
    await using edge = await openEdgeStack(open, getPort(shop))
    const body = JSON.stringify(buildOrder(product))
    const length = Buffer.byteLength(body)
    const post = (headers: Record<string, string>) =>
      buildRequestHead('POST /api/orders', { ...orderHeaders, ...headers })
    const requestShapes: Record<string, () => (string | number)[]> = {
      'body cut off': () => [post({ 'Content-Length': `${length}` }), body.slice(0, 40)],
      'body missing': () => [post({ 'Content-Length': `${length}` })],
      'chunked body cut off': () => [
        post({ 'Transfer-Encoding': 'chunked' }),
        `${length.toString(16)}\r\n${body.slice(0, 40)}`,
      ],
      'chunked body without its end': () => [
        post({ 'Transfer-Encoding': 'chunked' }),
        `${length.toString(16)}\r\n${body}\r\n`,
      ],
      'whole order, then half-closed': () => {
        const completeOrders = JSON.stringify(buildOrder(product))
        return [post({ 'Content-Length': `${Buffer.byteLength(completeOrders)}` }) + completeOrders]
      },
      'read, then half-closed': () => [buildRequestHead(`GET /api/orders/${randomUUID()}`)],
    }

    const outcomes = await Promise.all(
      Object.entries(requestShapes).flatMap(([shape, send]) =>
        Array.from({ length: 12 }, async () => ({
          shape,
          response: await sendRawRequest({ port: edge.port, parts: send(), halfClose: true }),
        })),
      ),
    )

    const unexpected = outcomes.filter(({ response }) => isWithoutMarker(response) || !response.isClosed)
    expect(unexpected.map(({ shape, response }) => `${shape}: ${response.status}`)).toEqual([])
    const stored = await shop.db('orders').count({ rows: '*' }).first()
    const completeOrders = outcomes.filter(({ shape }) => shape.startsWith('whole'))
    const confirmed = completeOrders.filter(({ response }) => response.status === 201)
    expect(Number(stored?.['rows'])).toBeGreaterThanOrEqual(confirmed.length)
    expect(Number(stored?.['rows'])).toBeLessThanOrEqual(completeOrders.length)
  })

  test('a malformed chunk is a 400 of the shop', async () => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))

    for (const chunk of [
      'zz\r\n{}\r\n0\r\n\r\n',
      '5\r\n{}\r\n0\r\n\r\n',
      '2\r\n{}xx\r\n0\r\n\r\n',
      '-1\r\n{}\r\n0\r\n\r\n',
    ]) {
      const response = await sendRawRequest({
        port: edge.port,
        parts: [buildRequestHead('POST /api/orders', { ...orderHeaders, 'Transfer-Encoding': 'chunked' }), chunk],
      })

      expect([chunk, response.status, response.headers.get('x-app')]).toEqual([chunk, 400, 'tsedra'])
      expect(JSON.parse(response.body)).toMatchObject({ code: 'invalid_request' })
    }
  })

  test.each([
    ['headers', [`POST /api/orders HTTP/1.1\r\nHost: x\r\n`, 300, 'A: 1\r\n', 300, 'B: 1\r\n', 300, 'C: 1\r\n', 300]],
    [
      'a body',
      [
        buildRequestHead('POST /api/orders', { ...orderHeaders, 'Content-Length': '900' }),
        300,
        '{',
        300,
        '"',
        300,
        'a',
        300,
      ],
    ],
    [
      'a picture',
      [buildRequestHead('PUT /incoming/x?y=1', { 'Content-Length': '900' }), 300, 'a', 300, 'b', 300, 'c', 300],
    ],
    ['the next request', [buildRequestHead('GET /assets/a-1.js', { Connection: 'keep-alive' })]],
  ])('a client that is slow to send %s is cut off', async (_what, send) => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))

    const response = await sendRawRequest({ port: edge.port, parts: send, timeoutMs: 4_000 })

    expect(response.isClosed).toBe(true)
    if (!String(send[0]).startsWith('GET')) expect([0, 400, 502, 503, 504]).toContain(response.status)
    expect(await shop.db('orders').first('id')).toBeUndefined()
  })

  // Browsers open connections ahead of requests. A response on one would be read as that of the request that follows.
  test('an unused connection is closed without a response', async () => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))

    const response = await sendRawRequest({ port: edge.port, parts: [], timeoutMs: 4_000 })

    expect(response).toMatchObject({ isClosed: true, status: 0, body: '' })
  })

  test('while API or store hang, a request is answered in time', async () => {
    await using silent = await startServer(() => {})
    await using edge = await openEdgeStack(open, silent.port, { store: () => {} })
    const body = JSON.stringify(buildOrder(randomUUID()))

    const [order, picture, upload] = await Promise.all([
      sendRawRequest({
        port: edge.port,
        parts: [
          buildRequestHead('POST /api/orders', { ...orderHeaders, 'Content-Length': `${Buffer.byteLength(body)}` }),
          body,
        ],
      }),
      sendRawRequest({ port: edge.port, parts: [buildRequestHead('GET /media/x.webp')] }),
      sendRawRequest({
        port: edge.port,
        parts: [buildRequestHead('PUT /incoming/x?y=1', { 'Content-Length': '2' }), 'ab'],
      }),
    ])

    expect([order.status, order.headers.get('x-app'), order.headers.get('retry-after')]).toEqual([503, 'tsedra', '2'])
    expect(JSON.parse(order.body)).toMatchObject({ code: 'busy' })
    expect(picture.status).toBeGreaterThanOrEqual(500)
    expect(upload.status).toBeGreaterThanOrEqual(500)
  })

  test('the query of a published picture is not forwarded to the store', async () => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))
    const readStoreRequest = async (path: string) => {
      const { body } = await sendRawRequest({ port: edge.port, parts: [buildRequestHead(`GET ${path}`)] })
      const { method, url } = JSON.parse(body) as { method: string; url: string }
      const [address, query = ''] = url.split('?')
      return { method, address, query }
    }

    for (const query of ['?response-content-type=text/html', '?a=1&b=2', '?', '??x', '?list-type=2&list-type=3'])
      expect(await readStoreRequest(`/media/lemon.webp${query}`)).toEqual({
        method: 'GET',
        address: '/pictures/media/lemon.webp',
        query: '',
      })
    expect(await readStoreRequest('/media/lemon.webp%3Fversioning')).toMatchObject({
      address: '/pictures/media/lemon.webp%3Fversioning',
      query: '',
    })
  })

  test('a forged X-Forwarded-For changes nothing, over IPv4 and over IPv6', async () => {
    await using shop = await openShop()
    const product = await createTestProduct(shop.db)
    await shop.send('GET', '/api/products')
    await using edge = await openEdgeStack(open, getPort(shop))

    for (const host of edge.hosts) {
      const countedHash = await readCountedAddress(shop.db, edge.port, host, product)

      const expectedAddress = host === '[::1]' ? '::1' : '127.0.0.1'
      expect(countedHash?.equals(hashAddress(ADDRESS_SECRET, expectedAddress)), host).toBe(true)
    }
  })

  test('the client address comes from a trusted proxy’s header', async () => {
    await using shop = await openShop()
    const product = await createTestProduct(shop.db)
    await using edge = await openEdgeStack(open, getPort(shop), { trustedProxies: '127.0.0.1/32 ::1/128' })

    for (const host of edge.hosts) {
      const countedHash = await readCountedAddress(shop.db, edge.port, host, product)

      expect(countedHash?.equals(hashAddress(ADDRESS_SECRET, '203.0.113.9')), host).toBe(true)
    }
  })

  test('paths are matched in any case', async () => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))

    for (const path of ['/API/orders/x', '/Api/Cart', '/aPI/catalogue/xx']) {
      const response = await sendRawRequest({ port: edge.port, parts: [buildRequestHead(`GET ${path}`)] })
      const direct = await sendRawRequest({ port: getPort(shop), parts: [buildRequestHead(`GET ${path}`)] })

      expect([path, response.status, response.body.slice(0, 9)]).toEqual([path, direct.status, direct.body.slice(0, 9)])
    }
    for (const path of ['/INCOMING/x', '/ASSETS/none.js', '/Media/']) {
      const response = await sendRawRequest({
        port: edge.port,
        parts: [buildRequestHead(`POST ${path}`, { 'Content-Length': '0' })],
      })

      expect([path, response.status >= 400]).toEqual([path, true])
    }
    expect(
      (await sendRawRequest({ port: edge.port, parts: [buildRequestHead('GET /MEDIA/x.webp?a=1')] })).body,
    ).toContain('/MEDIA/x.webp')
  })

  test('files for crawlers come from the API, and the files beside them from the build', async () => {
    await using api = await startServer((req, res) => res.end(`API: ${req.url}`))
    await using edge = await openEdgeStack(open, api.port)
    await writeFile(join(edge.page, 'sitemap.txt'), 'built')
    const read = async (path: string) =>
      (await sendRawRequest({ port: edge.port, parts: [buildRequestHead(`GET ${path}`)] })).body

    for (const path of ['/sitemap.xml', '/sitemap-1.xml', '/sitemap-12.xml', '/robots.txt', '/manifest.webmanifest'])
      expect(await read(path)).toBe(`API: ${path}`)
    for (const path of ['/sitemap.txt', '/a/sitemap-1.xml', '/sitemap-1.xml.br'])
      expect(await read(path), path).not.toContain('API')
  })

  test('files of the page build for the API are not served', async () => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))
    await mkdir(join(edge.page, '.server'))
    await writeFile(join(edge.page, '.server', 'render-content.mjs'), 'export {}')

    const { status } = await sendRawRequest({
      port: edge.port,
      parts: [buildRequestHead('GET /.server/render-content.mjs')],
    })

    expect(status).toBe(404)
  })

  if (name !== 'Caddy') return

  test('the access log has a line per request with the request id of the API, and nothing personal', async () => {
    const lines: string[] = []
    await using shop = await openShop({ log: createLog('api', 'debug', { write: (line) => void lines.push(line) }) })
    await using edge = await openEdgeStack(open, getPort(shop))
    const personal = {
      Cookie: 'sid=0123456789abcdef',
      'User-Agent': 'agent-of-somebody',
      Referer: 'http://x/?mail=olena@bar.example',
      'X-Forwarded-For': '203.0.113.9',
    }
    const response = await sendRawRequest({
      port: edge.port,
      parts: [buildRequestHead('GET /api/admin/users?search=Barvinok', personal)],
    })
    await sendRawRequest({
      port: edge.port,
      parts: [buildRequestHead('GET /api/telegram/verification-status/+380671234567', personal)],
    })
    const slowRequest = [
      buildRequestHead('POST /api/orders', { ...orderHeaders, ...personal, 'Content-Length': '9' }),
      '{',
    ]
    await sendRawRequest({ port: edge.port, parts: slowRequest })

    const id = response.headers.get('x-request-id')
    const apiLines = lines
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ requestId }) => requestId === id)
    expect(apiLines).toContainEqual(expect.objectContaining({ status: 401, requestId: id }))
    await expect.poll(() => readAccessLog(edge.log)).toHaveLength(3)
    const [users, phone, cutOff] = await readAccessLog(edge.log)
    expect(users).toMatchObject({ status: 401, request_id: id, request: { method: 'GET', uri: '/api/admin/users' } })
    expect(phone).toMatchObject({ request: { uri: '/api/telegram/verification-status/' } })
    expect(cutOff).toMatchObject({ status: 503, request_id: expect.any(String), error: expect.any(String) })
    const completeOrders = await readFile(edge.log, 'utf8')
    expect(completeOrders).not.toMatch(/0123456789abcdef|agent-of|olena|Barvinok|203\.0\.113|67123|127\.0\.0\.1:\d+->/)
    expect(completeOrders).not.toMatch(/"(remote_ip|client_ip|remote_port)"/)
  })

  test('a body that comes byte by byte is cut off long before its time limit', async () => {
    await using shop = await openShop()
    const env = { READ_BODY_TIMEOUT: '60s', BODY_RATE: 'read_body_idle 1s 1000' }
    await using edge = await openEdgeStack(open, getPort(shop), { env })
    const drip = Array.from({ length: 20 }, () => ['a', 200]).flat()
    const send = [buildRequestHead('POST /api/orders', { ...orderHeaders, 'Content-Length': '2000' }), ...drip]

    const response = await sendRawRequest({ port: edge.port, parts: send })

    expect([response.status, response.headers.get('x-app')]).toEqual([503, 'tsedra'])
  })

  test('a file of this build is served while the volume of former builds is empty, and a former one from there', async () => {
    await using shop = await openShop()
    await using edge = await openEdgeStack(open, getPort(shop))
    await mkdir(join(edge.kept, 'assets'))
    await writeFile(join(edge.kept, 'assets', 'a-0.js'), 'alert(0)')

    const [current, previous, missing] = await Promise.all(
      ['a-1.js', 'a-0.js', 'a-2.js'].map((file) =>
        sendRawRequest({ port: edge.port, parts: [buildRequestHead(`GET /assets/${file}`)] }),
      ),
    )

    expect([current?.status, current?.body, previous?.status, previous?.body, missing?.status]).toEqual([
      200,
      'alert(1)',
      200,
      'alert(0)',
      404,
    ])
  })
})

test.each(caddyProgram ? [caddyProgram] : [])(
  'an open stream of the panel does not hold the port of the edge when it stops',
  { timeout: 20_000 },
  async (program) => {
    await using api = await startServer((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write(':\n\n')
    })
    await using health = await startServer((_req, res) => res.end())
    const env = { API_ADDRESS: `127.0.0.1:${api.port}`, API_HEALTH_PORT: `${health.port}`, TRUSTED_PROXIES: '' }
    await using edge = await startCaddy({ program, env })
    const stream = await fetch(`http://127.0.0.1:${edge.port}/api/admin/orders/feed`)
    const closed = stream.text().catch(() => 'closed')
    const startedAt = Date.now()

    await edge.stop()

    // After 5 s `stop` kills it.
    expect(Date.now() - startedAt).toBeLessThan(4_500)
    await expect(closed).resolves.toBe('closed')
  },
)

async function readAccessLog(log: string): Promise<Record<string, unknown>[]> {
  return (await readFile(log, 'utf8'))
    .split('\n')
    .filter((line) => line.includes('"logger":"http.log.access'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
    .filter(({ request }) => (request as { uri: string }).uri !== '/assets/ready')
}

/** Sends an order that names another sender's address; returns the hash of the address that the API has counted. */
async function readCountedAddress(
  db: Awaited<ReturnType<typeof openShop>>['db'],
  port: number,
  host: string,
  product: string,
) {
  const order = buildOrder(product)
  const body = JSON.stringify(order)
  const headers = { ...orderHeaders, 'X-Forwarded-For': '203.0.113.9', 'Content-Length': `${Buffer.byteLength(body)}` }
  const { status } = await sendRawRequest({ port, host, parts: [buildRequestHead('POST /api/orders', headers) + body] })
  expect(status).toBe(201)
  const row = await db('orders').where({ id: order.id }).first<{ address_hash: Buffer }>('address_hash')
  return row?.address_hash
}
