import { createHash, randomInt } from 'node:crypto'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join } from 'node:path'
import { expect, type Page } from '@playwright/test'
import { pageHeaders } from '../../infra/edge/headers.ts'
import { builtPage } from '../../infra/local/page.ts'
import { contentRevision } from '../build/content-revision.ts'
import { hashHeaders } from '../build/headers-hash.ts'

/** A build of the page in a folder, and the headers it is served with. */
export interface Deployment {
  page: string
  headers: Readonly<Record<string, string>>
}

export const currentDeployment: Deployment = { page: builtPage, headers: pageHeaders }

/** An edge whose page can be replaced while browsers use it, and which can be closed. API and pictures are the shop's. */
export interface TestEdge extends AsyncDisposable {
  readonly url: string
  deployment: Deployment
  /** Every connection breaks, as with a server that was killed. */
  isDown: boolean
  /** Questions for these paths are never answered. */
  hangingPaths: RegExp | undefined
  /** Files that are not there. */
  missingPaths: RegExp | undefined
  /** Responses of an intermediary to these paths: a page with status 200. */
  portalPaths: RegExp | undefined
  /** Paths in the order of their requests. */
  readonly requestedPaths: string[]
  /** Who sent orders here: the page or the service worker. */
  readonly senders: unknown[]
}

const contentTypes: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.webp': 'image/webp',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.webmanifest': 'application/manifest+json',
}

export async function openTestEdge(
  shopUrl: string,
  initialDeployment: Deployment = currentDeployment,
): Promise<TestEdge> {
  // One address may not order all day.
  const address = `10.${[0, 0, 0].map(() => randomInt(256)).join('.')}`
  const server = createServer((req, res) => {
    const { pathname } = new URL(req.url ?? '/', shopUrl)
    if (edge.isDown) return void req.socket.resetAndDestroy()
    edge.requestedPaths.push(pathname)
    if (edge.hangingPaths?.test(pathname)) return
    if (edge.portalPaths?.test(pathname)) return void res.writeHead(200, { 'content-type': 'text/html' }).end('Log in')
    if (/^\/(?:api|media)\//.test(pathname)) {
      if (pathname === '/api/orders') edge.senders.push(req.headers['x-sent-by'])
      // To a browser this is the shop's own origin, under any host name: PUBLIC_ORIGIN.
      const originHeader = req.headers.origin === `http://${req.headers.host}` && { origin: new URL(shopUrl).origin }
      const headers = { ...req.headers, 'x-forwarded-for': address, ...originHeader }
      const upstreamRequest = request(new URL(req.url ?? '/', shopUrl), { method: req.method, headers }, (response) => {
        res.writeHead(response.statusCode ?? 502, response.headers)
        response.pipe(res)
      })
      upstreamRequest.once('error', () => req.socket.destroy())
      return void req.pipe(upstreamRequest)
    }
    const { page, headers } = edge.deployment
    const file = /\.[^/]+$/.test(pathname) ? join(page, pathname) : join(page, 'index.html')
    if (edge.missingPaths?.test(pathname) || !existsSync(file) || !statSync(file).isFile())
      return void res.writeHead(404, headers).end('Not found')
    res
      .writeHead(200, {
        ...headers,
        'content-type': contentTypes[extname(file)] ?? 'application/octet-stream',
        'cache-control': pathname.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
      })
      .end(readFileSync(file))
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(0, '127.0.0.1', () => resolve())
  })
  const edge: TestEdge = {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    deployment: initialDeployment,
    isDown: false,
    hangingPaths: undefined,
    missingPaths: undefined,
    portalPaths: undefined,
    requestedPaths: [],
    senders: [],
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return edge
}

/**
 * What a build of changed sources looks like from outside: every hashed file has another name, and nothing has the old
 * one. The page names its deployment (`meta[name=deployment]`).
 */
export function buildNextDeployment(page: string, name: string, headers = pageHeaders): Deployment {
  rmSync(page, { recursive: true, force: true })
  mkdirSync(page, { recursive: true })
  const assets = readdirSync(join(builtPage, 'assets')).filter((file) => !/\.(?:br|gz)$/.test(file))
  const renamed = new Map(
    assets.map((file) => [file, file.replace(/-[\w-]{8}(?=\.\w+$)/, `-${shortHash(name + file)}`)]),
  )
  const renameReferences = (text: string) => text.replace(/[\w.-]+-[\w-]{8}\.\w+/g, (file) => renamed.get(file) ?? file)

  cpSync(join(builtPage, 'icons'), join(page, 'icons'), { recursive: true })
  mkdirSync(join(page, 'assets'))
  for (const [oldName, newName] of renamed) {
    const bytes = readFileSync(join(builtPage, 'assets', oldName))
    writeFileSync(
      join(page, 'assets', newName),
      /\.(?:js|css|svg)$/.test(oldName) ? renameReferences(String(bytes)) : bytes,
    )
  }
  const indexBefore = readFileSync(join(builtPage, 'index.html'), 'utf8')
  const indexAfter = renameReferences(indexBefore)
    .replace(`content="${hashHeaders(pageHeaders)}"`, `content="${hashHeaders(headers)}"`)
    .replace('</head>', `<meta name="deployment" content="${name}"></head>`)
  writeFileSync(join(page, 'index.html'), indexAfter)
  const worker = renameReferences(readFileSync(join(builtPage, 'sw.js'), 'utf8'))
  writeFileSync(join(page, 'sw.js'), worker.replace(contentRevision(indexBefore), contentRevision(indexAfter)))
  cpSync(join(builtPage, 'manifest.webmanifest'), join(page, 'manifest.webmanifest'))
  return { page, headers }
}

/** Scripts and styles of this build: what an open tab may still ask for. */
export const listChunks = ({ page }: Deployment): string[] => {
  const worker = readFileSync(join(page, 'sw.js'), 'utf8')
  return [...new Set(worker.match(/assets\/[\w.-]+\.js/g))].map((file) => `/${file}`)
}

/** Waits until the worker has the whole shell, looks after this page, and this tab has fetched all its parts. */
export async function waitForPrecache(page: Page, chunks: readonly string[]): Promise<void> {
  await page.evaluate(async () => {
    await navigator.serviceWorker.ready
    if (!navigator.serviceWorker.controller)
      await new Promise((resolve) =>
        navigator.serviceWorker.addEventListener('controllerchange', resolve, { once: true }),
      )
  })
  await expect
    .poll(
      async () => {
        const fetched = await page.evaluate(() => performance.getEntriesByType('resource').map(({ name }) => name))
        return chunks.filter((chunk) => !fetched.some((url) => url.endsWith(chunk)))
      },
      { timeout: 90_000 },
    )
    .toEqual([])
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 8)
