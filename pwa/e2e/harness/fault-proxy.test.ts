import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request } from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { json, text } from 'node:stream/consumers'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { type Fault, startFaultProxy } from './fault-proxy.ts'

/** A server behind a proxy that records its requests. */
async function openServerBehindProxy() {
  await using disposables = new AsyncDisposableStack()
  const received: { method: string; path: string; body: string; from: unknown }[] = []
  const server = createServer((req, res) => {
    void text(req).then((body) => {
      received.push({ method: req.method ?? '', path: req.url ?? '', body, from: req.headers['x-forwarded-for'] })
      res.writeHead(201, { 'content-type': 'application/json' }).end(JSON.stringify({ length: body.length }))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  disposables.defer(() => void server.close())
  const proxy = disposables.use(
    await startFaultProxy({ target: (server.address() as AddressInfo).port, addressOf: () => '10.1.2.3' }),
  )
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  disposables.defer(() => agent.destroy())
  const resources = disposables.move()

  return {
    heard: received,
    proxy,
    send,
    status: sendForStatus,
    order: sendOrder,
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }

  /** One request; rejects when the connection breaks. */
  function send(method: string, path: string, body = ''): Promise<IncomingMessage> {
    return new Promise((resolve, reject) => {
      const headers = { 'content-length': Buffer.byteLength(body) }
      request({ port: proxy.port, agent, method, path, headers }, resolve).once('error', reject).end(body)
    })
  }

  async function sendForStatus(method: string, path: string, body?: string) {
    const response = await send(method, path, body)
    await text(response)
    return response.statusCode
  }

  function sendOrder(id = randomUUID()) {
    return send('POST', '/api/orders', JSON.stringify({ id }))
  }
}

test('passes on what it gets, many requests over one connection', async () => {
  await using stack = await openServerBehindProxy()
  const ports = new Set<number | undefined>()
  for (const round of [1, 2, 3]) {
    const response = await stack.send('POST', '/api/other', 'ї'.repeat(round))
    ports.add(response.socket.localPort)
    expect(response.statusCode).toBe(201)
    expect(await json(response)).toEqual({ length: round })
  }
  expect(ports.size).toBe(1)
  expect(stack.heard).toHaveLength(3)
})

test('a body that comes in pieces is one request, and two at once are two', async () => {
  await using stack = await openServerBehindProxy()
  const [first, second] = [randomUUID(), randomUUID()]
  const requests = [first, second]
    .map((id) => JSON.stringify({ id }))
    .map((body) => `POST /api/orders HTTP/1.1\r\nhost: shop\r\ncontent-length: ${body.length}\r\n\r\n${body}`)
    .join('')
  const socket = connect(stack.proxy.port, '127.0.0.1')
  let output = ''
  socket.on('data', (part) => (output += part.toString()))
  for (let offset = 0; offset < requests.length; offset += 40) {
    socket.write(requests.slice(offset, offset + 40))
    await pause(1)
  }
  await expect.poll(() => output.match(/HTTP\/1\.1 201/g)?.length).toBe(2)
  socket.destroy()
  expect(stack.heard.map(({ body }) => (JSON.parse(body) as { id: string }).id)).toEqual([first, second])
  expect(stack.proxy.posts).toEqual([first, second])
  expect(stack.heard[0]?.from).toBe('10.1.2.3')
})

test.each(['down', 'reset-before'] satisfies Fault[])(
  '%s: the connection breaks before the server receives the request',
  async (mode) => {
    await using stack = await openServerBehindProxy()
    stack.proxy.mode = mode
    await expect(stack.order()).rejects.toThrow(/ECONNRESET|socket hang up/)
    expect(stack.heard).toEqual([])
    expect(stack.proxy.posts).toEqual([])
    expect(stack.proxy.counts).toEqual({ [mode]: 1 })
  },
)

test('ack-lost: the server receives the request, then the connection breaks', async () => {
  await using stack = await openServerBehindProxy()
  stack.proxy.mode = 'ack-lost'
  const id = randomUUID()
  await expect(stack.order(id)).rejects.toThrow(/ECONNRESET|socket hang up/)
  expect(stack.heard).toHaveLength(1)
  expect(stack.proxy.posts).toEqual([id])
})

test.each(['ack-hang', 'blackhole'] satisfies Fault[])('%s: no answer, until the network heals', async (mode) => {
  await using stack = await openServerBehindProxy()
  stack.proxy.mode = mode
  const outcome = stack.order().then(
    () => 'answered',
    () => 'broke',
  )
  const expectedCount = mode === 'ack-hang' ? 1 : 0
  await expect.poll(() => [stack.proxy.counts[mode], stack.heard.length]).toEqual([1, expectedCount])
  expect(await Promise.race([outcome, pause(300, 'delayed')])).toBe('delayed')
  expect(stack.heard).toHaveLength(expectedCount)
  stack.proxy.recover()
  expect(await outcome).toBe('broke')
  expect((await stack.order()).statusCode).toBe(201)
})

test('truncate: the response is cut off, and the client detects it', async () => {
  await using stack = await openServerBehindProxy()
  stack.proxy.mode = 'truncate'
  const response = await stack.order()
  expect(response.statusCode).toBe(201)
  await expect(text(response)).rejects.toThrow('aborted')
  expect(stack.heard).toHaveLength(1)
})

test.each([
  ['portal', 200],
  ['portal302', 302],
  ['waf403', 403],
  ['502', 502],
  ['404html', 404],
  ['429', 429],
  ['503', 503],
] satisfies [Fault, number][])(
  '%s: an intermediary responds, and the server receives nothing',
  async (mode, status) => {
    await using stack = await openServerBehindProxy()
    stack.proxy.mode = mode
    const response = await stack.order()
    expect(response.statusCode).toBe(status)
    expect(await text(response)).not.toContain('{')
    expect(stack.heard).toEqual([])
    expect(stack.proxy.posts).toEqual([])
  },
)

test('applies to order requests only unless configured otherwise, and chooses a fault for each', async () => {
  await using stack = await openServerBehindProxy()
  stack.proxy.mode = 'down'
  expect(await stack.status('GET', '/api/products')).toBe(201)
  expect(await stack.status('GET', '/api/orders/1')).toBe(201)
  await expect(stack.send('POST', '/api/orders/1/cancel')).rejects.toThrow()
  stack.proxy.scope = 'everything'
  await expect(stack.send('GET', '/')).rejects.toThrow()
  stack.proxy.recover()
  stack.proxy.scope = 'orders'
  const upcomingFaults: Fault[] = ['502', 'pass', '429']
  stack.proxy.pickFault = () => upcomingFaults.shift() ?? 'pass'
  const statuses = []
  for (let round = 0; round < 3; round++) statuses.push(await stack.status('POST', '/api/orders', '{}'))
  expect(statuses).toEqual([502, 201, 429])
})
