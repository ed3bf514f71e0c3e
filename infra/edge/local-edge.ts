import { randomUUID } from 'node:crypto'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import type { Duplex } from 'node:stream'
import sirv from 'sirv'
import { hashedFile, pageHeaders, pagePatienceMs, pictureHeaders, writtenFiles } from './headers.ts'

export interface EdgeOptions {
  port: number
  /** Loopback unless told otherwise. */
  host?: string | undefined
  apiPort: number
  /** The built page. */
  page: string
  /** Published pictures. */
  media: string
  /** An S3 store that pictures are in instead of `media`; without one the API is where they are sent. */
  store?: PictureStore | undefined
  /** A development server that draws the page instead of `page`. */
  pagePort?: number | undefined
}

/** An S3 server in the shop's own network; browsers never see its address. */
export interface PictureStore {
  /** `http://store:9000` */
  url: string
  bucket: string
}

export interface Edge extends AsyncDisposable {
  readonly port: number
}

/** Bytes of a picture that somebody sends: the Caddyfile says the same. */
const PICTURE_LIMIT = 5_242_880

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
  store,
  pagePort,
}: EdgeOptions): Promise<Edge> {
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const files = sirv(page, {
    // Looked for at every request: a list made at the start names what a build beside a running shop has taken away.
    dev: true,
    extensions: [],
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

  const api = { port: apiPort, agent }
  const pictureStore = store && { ...placeOf(store.url), agent }

  const server = createServer((req, res) => {
    const path = pathOf(req)
    if (path === undefined) return nothing(res)
    if (path === '/api' || path.startsWith('/api/')) return pass(req, res, api)
    if (path.startsWith('/incoming/')) {
      if (req.method !== 'PUT') return nothing(res)
      // Its length is told before it, and no more is read than was told.
      if (!(Number(req.headers['content-length']) <= PICTURE_LIMIT)) return tooLarge(res)
      return pass(req, res, pictureStore ? { ...pictureStore, folder: `/${store.bucket}` } : api)
    }
    if (pagePort && !path.startsWith('/media/')) return pass(req, res, { port: pagePort, agent })
    if (req.method !== 'GET' && req.method !== 'HEAD') return nothing(res)
    // A server may pass over a range, and nothing here is long enough to be read in parts.
    delete req.headers.range
    if (path.includes('/.')) return nothing(res)
    if (path.startsWith('/media/') && pictureStore) {
      req.url = path
      return pass(req, res, { ...pictureStore, folder: `/${store.bucket}`, headers: pictureHeaders })
    }
    if (path.startsWith('/media/')) {
      req.url = path.slice('/media'.length)
      return pictures(req, res, () => nothing(res))
    }
    if (writtenFiles.includes(path)) return pass(req, res, { ...api, over: pageHeaders })
    // A file that is not there is a 404; only page addresses are answered with the page.
    if (path.startsWith('/assets/') || /\.[^/]+$/.test(path)) return files(req, res, () => nothing(res))
    pass(req, res, {
      ...api,
      patienceMs: pagePatienceMs,
      over: pageHeaders,
      // Whatever fails, the page opens: it asks again by itself (infra/decisions/0032-page-html.md).
      instead: () => {
        req.url = '/index.html'
        files(req, res, () => nothing(res))
      },
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

/** Where a request goes on to. */
interface Onward {
  host?: string
  port: number
  agent: Agent
  /** What stands before the path there. */
  folder?: string
  /** What goes with the answer instead of its own headers; what is missing or shut there is not here. */
  headers?: Readonly<Record<string, string>>
  patienceMs?: number
  /** Put over the answer's own headers. */
  over?: Readonly<Record<string, string>>
  /** Answers when nobody answered in time, or somebody is too busy to. */
  instead?: () => void
}

function placeOf(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) || 80 }
}

function tooLarge(res: ServerResponse): void {
  const body = { code: 'too_large', message: 'A picture may have 5 MB at most.', requestId: randomUUID() }
  res
    .writeHead(413, {
      'Content-Type': 'application/json; charset=utf-8',
      'X-App': 'tsedra',
      'Cache-Control': 'no-store',
      Connection: 'close',
    })
    .end(JSON.stringify(body))
}

function pass(req: IncomingMessage, res: ServerResponse, onward: Onward): void {
  const { host, port, agent, folder = '', patienceMs = PATIENCE_MS, over = {}, instead } = onward
  const from = req.socket.remoteAddress ?? ''
  const known = req.headers['x-forwarded-for']
  const headers = {
    ...req.headers,
    'x-forwarded-for': known ? `${String(known)}, ${from}` : from,
    'x-forwarded-proto': 'http',
  }
  const outgoing = request(
    { host, port, agent, method: req.method, path: folder + (req.url ?? ''), headers, timeout: patienceMs },
    (answer) => {
      const { statusCode = 502 } = answer
      if (instead && (statusCode === 429 || statusCode >= 500)) {
        answer.resume()
        return instead()
      }
      if (onward.headers && (statusCode === 403 || statusCode === 404)) {
        answer.resume()
        return nothing(res)
      }
      const { 'content-type': type, 'content-length': length, etag } = answer.headers
      const own = {
        ...(type && { 'content-type': type }),
        ...(length && { 'content-length': length }),
        ...(etag && { etag }),
      }
      const said = onward.headers ? { ...own, ...onward.headers } : { ...answer.headers, ...over }
      for (const [name, value] of Object.entries(said)) if (value) res.setHeader(name, value)
      res.writeHead(statusCode)
      answer.pipe(res)
      answer.once('error', () => res.destroy())
    },
  )
  outgoing.once('timeout', () => outgoing.destroy())
  outgoing.once('error', () => {
    // The API closed an idle connection just as it was used again: nothing was read, so the question may be repeated.
    if (outgoing.reusedSocket && isQuestion(req) && !res.headersSent) return pass(req, res, onward)
    // Headers out: the answer breaks off, as it did behind us. Otherwise the shop says that it is busy.
    if (res.headersSent) return void res.destroy()
    if (instead) return instead()
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
