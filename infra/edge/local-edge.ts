import { randomUUID } from 'node:crypto'
import { Agent, type ClientRequest, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, BlockList, isIPv6, type Socket } from 'node:net'
import { matchesGlob } from 'node:path/posix'
import type { Duplex } from 'node:stream'
import { createProxyServer } from 'httpxy'
import sirv from 'sirv'
import {
  faviconCacheControl,
  immutableCacheControl,
  pageHeaders,
  pageTimeoutMs,
  pictureHeaders,
  generatedFiles,
} from './headers.ts'

export interface LocalEdgeOptions {
  port: number
  /** Default: loopback. */
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

export interface LocalEdge extends AsyncDisposable {
  readonly port: number
}

/** Maximum bytes of an uploaded picture; the Caddyfile has the same limit. */
const PICTURE_LIMIT = 5_242_880

/**
 * The one address of the shop without containers: page, API and pictures, as infra/docker/Caddyfile serves them.
 *
 * @throws the listen error, for example EADDRINUSE
 */
export async function openLocalEdge({
  port,
  host = '127.0.0.1',
  apiPort,
  page,
  media,
  store,
  pagePort,
  trustedProxies = [],
  timeouts = {},
}: LocalEdgeOptions): Promise<LocalEdge> {
  const { headerMs, bodyMs, idleMs, apiMs, storeMs } = { ...defaultTimeouts, ...timeouts }
  const agent = new Agent({ keepAlive: true, maxSockets: 256 })
  const pageFiles = sirv(page, {
    // Read at every request: a list made at the start would name files that a later build has removed.
    dev: true,
    extensions: [],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (res, path) => {
      for (const [name, value] of Object.entries(pageHeaders)) res.setHeader(name, value)
      res.setHeader('Cache-Control', selectCacheControl(path))
      // sirv does not have its type.
      if (path === '/favicon.ico') res.setHeader('Content-Type', 'image/x-icon')
    },
  })
  const pictures = sirv(media, {
    dev: true,
    etag: true,
    setHeaders: (res) => {
      for (const [name, value] of Object.entries(pictureHeaders)) res.setHeader(name, value)
    },
  })

  const isTrusted = createProxyMatcher(trustedProxies)
  const api = { port: apiPort, agent, isTrusted, timeoutMs: apiMs }
  const pictureStore = store && { ...parseTarget(store.url), agent, isTrusted, timeoutMs: storeMs }
  /** The response under way on each connection. */
  const openResponses = new WeakMap<Duplex, ServerResponse>()

  const limits = {
    headersTimeout: headerMs,
    requestTimeout: bodyMs,
    keepAliveTimeout: idleMs,
    connectionsCheckingInterval: Math.min(5_000, bodyMs / 4),
  }
  const server = createServer(limits, (req, res) => {
    openResponses.set(req.socket, res)
    const url = parseUrl(req)
    if (!url) return sendNotFound(res)
    const requestPath = url.pathname
    // httpxy takes an absolute URL for a path.
    if (!req.url?.startsWith('/')) req.url = requestPath + url.search
    // Routes are matched in any case, as Caddy does.
    const path = requestPath.toLowerCase()
    if (path === '/api' || path.startsWith('/api/')) return proxyRequest(req, res, api)
    if (path.startsWith('/incoming/')) {
      if (req.method !== 'PUT') return sendNotFound(res)
      // The length is sent first, and no more bytes are read than announced.
      // mutation test: edge-upload-size
      if (!(Number(req.headers['content-length']) <= PICTURE_LIMIT)) return sendTooLarge(res)
      return proxyRequest(req, res, pictureStore ? { ...pictureStore, pathPrefix: `/${store.bucket}` } : api)
    }
    if (pagePort && !path.startsWith('/media/'))
      return proxyRequest(req, res, { port: pagePort, agent, isTrusted, timeoutMs: apiMs })
    if (req.method !== 'GET' && req.method !== 'HEAD') return sendNotFound(res)
    // A server may pass over a range, and nothing here is long enough to be read in parts.
    delete req.headers.range
    if (path.includes('/.')) return sendNotFound(res)
    if (path.startsWith('/media/') && pictureStore) {
      req.url = requestPath
      return proxyRequest(req, res, { ...pictureStore, pathPrefix: `/${store.bucket}`, headers: pictureHeaders })
    }
    if (path.startsWith('/media/')) {
      req.url = requestPath.slice('/media'.length)
      return pictures(req, res, () => sendNotFound(res))
    }
    if (generatedFiles.some((pattern) => matchesGlob(path, pattern)))
      return proxyRequest(req, res, { ...api, extraHeaders: pageHeaders })
    // A file that is not there is a 404; only page addresses are answered with the page.
    if (path.startsWith('/assets/') || /\.[^/]+$/.test(path)) return pageFiles(req, res, () => sendNotFound(res))
    proxyRequest(req, res, {
      ...api,
      timeoutMs: pageTimeoutMs,
      extraHeaders: pageHeaders,
      // On any failure the plain page is served; it requests its data itself (infra/decisions/0032-page-html.md).
      fallback: () => {
        req.url = '/index.html'
        pageFiles(req, res, () => sendNotFound(res))
      },
    })
  })
  server.on('clientError', (error: NodeJS.ErrnoException, socket) =>
    rejectBrokenRequest(error, socket as Socket, openResponses.get(socket)),
  )
  // The development server announces edits over a WebSocket.
  if (pagePort) {
    const target = { host: 'localhost', port: pagePort }
    const proxy = createProxyServer()
    server.on('upgrade', (req, socket: Socket, head) => void proxy.ws(req, socket, { target }, head).catch(() => {}))
  }
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, () => resolve())
  })
  return {
    port: (server.address() as AddressInfo).port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      agent.destroy()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Answers what is not HTTP in the API's own format. A body that breaks off or takes too long is worth sending again; never
 * 408, on which browsers repeat a POST. A connection that a browser opened ahead of its requests is closed without a response.
 */
function rejectBrokenRequest({ code = '' }: NodeJS.ErrnoException, socket: Socket, response?: ServerResponse): void {
  const isUnused = socket.bytesRead === 0
  if (code === 'ECONNRESET' || isUnused || !socket.writable || response?.headersSent) return void socket.destroy()
  const isIncomplete = ['HPE_INVALID_EOF_STATE', 'ERR_HTTP_REQUEST_TIMEOUT'].includes(code)
  const [status, apiError] = isIncomplete
    ? ['503 Service Unavailable', { ...busyError, requestId: randomUUID() }]
    : ['400 Bad Request', { code: 'invalid_request', message: 'This is not HTTP.', requestId: randomUUID() }]
  const body = JSON.stringify(apiError)
  const headers = {
    ...errorHeaders,
    ...(isIncomplete && { 'Retry-After': '2' }),
    'Content-Length': body.length,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`, () => socket.destroy())
}

const busyError = { code: 'busy', message: 'The shop is busy. Please try again in a moment.' }

const errorHeaders = {
  'Content-Type': 'application/json; charset=utf-8',
  'X-App': 'tsedra',
  'Cache-Control': 'no-store',
}

/** Returns whether a connection comes from one of these addresses or CIDR ranges. */
function createProxyMatcher(ranges: readonly string[]): (socket: Socket) => boolean {
  const list = new BlockList()
  for (const range of ranges) {
    const [address = '', prefix] = range.split('/')
    const family = isIPv6(address) ? 'ipv6' : 'ipv4'
    list.addSubnet(address, prefix === undefined ? (family === 'ipv6' ? 128 : 32) : Number(prefix), family)
  }
  return ({ remoteAddress = '' }) => {
    const address = toPlainAddress(remoteAddress)
    return list.check(address, isIPv6(address) ? 'ipv6' : 'ipv4')
  }
}

/** An IPv4 address as such, also on a socket that listens for both families. */
const toPlainAddress = (address: string): string => address.replace(/^::ffff:/i, '')

function selectCacheControl(path: string): string {
  if (path.startsWith('/assets/')) return immutableCacheControl
  return path === '/favicon.ico' ? faviconCacheControl : 'no-cache'
}

/** Returns the URL of a request that names a path or an absolute URL. */
function parseUrl({ url = '/' }: IncomingMessage): URL | null {
  return URL.parse(url.replace(/^\/{2,}/, '/'), 'http://edge')
}

function sendNotFound(res: ServerResponse): void {
  res
    .writeHead(404, { ...pageHeaders, 'Cache-Control': 'no-store', 'Content-Type': 'text/plain; charset=utf-8' })
    .end('Not found')
}

/** Where a request goes on to. */
interface ProxyTarget {
  host?: string
  port: number
  agent: Agent
  isTrusted: (socket: Socket) => boolean
  timeoutMs: number
  /** The path prefix at the target. */
  pathPrefix?: string
  /** What goes with the answer instead of its own headers; what is missing or shut there is not here. */
  headers?: Readonly<Record<string, string>>
  /** Put over the answer's own headers. */
  extraHeaders?: Readonly<Record<string, string>>
  /** Responds when the target timed out or is too busy. */
  fallback?: () => void
}

function parseTarget(url: string): { host: string; port: number } {
  const { hostname, port } = new URL(url)
  return { host: hostname, port: Number(port) || 80 }
}

function sendTooLarge(res: ServerResponse): void {
  const body = { code: 'too_large', message: 'A picture may have 5 MB at most.', requestId: randomUUID() }
  res.writeHead(413, { ...errorHeaders, Connection: 'close' }).end(JSON.stringify(body))
}

function proxyRequest(req: IncomingMessage, res: ServerResponse, proxyTarget: ProxyTarget): void {
  const {
    host = 'localhost',
    port,
    agent,
    isTrusted,
    pathPrefix = '',
    timeoutMs,
    extraHeaders = {},
    fallback,
  } = proxyTarget
  const clientAddress = toPlainAddress(req.socket.remoteAddress ?? '')
  const forwardedFor = isTrusted(req.socket) ? req.headers['x-forwarded-for'] : undefined
  const headers = {
    'x-forwarded-for': forwardedFor ? `${String(forwardedFor)}, ${clientAddress}` : clientAddress,
    'x-forwarded-proto': 'http',
  }
  let upstreamRequest: ClientRequest | undefined
  const proxy = createProxyServer({ agent, selfHandleResponse: true })
  proxy.once('proxyReq', (sent) => {
    upstreamRequest = sent
  })
  proxy.once('proxyRes', (response) => {
    const { statusCode = 502 } = response
    // mutation test: edge-falls-back-when-busy
    if (fallback && (statusCode === 429 || statusCode >= 500)) {
      response.resume()
      return fallback()
    }
    if (proxyTarget.headers && (statusCode === 403 || statusCode === 404)) {
      response.resume()
      return sendNotFound(res)
    }
    const { 'content-type': type, 'content-length': length, etag } = response.headers
    const contentHeaders = {
      ...(type && { 'content-type': type }),
      ...(length && { 'content-length': length }),
      ...(etag && { etag }),
    }
    const responseHeaders = proxyTarget.headers
      ? { ...contentHeaders, ...proxyTarget.headers }
      : { ...response.headers, ...extraHeaders }
    for (const [name, value] of Object.entries(responseHeaders)) if (value) res.setHeader(name, value)
    res.writeHead(statusCode)
    response.pipe(res)
  })
  proxy.web(req, res, { target: { host, port, pathname: pathPrefix }, headers, proxyTimeout: timeoutMs }).catch(() => {
    // The client has disconnected, or its request was refused in the meantime.
    if (res.destroyed || !req.socket.writable) return
    // The API closed an idle connection just as it was used again: nothing was read, so the question may be repeated.
    if (upstreamRequest?.reusedSocket && isSafeToRetry(req) && !res.headersSent)
      return proxyRequest(req, res, proxyTarget)
    // After the headers the response is cut off, as it was upstream; before them the edge returns the busy error.
    if (res.headersSent) return void res.destroy()
    if (fallback) return fallback()
    const body = JSON.stringify({ ...busyError, requestId: randomUUID() })
    res.writeHead(503, { ...errorHeaders, 'Retry-After': '2' }).end(body)
  })
}

function isSafeToRetry({ method, headers }: IncomingMessage): boolean {
  return method === 'GET' && headers['content-length'] === undefined && headers['transfer-encoding'] === undefined
}
