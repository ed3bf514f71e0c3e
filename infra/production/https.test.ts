import { once } from 'node:events'
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
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
import { type Caddy, findCaddy, startCaddy } from '../local/caddy.ts'
import { buildEnvironment, exampleValues } from './environments.ts'
import { buildRequestHead, sendRawRequest } from '../edge/raw-http.ts'

/** Caddy certifies such a name itself, without a network. */
const DOMAIN = 'shop.internal'
const ORIGIN = `https://${DOMAIN}`
const HSTS = 'max-age=31536000; includeSubDomains'

const caddyfile = readFileSync(new URL('../docker/Caddyfile', import.meta.url), 'utf8')

test('B-03: HSTS for a year is the header of the shop alone, on every response', () => {
  const site = caddyfile.slice(caddyfile.indexOf('{$SITE_ADDRESS::8080} {'))
  const siteHeaders = site.slice(0, site.indexOf('handle'))

  expect(siteHeaders).toContain(
    "\t@secure expression protocol('https') || header({'X-Forwarded-Proto': 'https*'})\n" +
      '\theader @secure Strict-Transport-Security "max-age=31536000; includeSubDomains"\n',
  )
  // A store run by another owner may send HSTS of its own.
  expect(
    caddyfile.match(/^.*Strict-Transport-Security.*$/gm)?.map((line) => line.trim().split(' ', 2).join(' ')),
  ).toEqual(['header @secure', 'header_down -Strict-Transport-Security', 'header_down -Strict-Transport-Security'])
})

const caddyProgram = findCaddy()

describe.each(caddyProgram ? [caddyProgram] : [])('%s with a domain', (program) => {
  test('page, API and an order by HTTP/2; it offers HTTP/3', async () => {
    await using shop = await openShop({ publicOrigin: ORIGIN })
    const productId = await createTestProduct(shop.db)
    await shop.send('GET', '/api/products')
    await using edge = await openEdge(program, shop.url)
    await using client = await connectHttp2(edge)
    const order = {
      id: randomUUID(),
      customerName: 'Олена Барвінок',
      customerPhone: '+380671234567',
      items: [{ productId, packageSize: '50г', quantity: 1 }],
      filledInMs: 20_000,
    }

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

/** Caddy with the environment of the production's containers, in front of an API. */
async function openEdge(program: string, apiUrl: string) {
  await using disposables = new AsyncDisposableStack()
  const directory = await mkdtemp(join(tmpdir(), 'tsedra-https-'))
  disposables.defer(() => rm(directory, { recursive: true }))
  await mkdir(join(directory, 'assets'))
  await writeFile(join(directory, 'assets', 'a-1.js'), 'alert(1)')
  const health = createServer((_req, res) => res.end()).listen(0, '127.0.0.1')
  await once(health, 'listening')
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
          TRUST_PROXY: '1',
          TRUSTED_PROXIES: '',
        }),
        API_ADDRESS: new URL(apiUrl).host,
        API_HEALTH_PORT: `${(health.address() as AddressInfo).port}`,
        // Nothing listens here.
        S3_ADDRESS: '127.0.0.1:1',
        PAGE_ROOT: directory,
        KEPT: directory,
      },
    }),
  )
  // The certificate is made after the start.
  await expect.poll(() => connectTls(edge, DOMAIN).then((socket) => socket.destroy().destroyed)).toBe(true)
  const resources = disposables.move()
  return {
    port: edge.port,
    httpsPort: edge.httpsPort,
    redirectPort: edge.redirectPort,
    rootCertificate: edge.rootCertificate,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

type TlsEdge = Pick<Caddy, 'httpsPort' | 'rootCertificate'>

/** @throws when the handshake fails or the certificate is not valid for the name */
async function connectTls({ httpsPort: port, rootCertificate }: TlsEdge, servername: string): Promise<tls.TLSSocket> {
  const ca = await readFile(rootCertificate)
  const socket = tls.connect({ host: '127.0.0.1', port, servername, ca, ALPNProtocols: ['h2'] })
  await once(socket, 'secureConnect')
  return socket
}

async function connectHttp2(edge: TlsEdge) {
  const socket = await connectTls(edge, DOMAIN)
  const session = http2.connect(ORIGIN, { createConnection: () => socket })
  return {
    send: (method: string, path: string, body?: object) => sendHttp2(session, method, path, body),
    async [Symbol.asyncDispose]() {
      session.destroy()
      if (!session.closed) await once(session, 'close')
    },
  }
}

async function sendHttp2(session: ClientHttp2Session, method: string, path: string, body?: object) {
  const json = body && { 'content-type': 'application/json', origin: ORIGIN }
  const request = session.request({ ':method': method, ':path': path, ...json })
  request.end(body && JSON.stringify(body))
  const [[headers], responseBody] = await Promise.all([
    once(request, 'response') as Promise<[http2.IncomingHttpHeaders & http2.IncomingHttpStatusHeader]>,
    text(request),
  ])
  return { status: headers[':status'], headers, body: responseBody }
}
