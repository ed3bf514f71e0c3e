import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { json } from 'node:stream/consumers'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { faviconCacheControl, pageHeaders, pictureHeaders } from './headers.ts'
import { openLocalEdge } from './local-edge.ts'

type RequestHandler = (req: IncomingMessage, res: ServerResponse) => unknown

/** Responds with the request that it received. */
const echoRequest: RequestHandler = (req, res) => {
  let bytes = 0
  req.on('data', (chunk: Buffer) => (bytes += chunk.length))
  req.on('end', () => {
    const isForbidden = req.url?.includes('shut')
    res.writeHead(isForbidden ? 403 : 200, { 'x-amz-request-id': 'inside' })
    res.end(JSON.stringify({ method: req.method, url: req.url, headers: req.headers, bytes }))
  })
}

/** Starts an edge before a small API that returns the request that it received. */
async function openEdgeStack({ hasStore = false } = {}) {
  const dir = await mkdtemp(join(tmpdir(), 'tsedra-edge-'))
  const [page, media] = [join(dir, 'page'), join(dir, 'media')]
  await mkdir(join(page, 'assets'), { recursive: true })
  await mkdir(media)
  await writeFile(join(page, 'index.html'), '<!doctype html>the page')
  await writeFile(join(page, 'sw.js'), 'self')
  await writeFile(join(page, 'manifest.webmanifest'), '{}')
  await writeFile(join(page, '.sources'), 'secret')
  await writeFile(join(page, 'assets', 'a-1.js'), 'alert(1)')
  await writeFile(join(page, 'assets', 'a-1.js.br'), brotliCompressSync('alert(1)'))
  await writeFile(join(media, 'lemon.webp'), 'picture')
  const api = createServer((req, res) => stack.handleRequest(req, res))
  await new Promise<void>((resolve) => api.listen(0, '127.0.0.1', resolve))
  const { port: apiPort } = api.address() as AddressInfo
  const store = { url: `http://127.0.0.1:${apiPort}`, bucket: 'pictures' }
  const edge = await openLocalEdge({ port: 0, apiPort, page, media, ...(hasStore && { store }) })
  const stack = {
    page,
    /** How the API handles a request; by default it returns the request that it received. */
    handleRequest: echoRequest,
    fetchPath: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${edge.port}${path}`, init),
    async stopApi() {
      api.closeAllConnections()
      await new Promise((resolve) => api.close(resolve))
    },
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]()
      if (api.listening) await stack.stopApi()
      await rm(dir, { recursive: true })
    },
  }
  return stack
}

test.each(['/', '/product/lemon?lang=en', '/order/42?x=1'])(
  '%s is written by the API, under the page’s headers',
  async (path) => {
    await using stack = await openEdgeStack()
    stack.handleRequest = (req, res) =>
      res.writeHead(404, { 'content-security-policy': "default-src 'none'", etag: '"1"' }).end(`written for ${req.url}`)

    const response = await stack.fetchPath(path)

    expect([response.status, response.headers.get('etag'), await response.text()]).toEqual([
      404,
      '"1"',
      `written for ${path}`,
    ])
    for (const [name, value] of Object.entries(pageHeaders)) expect(response.headers.get(name)).toBe(value)
  },
)

test.each(['/sitemap.xml', '/sitemap-12.xml', '/robots.txt', '/manifest.webmanifest'])(
  '%s is written by the API, and the edge has no copy of it',
  async (path) => {
    await using stack = await openEdgeStack()
    stack.handleRequest = (req, res) => res.end(`written for ${req.url}`)

    const response = await stack.fetchPath(path)

    expect([response.status, await response.text()]).toEqual([200, `written for ${path}`])
    expect(response.headers.get('content-security-policy')).toBe(pageHeaders['Content-Security-Policy'])
  },
)

// catches mutation: edge-falls-back-when-busy
test.each<[string, RequestHandler]>([
  ['is busy', (_req, res) => res.writeHead(503).end('busy')],
  ['has had enough of this address', (_req, res) => res.writeHead(429).end('too many')],
  ['breaks off', (req) => req.socket.destroy()],
  ['does not respond to', () => {}],
])('while the API %s a page is the plain one, revalidated each time', async (_case, handleRequest) => {
  await using stack = await openEdgeStack()
  stack.handleRequest = handleRequest

  for (const path of ['/', '/product/lemon', '/order/42?x=1']) {
    const response = await stack.fetchPath(path)

    expect([response.status, await response.text()]).toEqual([200, '<!doctype html>the page'])
    expect(response.headers.get('cache-control')).toBe('no-cache')
    for (const [name, value] of Object.entries(pageHeaders)) expect(response.headers.get(name)).toBe(value)
  }
})

test('while there is no API at all pages open, and a phone keeps the plain one', async () => {
  await using stack = await openEdgeStack()
  await stack.stopApi()

  expect(await (await stack.fetchPath('/product/lemon')).text()).toBe('<!doctype html>the page')
  expect(await (await stack.fetchPath('/index.html')).text()).toBe('<!doctype html>the page')
})

test.each(['/assets/gone.js', '/favicon.ico', '/.sources', '/media/gone.webp', '/media/..%2fpage%2f.sources'])(
  '%s is not there, and no page pretends to be it',
  async (path) => {
    await using stack = await openEdgeStack()

    const response = await stack.fetchPath(path)

    expect([response.status, await response.text()]).toEqual([404, 'Not found'])
  },
)

test('a hashed file comes compressed and is kept for ever', async () => {
  await using stack = await openEdgeStack()

  const { headers } = await stack.fetchPath('/assets/a-1.js', { headers: { 'accept-encoding': 'br' } })

  expect(headers.get('content-encoding')).toBe('br')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test('the icon that browsers request by themselves is cached for a week', async () => {
  await using stack = await openEdgeStack()
  await writeFile(join(stack.page, 'favicon.ico'), 'icon')

  const { status, headers } = await stack.fetchPath('/favicon.ico')

  expect([status, headers.get('cache-control')]).toEqual([200, faviconCacheControl])
  expect(headers.get('content-type')).toMatch(/^image\//)
})

test('the service worker is revalidated each time, under its own name', async () => {
  await using stack = await openEdgeStack()

  const { headers } = await stack.fetchPath('/sw.js')

  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toMatch(/javascript/)
})

test('a build beside a running shop takes effect: removed files are 404, new ones are served', async () => {
  await using stack = await openEdgeStack()
  await rm(join(stack.page, 'assets'), { recursive: true })
  expect((await stack.fetchPath('/assets/a-1.js')).status).toBe(404)
  await mkdir(join(stack.page, 'assets'))
  await writeFile(join(stack.page, 'assets', 'a-2.js'), 'alert(2)')

  expect(await (await stack.fetchPath('/assets/a-2.js')).text()).toBe('alert(2)')
})

test('a picture cannot run anything', async () => {
  await using stack = await openEdgeStack()

  const { headers } = await stack.fetchPath('/media/lemon.webp')

  expect(headers.get('content-type')).toBe('image/webp')
  for (const [name, value] of Object.entries(pictureHeaders)) expect(headers.get(name)).toBe(value)
})

test('the API receives the address of the connection, not one that the client names', async () => {
  await using stack = await openEdgeStack()

  const response = await stack.fetchPath('/api/products?limit=1', { headers: { 'x-forwarded-for': '203.0.113.9' } })

  expect(await response.json()).toMatchObject({
    url: '/api/products?limit=1',
    headers: { 'x-forwarded-for': '127.0.0.1', 'x-forwarded-proto': 'http' },
  })
})

test('an absolute URL on the request line reaches the API as a path', async () => {
  await using stack = await openEdgeStack()
  const { origin, port } = new URL((await stack.fetchPath('/api/products')).url)

  const upstreamRequest = request({ port, host: '127.0.0.1', path: `${origin}/api/products?limit=1` }).end()
  const [response] = (await once(upstreamRequest, 'response')) as [IncomingMessage]

  expect(await json(response)).toMatchObject({ url: '/api/products?limit=1' })
})

test('a GET is repeated when the API closes the reused connection before it answers', async () => {
  await using stack = await openEdgeStack()
  let received = 0
  stack.handleRequest = (req, res) => {
    received += 1
    if (received === 2) req.socket.resetAndDestroy()
    else res.end('answered')
  }

  const statuses = [(await stack.fetchPath('/api/products')).status, (await stack.fetchPath('/api/products')).status]

  expect({ statuses, received }).toEqual({ statuses: [200, 200], received: 3 })
})

// catches mutation: edge-falls-back-when-busy
test('while the API is down the edge returns the busy error as JSON', async () => {
  await using stack = await openEdgeStack()
  await stack.fetchPath('/api/products')
  await stack.stopApi()

  const response = await stack.fetchPath('/api/products')

  expect(response.status).toBe(503)
  expect(await response.json()).toMatchObject({ code: 'busy', requestId: expect.any(String) })
})

// catches mutation: edge-upload-size
test.each([
  [false, '/incoming/x?signature=1'],
  [true, '/pictures/incoming/x?signature=1'],
])(
  'U-01: a picture of 5,242,880 bytes is passed on with the host it was signed for, one of a byte more is not',
  async (hasStore, url) => {
    await using stack = await openEdgeStack({ hasStore })
    const put = (bytes: number) =>
      stack.fetchPath('/incoming/x?signature=1', {
        method: 'PUT',
        body: new Uint8Array(bytes),
        headers: { cookie: 'sid=1' },
      })

    const accepted = await put(5_242_880)
    const rejected = await put(5_242_881)

    expect(await accepted.json()).toMatchObject({
      method: 'PUT',
      url,
      bytes: 5_242_880,
      headers: { host: new URL(accepted.url).host },
    })
    expect([rejected.status, await rejected.json()]).toEqual([
      413,
      { code: 'too_large', message: 'A picture may have 5 MB at most.', requestId: expect.any(String) },
    ])
  },
)

test.each(['GET', 'POST', 'DELETE'])('U-04: what was sent cannot be reached with %s', async (method) => {
  await using stack = await openEdgeStack({ hasStore: true })

  expect((await stack.fetchPath('/incoming/x?signature=1', { method })).status).toBe(404)
  expect((await stack.fetchPath('/incoming/', { method })).status).toBe(404)
})

test('pictures in a store are served as those on disk are, and nothing of the store is seen', async () => {
  await using stack = await openEdgeStack({ hasStore: true })

  const response = await stack.fetchPath('/media/lemon.webp?list-type=2')

  expect(await response.json()).toMatchObject({ method: 'GET', url: '/pictures/media/lemon.webp' })
  for (const [name, value] of Object.entries(pictureHeaders)) expect(response.headers.get(name)).toBe(value)
  expect(response.headers.get('x-amz-request-id')).toBeNull()
  expect((await stack.fetchPath('/media/shut.webp')).status).toBe(404)
  expect((await stack.fetchPath('/media/lemon.webp', { method: 'PUT', body: 'x' })).status).toBe(404)
})
