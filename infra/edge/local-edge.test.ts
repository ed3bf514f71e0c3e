import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { pageHeaders, pictureHeaders } from './headers.ts'
import { openEdge } from './local-edge.ts'

/** An edge before a small API that says what it was told. */
async function openShopFront() {
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
  const api = createServer((req, res) => res.end(JSON.stringify({ url: req.url, headers: req.headers })))
  await new Promise<void>((up) => api.listen(0, '127.0.0.1', up))
  const edge = await openEdge({ port: 0, apiPort: (api.address() as AddressInfo).port, page, media })
  return {
    get: (path: string, init?: RequestInit) => fetch(`http://127.0.0.1:${edge.port}${path}`, init),
    async closeApi() {
      api.closeAllConnections()
      await new Promise((down) => api.close(down))
    },
    async [Symbol.asyncDispose]() {
      await edge[Symbol.asyncDispose]()
      if (api.listening) await this.closeApi()
      await rm(dir, { recursive: true })
    },
  }
}

test.each(['/', '/product/lemon', '/order/42?x=1'])('%s is the page, asked for anew each time', async (path) => {
  await using shop = await openShopFront()

  const answer = await shop.get(path)

  expect(await answer.text()).toContain('the page')
  expect(answer.headers.get('cache-control')).toBe('no-cache')
  for (const [name, value] of Object.entries(pageHeaders)) expect(answer.headers.get(name)).toBe(value)
})

test.each(['/assets/gone.js', '/favicon.ico', '/.sources', '/media/gone.webp', '/media/..%2fpage%2f.sources'])(
  '%s is not there, and no page pretends to be it',
  async (path) => {
    await using shop = await openShopFront()

    const answer = await shop.get(path)

    expect([answer.status, await answer.text()]).toEqual([404, 'Not found'])
  },
)

test('a hashed file comes compressed and is kept for ever', async () => {
  await using shop = await openShopFront()

  const { headers } = await shop.get('/assets/a-1.js', { headers: { 'accept-encoding': 'br' } })

  expect(headers.get('content-encoding')).toBe('br')
  expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
})

test.each([
  ['/sw.js', /javascript/],
  ['/manifest.webmanifest', /^application\/manifest\+json/],
])('%s is asked for anew each time, under its own name', async (path, type) => {
  await using shop = await openShopFront()

  const { headers } = await shop.get(path)

  expect(headers.get('cache-control')).toBe('no-cache')
  expect(headers.get('content-type')).toMatch(type)
})

test('a picture cannot run anything', async () => {
  await using shop = await openShopFront()

  const { headers } = await shop.get('/media/lemon.webp')

  expect(headers.get('content-type')).toBe('image/webp')
  for (const [name, value] of Object.entries(pictureHeaders)) expect(headers.get(name)).toBe(value)
})

test('the API hears who asks', async () => {
  await using shop = await openShopFront()

  const answer = await shop.get('/api/products?limit=1', { headers: { 'x-forwarded-for': '203.0.113.9' } })

  expect(await answer.json()).toMatchObject({
    url: '/api/products?limit=1',
    headers: { 'x-forwarded-for': '203.0.113.9, 127.0.0.1', 'x-forwarded-proto': 'http' },
  })
})

test('while the API is away the shop says that it is busy, in words that programs read', async () => {
  await using shop = await openShopFront()
  await shop.get('/api/products')
  await shop.closeApi()

  const answer = await shop.get('/api/products')

  expect(answer.status).toBe(503)
  expect(await answer.json()).toMatchObject({ code: 'busy', requestId: expect.any(String) })
})
