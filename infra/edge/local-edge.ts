import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import sirv from 'sirv'
import { hashedFile, pageHeaders, pictureHeaders } from './headers.ts'

export interface EdgeOptions {
  port: number
  apiPort: number
  /** The built page. */
  page: string
  /** Published pictures. */
  media: string
  /** A development server that draws the page instead of `page`. */
  pagePort?: number | undefined
}

export interface Edge extends AsyncDisposable {
  readonly port: number
}

/** Milliseconds the API may take before the edge gives up. */
const PATIENCE_MS = 15_000

/**
 * The one address of the shop without containers: page, API and pictures, as infra/docker/Caddyfile serves them.
 *
 * @throws the listen error, for example EADDRINUSE
 */
export async function openEdge({ port, apiPort, page, media, pagePort }: EdgeOptions): Promise<Edge> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const files = sirv(page, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, path) => {
      for (const [name, value] of Object.entries(pageHeaders)) res.setHeader(name, value)
      res.setHeader('Cache-Control', path.startsWith('/assets/') ? hashedFile : 'no-cache')
    },
  })
  const pictures = sirv(media, {
    dev: true,
    etag: true,
    setHeaders: (res) => {
      for (const [name, value] of Object.entries(pictureHeaders)) res.setHeader(name, value)
    },
  })

  const server = createServer((req, res) => {
    const path = new URL(req.url ?? '/', 'http://edge').pathname
    if (path.startsWith('/api/') || path === '/api') return pass(req, res, apiPort, agent)
    if (path.startsWith('/media/')) {
      req.url = path.slice('/media'.length)
      return pictures(req, res, () => nothing(res))
    }
    if (pagePort) return pass(req, res, pagePort, agent)
    files(req, res, () => {
      // A file that is not there is a 404; only page addresses are answered with the page.
      if (path.startsWith('/assets/') || /\.[^/]+$/.test(path) || (req.method !== 'GET' && req.method !== 'HEAD'))
        return nothing(res)
      req.url = '/index.html'
      files(req, res, () => nothing(res))
    })
  })
  await new Promise<void>((open, fail) => {
    server.once('error', fail)
    server.listen(port, () => open())
  })
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((done) => server.close(done))
    },
  }
}

function nothing(res: ServerResponse): void {
  res.writeHead(404, { ...pageHeaders, 'Content-Type': 'text/plain; charset=utf-8' }).end('Not found')
}

function pass(req: IncomingMessage, res: ServerResponse, port: number, agent: Agent): void {
  const from = req.socket.remoteAddress ?? ''
  const known = req.headers['x-forwarded-for']
  const headers = {
    ...req.headers,
    'x-forwarded-for': known ? `${String(known)}, ${from}` : from,
    'x-forwarded-proto': 'http',
  }
  const outgoing = request(
    { port, agent, method: req.method, path: req.url, headers, timeout: PATIENCE_MS },
    (answer) => {
      res.writeHead(answer.statusCode ?? 502, answer.headers)
      answer.pipe(res)
      answer.once('error', () => res.destroy())
    },
  )
  outgoing.once('timeout', () => outgoing.destroy())
  outgoing.once('error', () => {
    // Headers out: the answer breaks off, as it did behind us. Otherwise the shop says that it is busy.
    if (res.headersSent) return void res.destroy()
    const body = JSON.stringify({
      code: 'busy',
      message: 'The shop is busy. Please try again in a moment.',
      requestId: randomUUID(),
    })
    res
      .writeHead(503, {
        'Content-Type': 'application/json; charset=utf-8',
        'X-App': 'tsedra',
        'Retry-After': '2',
        'Cache-Control': 'no-store',
      })
      .end(body)
  })
  res.once('close', () => !res.writableEnded && outgoing.destroy())
  req.pipe(outgoing)
}
