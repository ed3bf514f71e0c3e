import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'

export const faults = [
  'pass',
  /** The connection breaks, as with a server that is not there. */
  'down',
  /** The connection breaks before the server has heard anything. */
  'reset-before',
  /** Nothing arrives, and nothing ever comes back. */
  'blackhole',
  /** The server has done its work; the connection breaks before the answer. */
  'ack-lost',
  /** The server has done its work; the answer never comes. */
  'ack-hang',
  /** The server has done its work; the answer breaks off in the middle. */
  'truncate',
  /** Somebody's log-in page, as 200. */
  'portal',
  /** The way to somebody's log-in page. */
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
  /** Asked for each POST below /api/orders in place of `mode`; `id` is its idempotency key. */
  pick: ((id: string) => Fault) | undefined
  /** What has happened to POSTs below /api/orders. */
  readonly counts: Partial<Record<Fault, number>>
  /** Ids of the orders of which the target got a POST, each as often as it did. */
  readonly posts: string[]
  /** The most POSTs below /api/orders that were under way at one time. */
  readonly mostAtOnce: number
  /** Whatever hangs breaks, as when a phone gets into another network. */
  cutHanging(): void
  /** All is well again in another network. */
  heal(): void
}

export interface FaultProxyOptions {
  /** Port of the shop on loopback. */
  target: number
  port?: number
  /** The address an order comes from (one address may not order all day). */
  addressOf?: (orderId: string) => string
}

const TRUNCATED_TO = 0.6

/**
 * A bad network between a browser and the shop, on loopback: to the browser a connection that breaks here is one that
 * broke anywhere.
 *
 * @throws the listen error
 */
export async function startFaultProxy({ target, port = 0, addressOf }: FaultProxyOptions): Promise<FaultProxy> {
  const hanging = new Set<ServerResponse>()
  const counts: FaultProxy['counts'] = {}
  const posts: string[] = []
  let [under, mostAtOnce] = [0, 0]

  const server = createServer((req, res) => {
    const isOrder = req.method === 'POST' && /^\/api\/orders(?:[/?]|$)/.test(req.url ?? '')
    const fault = faultFor(isOrder, String(req.headers['idempotency-key']))
    if (isOrder) {
      counts[fault] = (counts[fault] ?? 0) + 1
      mostAtOnce = Math.max(mostAtOnce, ++under)
      res.once('close', () => (under -= 1))
    }
    // A browser that went away is no error of ours.
    meet(fault, req, res).catch(() => res.destroy())
  })
  // However slow the machine is: a connection that was used is there to be used again.
  server.keepAliveTimeout = 300_000
  server.on('connection', (socket) => {
    if (proxy.scope === 'everything' && proxy.mode === 'down') socket.resetAndDestroy()
  })
  await new Promise<void>((open, fail) => {
    server.once('error', fail)
    server.listen(port, '127.0.0.1', () => open())
  })
  const address = server.address() as AddressInfo

  const proxy: FaultProxy = {
    port: address.port,
    url: `http://localhost:${address.port}`,
    mode: 'pass',
    scope: 'orders',
    pick: undefined,
    counts,
    posts,
    get mostAtOnce() {
      return mostAtOnce
    },
    cutHanging() {
      for (const res of hanging) reset(res)
    },
    heal() {
      proxy.mode = 'pass'
      proxy.pick = undefined
      proxy.cutHanging()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((done) => server.close(done))
    },
  }
  return proxy

  function faultFor(isOrder: boolean, id: string): Fault {
    if (isOrder && proxy.pick) return proxy.pick(id)
    return isOrder || proxy.scope === 'everything' ? proxy.mode : 'pass'
  }

  async function meet(fault: Fault, req: IncomingMessage, res: ServerResponse): Promise<void> {
    if (fault === 'down' || fault === 'reset-before') return reset(res)
    const body = await buffer(req)
    if (fault === 'blackhole') return hang(res)
    const made = madeUp[fault]
    if (made) return void res.writeHead(made.status, made.headers).end(made.body)

    const answer = await ask(req, body)
    if (fault === 'ack-lost') return reset(res)
    if (fault === 'ack-hang') return hang(res)
    if (fault === 'pass') {
      res.writeHead(answer.statusCode ?? 502, forBrowser(answer))
      return void answer.pipe(res).once('close', () => answer.destroy())
    }
    const whole = await buffer(answer)
    // With its full length promised: whoever reads it knows that something is missing.
    res.writeHead(answer.statusCode ?? 502, { ...forBrowser(answer), 'content-length': whole.length })
    res.write(whole.subarray(0, whole.length * TRUNCATED_TO), () => reset(res))
  }

  /** Resolves with the head of the target's answer. On a connection of its own: none of ours is ever stale. */
  function ask(req: IncomingMessage, body: Buffer): Promise<IncomingMessage> {
    const headers: Record<string, string | string[] | undefined> = { ...req.headers, connection: 'close' }
    const id = req.method === 'POST' && req.url === '/api/orders' ? idOf(body) : undefined
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
    hanging.add(res)
    res.once('close', () => hanging.delete(res))
  }
}

const html = { 'content-type': 'text/html; charset=utf-8' }
const page = (title: string) => `<!doctype html><title>${title}</title><h1>${title}</h1>`

/** Answers that somebody in between gives in the shop's place. */
const madeUp: Partial<Record<Fault, { status: number; headers: Record<string, string>; body: string }>> = {
  portal: { status: 200, headers: html, body: page('Please log in') },
  portal302: { status: 302, headers: { location: 'http://portal.invalid/' }, body: '' },
  waf403: { status: 403, headers: html, body: page('Access denied') },
  '502': { status: 502, headers: html, body: page('Bad gateway') },
  '404html': { status: 404, headers: html, body: page('Not found') },
  '429': { status: 429, headers: { ...html, 'retry-after': '1' }, body: page('Too many requests') },
  '503': { status: 503, headers: { ...html, 'retry-after': '1' }, body: page('Service unavailable') },
}

/** Without what was agreed for the connection to the target alone; ours stays open and has a length or pieces of its own. */
function forBrowser({ headers }: IncomingMessage) {
  const { connection: _, 'keep-alive': __, 'transfer-encoding': ___, ...own } = headers
  return own
}

function reset(res: ServerResponse): void {
  res.socket?.resetAndDestroy()
}

function idOf(body: Buffer): string | undefined {
  try {
    return (JSON.parse(body.toString()) as { id?: string }).id
  } catch {
    return undefined
  }
}
