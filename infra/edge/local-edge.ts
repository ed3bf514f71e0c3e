import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, isIPv6, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { createProxyServer } from 'httpxy'
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
  /** Proxies whose `X-Forwarded-For` is kept: addresses or CIDR ranges. Others' is replaced. */
  trustedProxies?: readonly string[]
  timeouts?: Partial<Timeouts>
}

/** Timeouts in ms, the same as in infra/docker/Caddyfile. */
interface Timeouts {
  headerMs: number
  /** From the first byte of a request to the last one. */
  bodyMs: number
  /** Between two requests on one connection. */
  idleMs: number
  /** Until the API begins its response. */
  apiMs: number
  storeMs: number
}

const defaultTimeouts: Timeouts = { headerMs: 10_000, bodyMs: 90_000, idleMs: 75_000, apiMs: 15_000, storeMs: 30_000 }

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
  trustedProxies = [],
  timeouts = {},
}: EdgeOptions): Promise<Edge> {
  const { headerMs, bodyMs, idleMs, apiMs, storeMs } = { ...defaultTimeouts, ...timeouts }
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

  const isTrusted = proxyMatcher(trustedProxies)
  const api = { port: apiPort, agent, isTrusted, patienceMs: apiMs }
  const pictureStore = store && { ...placeOf(store.url), agent, isTrusted, patienceMs: storeMs }
  /** The response under way on each connection. */
  const responses = new WeakMap<Duplex, ServerResponse>()

  const limits = {
    headersTimeout: headerMs,
    requestTimeout: bodyMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(5_000, bodyMs / 4),
  }
  const server = createServer(limits, (req, res) => {
    responses.set(req.socket, res)
    const url = urlOf(req)
    if (!url) return nothing(res)
    const spelled = url.pathname
    // httpxy takes an absolute URL for a path.
    if (!req.url?.startsWith('/')) req.url = spelled + url.search
    // Routes are matched in any case, as Caddy does.
    const path = spelled.toLowerCase()
    if (path === '/api' || path.startsWith('/api/')) return pass(req, res, api)
    if (path.startsWith('/incoming/')) {
      if (req.method !== 'PUT') return nothing(res)
      // Its length is told before it, and no more is read than was told.
      // mutation test: edge-upload-size
      if (!(Number(req.headers['content-length']) <= PICTURE_LIMIT)) return tooLarge(res)
      return pass(req, res, pictureStore ? { ...pictureStore, folder: `/${store.bucket}` } : api)
    }
    if (pagePort && !path.startsWith('/media/'))
      return pass(req, res, { port: pagePort, agent, isTrusted, patienceMs: apiMs })
    if (req.method !== 'GET' && req.method !== 'HEAD') return nothing(res)
    // A server may pass over a range, and nothing here is long enough to be read in parts.
    delete req.headers.range
    if (path.includes('/.')) return nothing(res)
    if (path.startsWith('/media/') && pictureStore) {
      req.url = spelled
      return pass(req, res, { ...pictureStore, folder: `/${store.bucket}`, headers: pictureHeaders })
    }
    if (path.startsWith('/media/')) {
      req.url = spelled.slice('/media'.length)
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
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => refuseBroken(error, socket, responses.get(socket)))
  // The development server announces edits over a WebSocket.
  if (pagePort) {
    const target = { host: 'localhost', port: pagePort }
    const proxy = createProxyServer()
    server.on('upgrade', (req, socket: Socket, head) => void proxy.ws(req, socket, { target }, head).catch(() => {}))
  }
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

/**
 * Answers what is not HTTP in the API's own format. A body that breaks off or takes too long is worth sending again; never
 * 408, on which browsers repeat a POST.
 */
function refuseBroken({ code = '' }: NodeJS.ErrnoException, socket: Duplex, response?: ServerResponse): void {
  if (code === 'ECONNRESET' || !socket.writable || response?.headersSent) return void socket.destroy()
  const isIncomplete = ['HPE_INVALID_EOF_STATE', 'ERR_HTTP_REQUEST_TIMEOUT'].includes(code)
  const [status, problem] = isIncomplete
    ? ['503 Service Unavailable', { ...busy, requestId: randomUUID() }]
    : ['400 Bad Request', { code: 'invalid_request', message: 'This is not HTTP.', requestId: randomUUID() }]
  const body = JSON.stringify(problem)
  const headers = {
    ...problemHeaders,
    ...(isIncomplete && { 'Retry-After': '2' }),
    'Content-Length': body.length,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

const busy = { code: 'busy', message: 'The shop is busy. Please try again in a moment.' }

const problemHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-App': 'tsedra',
  'Cache-Control': 'no-store',
}

/** Returns whether a connection comes from one of these addresses or CIDR ranges. */
function proxyMatcher(ranges: readonly string[]): (socket: Socket) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return ({ remoteAddress = '' }) => {
    const address = plainAddress(remoteAddress)
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

/** An IPv4 address as such, also on a socket that listens for both families. */
const plainAddress = (address: string): string => address.replace(/^::ffff:/i, '')

/** Returns the URL of a request that names a path or an absolute URL. */
function urlOf({ url = '/' }: IncomingMessage): URL | null {
  return URL.parse(url.replace(/^\/{2,}/, '/'), 'http://edge')
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
  isTrusted: (socket: Socket) => boolean
  patienceMs: number
  /** What stands before the path there. */
  folder?: string
  /** What goes with the answer instead of its own headers; what is missing or shut there is not here. */
  headers?: Readonly<Record<string, string>>
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
  res.writeHead(413, { ...problemHeaders, Connection: 'close' }).end(JSON.stringify(body))
}

function pass(req: IncomingMessage, res: ServerResponse, onward: Onward): void {
  const { host = 'localhost', port, agent, isTrusted, folder = '', patienceMs, over = {}, instead } = onward
  const from = plainAddress(req.socket.remoteAddress ?? '')
  const known = isTrusted(req.socket) ? req.headers['x-forwarded-for'] : undefined
  const headers = { 'x-forwarded-for': known ? `${String(known)}, ${from}` : from, 'x-forwarded-proto': 'http' }
  let outgoing: ClientRequest | undefined
  const proxy = createProxyServer({ agent, selfHandleResponse: true })
  proxy.once('proxyReq', (sent) => {
    outgoing = sent
  })
  proxy.once('proxyRes', (answer) => {
    const { statusCode = 502 } = answer
    // mutation test: edge-falls-back-when-busy
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
  })
  proxy.web(req, res, { target: { host, port, pathname: folder }, headers, proxyTimeout: patienceMs }).catch(() => {
    // The client has left, or its request was refused meanwhile.
    if (res.destroyed || !req.socket.writable) return
    // The API closed an idle connection just as it was used again: nothing was read, so the question may be repeated.
    if (outgoing?.reusedSocket && isQuestion(req) && !res.headersSent) return pass(req, res, onward)
    // Headers out: the answer breaks off, as it did behind us. Otherwise the shop says that it is busy.
    if (res.headersSent) return void res.destroy()
    if (instead) return instead()
    const body = JSON.stringify({ ...busy, requestId: randomUUID() })
    res.writeHead(503, { ...problemHeaders, 'Retry-After': '2' }).end(body)
  })
}

function isQuestion({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}
