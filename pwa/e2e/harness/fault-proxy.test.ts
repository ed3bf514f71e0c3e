import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Fault, startFaultProxy } from './fault-proxy.ts'

/** A server that remembers what it was asked, behind a proxy. */
async function behindProxy() {
  await using parts = new AsyncDisposableStack()
  const heard: { method: string; path: string; body: string; from: unknown }[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      heard.push({ method: req.method ?? '', path: req.url ?? '', body, from: req.headers['x-forwarded-for'] })
      res.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ length: body.length }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  parts.defer(() => void server.close())
  const proxy = parts.use(
    await startFaultProxy({ target: (server.address() as AddressInfo).port, addressOf: () => '10.1.2.3' }),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  parts.defer(() => agent.destroy())
  const owned = parts.move()

  return { heard, proxy, send, status, order, [Symbol.asyncDispose]: () => owned.disposeAsync() }

  /** One request; rejects when the connection breaks. */
  function send(method: string, path: string, body = ''): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-length': Buffer.byteLength(body) }
      request({ port: proxy.port, agent, method, path, headers }, resolve).once('error', reject).end(body)
    })
  }

  async function status(method: string, path: string, body?: string) {
    const answer = await send(method, path, body)
    await text(answer)
    return answer.statusCode
  }

  function order(id = randomUUID()) {
    return send('POST', '/api/orders', JSON.stringify({ id }))
  }
}

test('passes on what it gets, many requests over one connection', async () => {
  await using net = await behindProxy()
  const ports = new Set<number | undefined>()
  for (const turn of [1, 2, 3]) {
    const answer = await net.send('POST', '/api/other', 'ї'.repeat(turn))
    ports.add(answer.socket.localPort)
    expect(answer.statusCode).toBe(201)
    expect(await json(answer)).toEqual({ length: turn })
  }
  expect(ports.size).toBe(1)
  expect(net.heard).toHaveLength(3)
})

test('a body that comes in pieces is one request, and two at once are two', async () => {
  await using net = await behindProxy()
  const [first, second] = [randomUUID(), randomUUID()]
  const requests = [first, second]
    .map((id) => JSON.stringify({ id }))
    .map((body) => `POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    .join('')
  const socket = connect(net.proxy.port, '127.0.0.1')
  let got = ''
  socket.on('data', (part) => (got += part.toString()))
  for (let at = 0; at < requests.length; at += 40) {
    socket.write(requests.slice(at, at + 40))
    await pause(1)
  }
  await expect.poll(() => got.match(/HTTP\/1\.1 201/g)?.length).toBe(2)
  socket.destroy()
  expect(net.heard.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([first, second])
  expect(net.proxy.posts).toEqual([first, second])
  expect(net.heard[0]?.from).toBe('10.1.2.3')
})

test.each(['down', 'reset-before'] satisfies Fault[])(
  '%s: the connection breaks and nobody has heard',
  async (mode) => {
    await using net = await behindProxy()
    net.proxy.mode = mode
    await expect(net.order()).rejects.toThrow(/ECONNRESET|socket hang up/)
    expect(net.heard).toEqual([])
    expect(net.proxy.posts).toEqual([])
    expect(net.proxy.counts).toEqual({ [mode]: 1 })
  },
)

test('ack-lost: the server has heard, the connection breaks', async () => {
  await using net = await behindProxy()
  net.proxy.mode = 'ack-lost'
  const id = randomUUID()
  await expect(net.order(id)).rejects.toThrow(/ECONNRESET|socket hang up/)
  expect(net.heard).toHaveLength(1)
  expect(net.proxy.posts).toEqual([id])
})

test.each(['ack-hang', 'blackhole'] satisfies Fault[])('%s: no answer, until the network heals', async (mode) => {
  await using net = await behindProxy()
  net.proxy.mode = mode
  const outcome = net.order().then(
    () => 'answered',
    () => 'broke',
  )
  const heard = mode === 'ack-hang' ? 1 : 0
  await expect.poll(() => [net.proxy.counts[mode], net.heard.length]).toEqual([1, heard])
  expect(await Promise.race([outcome, pause(300, 'waits')])).toBe('waits')
  expect(net.heard).toHaveLength(heard)
  net.proxy.heal()
  expect(await outcome).toBe('broke')
  expect((await net.order()).statusCode).toBe(201)
})

test('truncate: the answer breaks off, and whoever reads it knows', async () => {
  await using net = await behindProxy()
  net.proxy.mode = 'truncate'
  const answer = await net.order()
  expect(answer.statusCode).toBe(201)
  await expect(text(answer)).rejects.toThrow('aborted')
  expect(net.heard).toHaveLength(1)
})

test.each([
  ['portal', 200],
  ['portal302', 302],
  ['waf403', 403],
  ['502', 502],
  ['404html', 404],
  ['429', 429],
  ['503', 503],
] satisfies [Fault, number][])('%s: somebody else answers, and the server has not heard', async (mode, status) => {
  await using net = await behindProxy()
  net.proxy.mode = mode
  const answer = await net.order()
  expect(answer.statusCode).toBe(status)
  expect(await text(answer)).not.toContain('{')
  expect(net.heard).toEqual([])
  expect(net.proxy.posts).toEqual([])
})

test('meets order requests alone unless told everything, and asks anew for each', async () => {
  await using net = await behindProxy()
  net.proxy.mode = 'down'
  expect(await net.status('GET', '/api/products')).toBe(201)
  expect(await net.status('GET', '/api/orders/1')).toBe(201)
  await expect(net.send('POST', '/api/orders/1/cancel')).rejects.toThrow()
  net.proxy.scope = 'everything'
  await expect(net.send('GET', '/')).rejects.toThrow()
  net.proxy.heal()
  net.proxy.scope = 'orders'
  const picked: Fault[] = ['502', 'pass', '429']
  net.proxy.pick = () => picked.shift() ?? 'pass'
  const statuses = []
  for (let turn = 0; turn < 3; turn++) statuses.push(await net.status('POST', '/api/orders', '{}'))
  expect(statuses).toEqual([502, 201, 429])
})
