import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const faults = [
  'pass',
  /** The connection breaks, as with a server that is not there. */
  'down',
  /** Breaks the connection before the server receives the request. */
  'reset-before',
  /** Nothing arrives, and nothing ever comes back. */
  'blackhole',
  /** The server has done its work; the connection breaks before the answer. */
  'ack-lost',
  /** The server has done its work; the answer never comes. */
  'ack-hang',
  /** The server has done its work; the answer breaks off in the middle. */
  'truncate',
  /** The login page of a captive portal, as 200. */
  'portal',
  /** A redirect to the login page of a captive portal. */
  'portal302',
  /** A firewall's page. */
  'waf403',
  '502',
  '404html',
  '429',
  '503',
] as const
export type Fault = (typeof faults)[number]

export interface FaultProxy extends AsyncDisposable {
  readonly port: number
  /** By the name that browsers trust as they trust HTTPS. */
  readonly url: string
  /** What happens to requests from now on. */
  mode: Fault
  /** Whether it happens to POSTs below /api/orders alone. */
  scope: 'orders' | 'everything'
  /** Called for each POST below /api/orders in place of `mode`; `id` is its idempotency key. */
  pickFault: ((id: string) => Fault) | undefined
  /** What has happened to POSTs below /api/orders. */
  readonly counts: Partial<Record<Fault, number>>
  /** Ids of the orders of which the target got a POST, each as often as it did. */
  readonly posts: string[]
  /** The most POSTs below /api/orders that were under way at one time. */
  readonly maxConcurrent: number
  /** Breaks all open connections, as when a phone changes networks. */
  resetHanging(): void
  /** All is well again in another network. */
  recover(): void
}

export interface FaultProxyOptions {
  /** Port of the shop on loopback. */
  target: number
  port?: number
  /** The address an order comes from (one address may not order all day). */
  addressOf?: (orderId: string) => string
}

const TRUNCATED_SHARE = 0.6

/**
 * A bad network between a browser and the shop, on loopback: to the browser a connection that breaks here is one that
 * broke anywhere.
 *
 * @throws the listen error
 */
export async function startFaultProxy({ target, port = 0, addressOf }: FaultProxyOptions): Promise<FaultProxy> {
  const hangingResponses = new Set<ServerResponse>()
  const counts: FaultProxy['counts'] = {}
  const posts: string[] = []
  let [inFlight, maxConcurrent] = [0, 0]

  const server = createServer((req, res) => {
    const isOrder = req.method === 'POST' && /^\/api\/orders(?:[/?]|$)/.test(req.url ?? '')
    const fault = faultFor(isOrder, String(req.headers['idempotency-key']))
    if (isOrder) {
      counts[fault] = (counts[fault] ?? 0) + 1
      maxConcurrent = Math.max(maxConcurrent, ++inFlight)
      res.once('close', () => (inFlight -= 1))
    }
    // A closed browser connection is not an error here.
    applyFault(fault, req, res).catch(() => res.destroy())
  })
  // However slow the machine is: a connection that was used is there to be used again.
  server.keepAliveTimeout = 300_000
  server.on('connection', (socket) => {
    if (proxy.scope === 'everything' && proxy.mode === 'down') socket.resetAndDestroy()
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve())
  })
  const address = server.address() as AddressInfo

  const proxy: FaultProxy = {
    port: address.port,
    url: `http://localhost:${address.port}`,
    mode: 'pass',
    scope: 'orders',
    pickFault: undefined,
    counts,
    posts,
    get maxConcurrent() {
      return maxConcurrent
    },
    resetHanging() {
      for (const res of hangingResponses) resetConnection(res)
    },
    recover() {
      proxy.mode = 'pass'
      proxy.pickFault = undefined
      proxy.resetHanging()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
  return proxy

  function faultFor(isOrder: boolean, id: string): Fault {
    if (isOrder && proxy.pickFault) return proxy.pickFault(id)
    return isOrder || proxy.scope === 'everything' ? proxy.mode : 'pass'
  }

  async function applyFault(fault: Fault, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (fault === 'down' || fault === 'reset-before') return resetConnection(res)
    const body = await buffer(req)
    if (fault === 'blackhole') return hang(res)
    const intercepted = interceptedResponses[fault]
    if (intercepted) return void res.writeHead(intercepted.status, intercepted.headers).end(intercepted.body)

    const response = await forwardRequest(req, body)
    if (fault === 'ack-lost') return resetConnection(res)
    if (fault === 'ack-hang') return hang(res)
    if (fault === 'pass') {
      res.writeHead(response.statusCode ?? 502, filterHeaders(response))
      return void response.pipe(res).once('close', () => response.destroy())
    }
    const responseBody = await buffer(response)
    // With the full Content-Length, so that the client detects the truncation.
    res.writeHead(response.statusCode ?? 502, { ...filterHeaders(response), 'content-length': responseBody.length })
    res.write(responseBody.subarray(0, responseBody.length * TRUNCATED_SHARE), () => resetConnection(res))
  }

  /** Resolves with the head of the target's answer. On a connection of its own: none of ours is ever stale. */
  function forwardRequest(req: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const headers: Record<string, string | string[] | undefined> = { ...req.headers, connection: 'close' }
    const id = req.method === 'POST' && req.url === '/api/orders' ? parseOrderId(body) : undefined
    if (id) {
      posts.push(id)
      if (addressOf) headers['x-forwarded-for'] = addressOf(id)
    }
    return new Promise((resolve, reject) => {
      request({ port: target, host: '127.0.0.1', agent: false, method: req.method, path: req.url, headers }, resolve)
        .once('error', reject)
        .end(body)
    })
  }

  function hang(res: ServerResponse): void {
    hangingResponses.add(res)
    res.once('close', () => hangingResponses.delete(res))
  }
}

const htmlHeaders = { 'content-type': 'text/html; charset=utf-8' }
const renderPage = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`

/** Responses of an intermediary in place of the shop. */
const interceptedResponses: Partial<Record<Fault, { status: number; headers: Record<string, string>; body: string }>> =
  {
    portal: { status: 200, headers: htmlHeaders, body: renderPage('Please log in') },
    portal302: { status: 302, headers: { location: 'http://portal.invalid/' }, body: '' },
    waf403: { status: 403, headers: htmlHeaders, body: renderPage('Access denied') },
    '502': { status: 502, headers: htmlHeaders, body: renderPage('Bad gateway') },
    '404html': { status: 404, headers: htmlHeaders, body: renderPage('Not found') },
    '429': { status: 429, headers: { ...htmlHeaders, 'retry-after': '1' }, body: renderPage('Too many requests') },
    '503': { status: 503, headers: { ...htmlHeaders, 'retry-after': '1' }, body: renderPage('Service unavailable') },
  }

/** Without what was agreed for the connection to the target alone; ours stays open and has a length or pieces of its own. */
function filterHeaders({ headers }: IncomingMessage) {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...endToEndHeaders } = headers
  return endToEndHeaders
}

function resetConnection(res: ServerResponse): void {
  res.socket?.resetAndDestroy()
}

function parseOrderId(body: Buffer): string | undefined {
  try {
    return (JSON.parse(body.toString()) as { id?: string }).id
  } catch {
    return undefined
  }
}
