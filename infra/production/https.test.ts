import { once } from 'node:events'
import { randomInt, randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import http2, { type ClientHttp2Session } from 'node:http2'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import tls from 'node:tls'
import { describe, expect, test } from 'vitest'
import { createMetrics } from '@tsedra/service/metrics'
import { checkCertificate } from '../../api/src/doctor/check-certificate.ts'
import { startPublicProbe } from '../../api/src/monitoring/public-probe.ts'
import { createTestProduct } from '../../api/test/fixtures.ts'
import { runCheck } from '../../api/test/run-check.ts'
import { openShop } from '../../api/test/shop.ts'
import { findCaddy, startCaddy, startTlsProxy, type TlsProxy } from '../local/caddy.ts'
import { buildEnvironment, exampleValues, readInfraFile } from './environments.ts'
import { buildRequestHead, sendRawRequest } from '../edge/raw-http.ts'

/** Caddy certifies such a name itself, without a network. */
const DOMAIN = 'shop.internal'
const ORIGIN = `https://${DOMAIN}`
const HSTS = 'max-age=31536000; includeSubDomains'

const caddyfile = readFileSync(new URL('../docker/Caddyfile', import.meta.url), 'utf8')

test('B-03: HSTS for a year is the header of the shop alone, on every response', () => {
  const site = caddyfile.slice(caddyfile.indexOf('\n:8080 {'))
  const siteHeaders = site.slice(0, site.indexOf('handle'))

  expect(siteHeaders).toContain(
    '\t@secure header X-Forwarded-Proto https*\n' +
      '\theader @secure Strict-Transport-Security "max-age=31536000; includeSubDomains"\n',
  )
  // A store run by another owner may send HSTS of its own.
  expect(
    caddyfile.match(/^.*Strict-Transport-Security.*$/gm)?.map((line) => line.trim().split(' ', 2).join(' ')),
  ).toEqual(['header @secure', 'header_down -Strict-Transport-Security', 'header_down -Strict-Transport-Security'])
})

const caddyProgram = findCaddy()

describe.each(caddyProgram ? [caddyProgram] : [])('%s as TLS proxy and as edge', (program) => {
  test('page, API and an order by HTTP/2; it offers HTTP/3', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    const productId = await createTestProduct(shop.db)
    await shop.send('GET', '/api/products')
    await using edge = await openEdge(program, shop.url)
    await using client = await connectHttp2(edge)
    const order = createOrder(productId)

    const page = await client.send('GET', '/')
    const products = await client.send('GET', '/api/products')
    const placed = await client.send('POST', '/api/orders', order)
    const file = await client.send('GET', '/assets/a-1.js')

    expect(page).toMatchObject({ status: 200, body: expect.stringContaining('<!doctype html>') })
    expect(JSON.parse(products.body)).toMatchObject({ products: [{ id: productId }] })
    expect(placed.status).toBe(201)
    expect(await shop.db('orders').where({ id: order.id }).first('id')).toBeDefined()
    expect(file).toMatchObject({ status: 200, body: 'alert(1)' })
    for (const { headers } of [page, products, placed, file])
      expect(headers['alt-svc']).toContain(`h3=":${edge.httpsPort}"; ma=2592000`)
  })

  test('R-44: requests and orders sent while the edge is replaced succeed, each exactly once', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    const productId = await createTestProduct(shop.db)
    await using edge = await openEdge(program, shop.url)
    await using client = await connectHttp2(edge)
    await client.send('GET', '/api/products')
    // As many as one address may send in ten minutes.
    const orders = Array.from({ length: 20 }, () => createOrder(productId))
    const responses: Promise<{ status: number | undefined }>[] = []
    let sent = 0
    const timer = setInterval(() => {
      const order = orders[sent++]
      if (order) responses.push(client.send('POST', '/api/orders', order), client.send('GET', '/api/products'))
    }, 130)
    const waitUntilSent = (count: number) => expect.poll(() => sent, { timeout: 10_000 }).toBeGreaterThanOrEqual(count)

    await waitUntilSent(3)
    // Two seconds.
    let large: Promise<{ status: number | undefined }> | undefined
    await edge.restart(() => {
      // More than the proxy reads before it connects.
      large = client.send('POST', '/api/orders', { customerName: 'x'.repeat(20_000) })
      return waitUntilSent(18)
    })
    await waitUntilSent(orders.length)
    clearInterval(timer)

    expect((await large)?.status).toBe(400)
    expect((await Promise.all(responses)).map(({ status }) => status)).toEqual(orders.flatMap(() => [201, 200]))
    expect(await shop.db('orders').orderBy('id').pluck('id')).toEqual(orders.map(({ id }) => id).toSorted())
  })

  test('R-44: an order that may have arrived is not sent again, a read is', async () => {
    const received: string[] = []
    const upstream = createServer((req, res) => {
      received.push(req.method ?? '')
      const isFirst = received.filter((method) => method === req.method).length === 1
      if (isFirst) req.socket.destroy()
      else res.end()
    })
    await using proxy = await openProxy(program, await listen(upstream))
    await using _upstream = { [Symbol.asyncDispose]: async () => void upstream.close() }
    await using client = await connectHttp2(proxy)

    const read = await client.send('GET', '/api/products')
    const order = await client.send('POST', '/api/orders', {})

    expect([read.status, order.status]).toEqual([200, 503])
    expect(order.headers).toMatchObject({ 'x-app': 'tsedra', 'retry-after': '2', 'strict-transport-security': HSTS })
    expect(JSON.parse(order.body)).toMatchObject({ code: 'busy' })
    expect(received).toEqual(['GET', 'GET', 'POST'])
  })

  test('R-44: reads share a connection to the edge, each change has one of its own', async () => {
    const connections = new Map<string, Set<object>>()
    const upstream = createServer((req, res) => {
      const method = req.method ?? ''
      connections.set(method, (connections.get(method) ?? new Set()).add(req.socket))
      res.end()
    })
    await using proxy = await openProxy(program, await listen(upstream))
    await using _upstream = { [Symbol.asyncDispose]: async () => void upstream.close() }
    await using client = await connectHttp2(proxy)

    for (const method of ['GET', 'GET', 'HEAD', 'POST', 'POST', 'PUT', 'DELETE', 'DELETE'])
      await client.send(method, '/api/any')

    expect([...connections].map(([method, sockets]) => [method, sockets.size])).toEqual([
      ['GET', 1],
      ['HEAD', 1],
      ['POST', 2],
      ['PUT', 1],
      ['DELETE', 2],
    ])
  })

  test('clients cannot choose their address', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    await using edge = await openEdge(program, shop.url)
    await using client = await connectHttp2(edge)

    const forged = { 'x-forwarded-for': '203.0.113.77', 'x-forwarded-proto': 'http', forwarded: 'for=203.0.113.77' }
    const response = await client.send('GET', '/api/client-address', undefined, forged)

    expect(JSON.parse(response.body)).toEqual({ address: '127.0.0.1' })
    expect(response.headers['strict-transport-security']).toBe(HSTS)
  })

  test('events pass at once', async () => {
    const upstream = createServer((_req, res) => {
      res.writeHead(200, { 'Content-Type': 'text/event-stream' }).write('data: first\n\n')
      nextEvents.push(() => res.write('data: second\n\n'))
    })
    const nextEvents: (() => void)[] = []
    await using proxy = await openProxy(program, await listen(upstream))
    await using _upstream = { [Symbol.asyncDispose]: async () => void upstream.close() }
    await using client = await connectHttp2(proxy)
    let received = ''
    client.openStream('/api/admin/orders/events').on('data', (chunk) => (received += String(chunk)))

    await expect.poll(() => received).toBe('data: first\n\n')
    for (const sendEvent of nextEvents) sendEvent()
    await expect.poll(() => received).toBe('data: first\n\ndata: second\n\n')
  })

  test('the limits of the edge hold: a large body, a malformed one, a long head, another name', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    await using edge = await openEdge(program, shop.url)
    await using client = await connectHttp2(edge)
    const large = await client.send('POST', '/api/orders', { customerName: 'x'.repeat(200_000) })
    const chunked = `POST /api/orders HTTP/1.1\r\nHost: ${DOMAIN}\r\nTransfer-Encoding: chunked\r\n\r\n`
    const malformed = await sendOverTls(edge, `${chunked}no chunk\r\n`)
    const longHead = await sendOverTls(
      edge,
      `GET / HTTP/1.1\r\nHost: ${DOMAIN}\r\nX-Long: ${'x'.repeat(40_000)}\r\n\r\n`,
    )
    const otherName = await sendOverTls(edge, 'GET / HTTP/1.1\r\nHost: other.internal\r\nConnection: close\r\n\r\n')

    expect([large.status, JSON.parse(large.body)]).toEqual([413, expect.objectContaining({ code: 'too_large' })])
    expect(malformed).toMatch(/^HTTP\/1.1 400 [^]*"invalid_request"/)
    expect(longHead).toMatch(/^HTTP\/1.1 431 /)
    expect(otherName).toMatch(/^HTTP\/1.1 421 /)
  })

  test('the limits of the proxy are those of the edge', () => {
    const names = ['max_header_size', 'read_header', 'read_body', 'write', 'idle', 'read_body_idle', 'request_buffers']
    const readLimits = (caddyfileText: string) => {
      const withDefaults = caddyfileText.replaceAll(/\{\$\w+:([^}]*)\}/g, '$1')
      return names.map((name) => new RegExp(`^\\s+(${name} .*)$`, 'm').exec(withDefaults)?.[1])
    }

    expect(readLimits(caddyfile)).not.toContain(undefined)
    expect(readLimits(readInfraFile('production/https.yml'))).toEqual(readLimits(caddyfile))
  })

  test('B-03: HSTS on every response over HTTPS, none over HTTP', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    await using edge = await openEdge(program, shop.url)
    await using client = await connectHttp2(edge)

    for (const path of ['/', '/api/products', '/assets/a-1.js', '/assets/none.js', '/api/none', '/media/none.webp'])
      expect([path, (await client.send('GET', path)).headers['strict-transport-security']]).toEqual([path, HSTS])
    const withoutTls = await sendRawRequest({ port: edge.port, parts: [buildRequestHead('GET /')] })
    expect([withoutTls.status, withoutTls.headers.get('strict-transport-security')]).toEqual([200, null])
    const behindProxy = await sendRawRequest({
      port: edge.port,
      parts: [buildRequestHead('GET /', { 'X-Forwarded-Proto': 'https' })],
    })
    expect(behindProxy.headers.get('strict-transport-security')).toBe(HSTS)
  })

  test('HTTP redirects to the same address over HTTPS; another name gets no certificate', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    await using edge = await openEdge(program, shop.url)
    await using _client = await connectHttp2(edge)

    const head = `GET /product/lemon?lang=en HTTP/1.1\r\nHost: ${DOMAIN}\r\nConnection: close\r\n\r\n`
    const redirect = await sendRawRequest({ port: edge.redirectPort, parts: [head] })

    expect([redirect.status, redirect.headers.get('location')]).toEqual([308, `${ORIGIN}/product/lemon?lang=en`])
    await expect(connectTls(edge, 'other.internal')).rejects.toThrow()
  })

  test('the doctor reports a trusted certificate, one that expires soon, an unknown authority, and another name', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    await using edge = await openEdge(program, shop.url)
    const ca = await readFile(edge.rootCertificate)
    const connection = { host: '127.0.0.1', port: edge.httpsPort }
    const check = (origin: string, options: Parameters<typeof checkCertificate>[1]) =>
      runCheck(checkCertificate(origin, options))

    // Caddy's own authority certifies for some hours.
    expect(await check(ORIGIN, { minDays: 0, connection: { ...connection, ca } })).toBe(
      'ok    certificate: valid for 0 days\n',
    )
    expect(await check(ORIGIN, { connection: { ...connection, ca } })).toMatch(
      /^FAIL {2}certificate: it expires in 0 days\n +With DOMAIN/,
    )
    expect(await check(ORIGIN, { minDays: 0, connection })).toMatch(/^FAIL {2}certificate: (UNABLE|SELF_SIGNED)/)
    expect(await check('https://other.internal', { minDays: 0, connection: { ...connection, ca } })).toMatch(/^FAIL /)
  })

  test('the end of the certificate is a metric; an address with one that is not trusted counts as down', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    await using edge = await openEdge(program, shop.url)
    const ca = await readFile(edge.rootCertificate)
    const connection = { host: '127.0.0.1', port: edge.httpsPort, ca }
    const metrics = createMetrics()
    using _probe = startPublicProbe({ publicOrigin: `https://127.0.0.1:${edge.httpsPort}`, metrics })
    const trusting = createMetrics()
    using _trustingProbe = startPublicProbe({ publicOrigin: ORIGIN, metrics: trusting, connection })
    const readEnd = async () =>
      Number(/^tsedra_certificate_expiry_timestamp_seconds (\d+)$/m.exec(await trusting.text())?.[1])

    await expect.poll(readEnd).toBeGreaterThan(Date.now() / 1_000)
    expect(await readEnd()).toBeLessThan(Date.now() / 1_000 + 24 * 3_600)
    await expect.poll(() => metrics.text()).toMatch(/^tsedra_public_address_up 0$/m)
    expect(await metrics.text()).not.toMatch(/^tsedra_certificate/m)
  })
})

