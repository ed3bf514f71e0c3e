import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import sirv from 'sirv'
import { hashedFile, pageHeaders, pictureHeaders } from './headers.ts'

export interface EdgeOptions {
  port: number
  /** Loopback unless told otherwise. */
  host?: string | undefined
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
export async function openEdge({
  port,
  host = '127.0.0.1',
  apiPort,
  page,
  media,
  pagePort,
}: EdgeOptions): Promise<Edge> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const files = sirv(page, {
    // Without a built page there is nothing to list.
    dev: pagePort !== undefined,
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
    const path = pathOf(req)
    if (path === undefined) return nothing(res)
    if (path === '/api' || path.startsWith('/api/')) return pass(req, res, apiPort, agent)
    if (pagePort && !path.startsWith('/media/')) return pass(req, res, pagePort, agent)
    if (req.method !== 'GET' && req.method !== 'HEAD') return nothing(res)
    // A server may pass over a range, and nothing here is long enough to be read in parts.
    delete req.headers.range
    if (path.startsWith('/media/')) {
      req.url = path.slice('/media'.length)
      return path.includes('/.') ? nothing(res) : pictures(req, res, () => nothing(res))
    }
    files(req, res, () => {
      // A file that is not there is a 404; only page addresses are answered with the page.
      if (path.startsWith('/assets/') || /\.[^/]+$/.test(path)) return nothing(res)
      req.url = '/index.html'
      files(req, res, () => nothing(res))
    })
  })
  // The development server says through a socket of its own what was edited.
  if (pagePort) server.on('upgrade', (req, socket, head) => passSocket(req, socket, head, pagePort))
  await new Promise<void>((open, fail) => {
    server.once('error', fail)
    server.listen(port, host, () => open())
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

/** The path without its query; undefined when it is none. */
function pathOf({ url = '/' }: IncomingMessage): string | undefined {
  return URL.parse(url.replace(/^\/{2,}/, '/'), 'http://edge')?.pathname
}

function nothing(res: ServerResponse): void {
  res
    .writeHead(404, { ...pageHeaders, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' })
    .end('Not found')
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
    // The API closed an idle connection just as it was used again: nothing was read, so the question may be repeated.
    if (outgoing.reusedSocket && isQuestion(req) && !res.headersSent) return pass(req, res, port, agent)
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

function isQuestion({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}

function passSocket(req: IncomingMessage, socket: Duplex, head: Buffer, port: number): void {
  const onward = connect(port, 'localhost', () => {
    const headers = req.rawHeaders.flatMap((name, at) => (at % 2 === 0 ? [`${name}: ${req.rawHeaders[at + 1]}`] : []))
    onward.write([`${req.method} ${req.url} HTTP/1.1`, ...headers, '', ''].join('\r\n'))
    onward.write(head)
    socket.pipe(onward).pipe(socket)
  })
  onward.once('error', () => socket.destroy())
  socket.once('error', () => onward.destroy())
}