const createOrder = (productId: string) => ({
  id: randomUUID(),
  customerName: 'Олена Барвінок',
  customerPhone: `+38067${randomInt(1e6, 1e7)}`,
  items: [{ productId, packageSize: '50г', quantity: 1 }],
  filledInMs: 20_000,
})

/** The TLS proxy and the edge with the environment of the production's containers, in front of an API. */
async function openEdge(program: string, apiUrl: string) {
  await using disposables = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-https-'))
  disposables.defer(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'assets', 'a-1.js'), 'alert(1)')
  const health = createServer((_req, res) => res.end())
  const healthPort = await listen(health)
  disposables.defer(() => void health.close())
  const edge = disposables.use(
    await startCaddy({
      program,
      env: {
        ...buildEnvironment('edge', {
          ...exampleValues,
          COMPOSE_FILE: 'compose.yml:https.yml',
          DOMAIN,
          PUBLIC_ORIGIN: ORIGIN,
          TRUSTED_PROXIES: '',
        }),
        API_ADDRESS: new URL(apiUrl).host,
        API_HEALTH_PORT: `${healthPort}`,
        // Nothing listens here.
        S3_ADDRESS: '127.0.0.1:1',
        PAGE_ROOT: directory,
        KEPT: directory,
      },
    }),
  )
  const proxy = disposables.use(await openProxy(program, edge.port))
  const resources = disposables.move()
  return {
    port: edge.port,
    httpsPort: proxy.httpsPort,
    redirectPort: proxy.redirectPort,
    rootCertificate: proxy.rootCertificate,
    /** As an upgrade does. */
    async restart(whileStopped: () => Promise<unknown>) {
      await edge.stop()
      await whileStopped()
      await edge.start()
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

const openProxy = (program: string, edgePort: number): Promise<TlsProxy> =>
  startTlsProxy({ program, domain: DOMAIN, edgePort })

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}

type TlsEdge = Pick<TlsProxy, 'httpsPort' | 'rootCertificate'>

/** @throws when the handshake fails or the certificate is not valid for the name */
async function connectTls(edge: TlsEdge, servername: string, protocol = 'h2'): Promise<tls.TLSSocket> {
  const { httpsPort: port, rootCertificate } = edge
  const ca = await readFile(rootCertificate)
  const socket = tls.connect({ host: '127.0.0.1', port, servername, ca, ALPNProtocols: [protocol] })
  await once(socket, 'secureConnect')
  return socket
}

async function connectHttp2(edge: TlsEdge) {
  const socket = await connectTls(edge, DOMAIN)
  const session = http2.connect(ORIGIN, { createConnection: () => socket })
  return {
    send: (method: string, path: string, body?: object, headers?: Record<string, string>) =>
      sendHttp2(session, method, path, body, headers),
    openStream: (path: string) => session.request({ ':path': path }),
    async [Symbol.asyncDispose]() {
      session.destroy()
      if (!session.closed) await once(session, 'close')
    },
  }
}

async function sendHttp2(
  session: ClientHttp2Session,
  method: string,
  path: string,
  body?: object,
  headers?: Record<string, string>,
) {
  const json = body && { 'content-type': 'application/json', origin: ORIGIN }
  const request = session.request({ ':method': method, ':path': path, ...json, ...headers })
  request.end(body && JSON.stringify(body))
  const [[responseHeaders], responseBody] = await Promise.all([
    once(request, 'response') as Promise<[http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader]>,
    text(request),
  ])
  return { status: responseHeaders[':status'], headers: responseHeaders, body: responseBody }
}

/** Sends bytes that no HTTP client would send, and returns everything that arrives. */
async function sendOverTls(edge: TlsEdge, request: string): Promise<string> {
  const socket = await connectTls(edge, DOMAIN, 'http/1.1')
  socket.write(request)
  return text(socket)
}
