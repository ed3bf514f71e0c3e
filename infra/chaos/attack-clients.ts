import { randomUUID } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import http, { type Agent } from 'node:http'
import https from 'node:https'
import type { Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { buildRequestHead, connect, sendRawRequest } from '../edge/raw-http.ts'
import { type Random, createRandom } from './random.ts'

/** What the campaign sends both attackers and honest customers. */
export interface Campaign {
  port: number
  /** Whether a TLS proxy listens on the port, for the name localhost; NODE_EXTRA_CA_CERTS has its authority. */
  isTls: boolean
  origin: string
  seed: number
  forMs: number
  productIds: readonly string[]
}

/** What the campaign sends this process. */
export interface Attack extends Campaign {
  /** Connections that send a body byte by byte. */
  slowConnections: number
  /** Connections that place orders, all from one address. */
  floodConnections: number
  /** Pause of each of these between two orders, in ms. */
  floodPauseMs: number
}

/** What this process sends back at the end. */
export interface AttackReport {
  /** Responses per kind of attack and status; 0 is a closed connection without a response. */
  responses: Record<string, Record<string, number>>
  /** Slow bodies that were open at the same time, at most: the edge closes them after some seconds. */
  mostSlowConnections: number
  /** Share of its rounds that the attack had time for; less than 1 when this machine is busy. */
  strength: number
  /** 2xx below /api/ without the shop's marker. */
  falseSuccesses: string[]
  /** Ids of orders that were answered with a marked 2xx. */
  accepted: string[]
}

const report: AttackReport = { responses: {}, mostSlowConnections: 0, strength: 0, falseSuccesses: [], accepted: [] }
/** ms between two rounds of slow bodies. */
const ROUND_MS = 200

/** Real attackers bring processors of their own; here they must not take those of the shop: `strength` is what is left. */
const NICE = 10

process.once('disconnect', () => process.exit())
process.once('message', (attack: Attack) => {
  lowerPriority()
  void runAttack(attack).then(() => process.send?.(report))
})

function lowerPriority(): void {
  setPriority(NICE)
  try {
    // Where Linux schedules sessions (autogroup), the priority of a process counts only within its own.
    writeFileSync('/proc/self/autogroup', String(NICE))
  } catch {
    // There are no such groups.
  }
}

async function runAttack(attack: Attack): Promise<void> {
  const endsAt = Date.now() + attack.forMs
  const randomFor = (clientIndex: number) => createRandom(attack.seed * 31 + clientIndex)
  await Promise.all([
    sendSlowBodies(attack, endsAt, randomFor(1)),
    floodOrders(attack, endsAt, randomFor(2)),
    ...Array.from({ length: 10 }, (_, clientIndex) => requestPathVariants(attack, endsAt, randomFor(10 + clientIndex))),
    ...Array.from({ length: 6 }, (_, clientIndex) => sendDamagedBodies(attack, endsAt, randomFor(30 + clientIndex))),
    ...Array.from({ length: 6 }, (_, clientIndex) => sendBrokenRequests(attack, endsAt, randomFor(50 + clientIndex))),
  ])
}

function recordResponse(kind: string, path: string, status: number, marker: string | null | undefined): void {
  const counts = (report.responses[kind] ??= {})
  counts[status] = (counts[status] ?? 0) + 1
  const isApi = path.toLowerCase().startsWith('/api/')
  if (isApi && status >= 200 && status < 300 && marker !== 'tsedra')
    report.falseSuccesses.push(`${kind}: ${status} for ${path}`)
}

/** Holds many connections open, each of which sends one byte of its body every few seconds. */
async function sendSlowBodies(
  { port, isTls, origin, forMs, slowConnections }: Attack,
  endsAt: number,
  random: Random,
): Promise<void> {
  const paths = ['POST /api/orders', 'POST /api/auth/login', 'POST /api/admin/products', 'PUT /incoming/x?y=1']
  const openSockets = new Set<Socket>()
  let rounds = 0
  while (Date.now() < endsAt) {
    // A few hundred a second: a burst of all would only fill the backlog of the listener.
    for (let openedCount = 0; openSockets.size < slowConnections && openedCount < 60; openedCount++) {
      const requestLine = random.pick(paths)
      const socket = connect({ port, host: '127.0.0.1' }, isTls)
      openSockets.add(socket)
      socket.setNoDelay()
      socket.write(
        buildRequestHead(requestLine, {
          ...buildHeaders(origin, `198.51.100.${random.below(20)}`),
          'Content-Length': '2000',
        }),
      )
      let text = ''
      socket.on('data', (part) => (text = text.length < 2_000 ? text + part.toString() : text))
      socket.on('error', () => {})
      socket.once('close', () => {
        openSockets.delete(socket)
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
        recordResponse('drip', requestLine.split(' ')[1] ?? '', status, /x-app: (\w+)/i.exec(text)?.[1])
      })
    }
    for (const socket of openSockets) if (random.below(25) === 0 && socket.writable) socket.write('a')
    report.mostSlowConnections = Math.max(report.mostSlowConnections, openSockets.size)
    await pause(ROUND_MS)
    rounds += 1
  }
  report.strength = Math.round((rounds * ROUND_MS * 100) / forMs) / 100
  for (const socket of openSockets) socket.destroy()
}

/** Places orders over many connections from one address. */
async function floodOrders(
  { port, isTls, origin, productIds, floodConnections, floodPauseMs }: Attack,
  endsAt: number,
  random: Random,
) {
  const agent = createAgent(isTls)
  await Promise.all(
    Array.from({ length: floodConnections }, async () => {
      await pause(random.below(5_000))
      while (Date.now() < endsAt) {
        const order = buildOrder(random, productIds)
        const { status, marker } = await send(agent, port, '/api/orders', {
          headers: buildHeaders(origin, '198.51.100.200'),
          body: Buffer.from(JSON.stringify(order)),
        })
        recordResponse('flood', '/api/orders', status, marker)
        if (status >= 200 && status < 300 && marker === 'tsedra') report.accepted.push(order.id)
        await pause(floodPauseMs / 2 + random.below(floodPauseMs))
      }
    }),
  )
  agent.destroy()
}

/** Requests cached responses from a hundred addresses, spelled differently each time. */
async function requestPathVariants({ port, isTls, origin }: Attack, endsAt: number, random: Random): Promise<void> {
  const agent = createAgent(isTls)
  const paths = [
    '/api/catalogue/ua',
    '/api/products',
    '/api/categories',
    '/product/product-7',
    '/category/category-1',
    '/media/a.webp',
    '/api/cart',
  ]
  while (Date.now() < endsAt) {
    const path = random
      .pick(paths)
      .replaceAll(/[a-z]/g, (character) => (random.below(2) ? character.toUpperCase() : character))
      .concat(random.below(2) ? `?limit=${1 + random.below(100)}&search=${random.below(1e6)}` : '')
    const { status, marker } = await send(agent, port, path, {
      headers: buildHeaders(origin, `203.0.113.${random.below(100)}`),
    })
    recordResponse(`case ${path.toLowerCase().split('?')[0]}`, path, status, marker)
    await pause(random.below(60))
  }
  agent.destroy()
}

/** Sends bodies whose compression is damaged, foreign or far larger than it looks. */
async function sendDamagedBodies(
  { port, isTls, origin, productIds }: Attack,
  endsAt: number,
  random: Random,
): Promise<void> {
  const agent = createAgent(isTls)
  const compressedOrder = () => gzipSync(JSON.stringify(buildOrder(random, productIds)))
  const bodies: Record<string, () => Buffer> = {
    gzip: () => compressedOrder().subarray(0, -6),
    deflate: () => compressedOrder(),
    br: () => Buffer.from(Array.from({ length: 200 }, () => random.below(256))),
    'gzip, gzip': () => compressedOrder(),
    'x-gzip': () => gzipSync(Buffer.alloc(4_000_000)),
  }
  while (Date.now() < endsAt) {
    const encoding = random.pick(Object.keys(bodies))
    const { status, marker } = await send(agent, port, '/api/orders', {
      headers: { ...buildHeaders(origin, '198.51.100.202'), 'Content-Encoding': encoding },
      body: bodies[encoding]?.(),
    })
    recordResponse('compressed', '/api/orders', status, marker)
    await pause(random.below(100))
  }
  agent.destroy()
}

/** Breaks requests off, half-closes connections, and sends chunks that are none. */
async function sendBrokenRequests(
  { port, isTls, origin, productIds }: Attack,
  endsAt: number,
  random: Random,
): Promise<void> {
  while (Date.now() < endsAt) {
    const body = JSON.stringify(buildOrder(random, productIds))
    const requestHeaders = buildHeaders(origin, `198.51.100.${210 + random.below(5)}`)
    const length = String(Buffer.byteLength(body))
    const post = (extraHeaders: Record<string, string>) =>
      buildRequestHead('POST /api/orders', { ...requestHeaders, ...extraHeaders })
    const kinds: Record<string, () => string[]> = {
      'cut off': () => [post({ 'Content-Length': length }), body.slice(0, random.below(body.length))],
      'half-closed': () => [post({ 'Content-Length': length }) + body],
      'chunk cut off': () => [post({ 'Transfer-Encoding': 'chunked' }), `fff\r\n${body.slice(0, 99)}`],
      'malformed chunk': () => [post({ 'Transfer-Encoding': 'chunked' }), `zz\r\n${body}\r\n0\r\n\r\n`],
    }
    const kind = random.pick(Object.keys(kinds))
    const {
      status,
      headers: responseHeaders,
      body: text,
    } = await sendRawRequest({ port, isTls, parts: kinds[kind]?.() ?? [], halfClose: true })
    recordResponse(kind, '/api/orders', status, responseHeaders.get('x-app'))
    const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
    if (status === 200 || status === 201) if (id) report.accepted.push(id)
    await pause(random.below(100))
  }
}

const createAgent = (isTls: boolean): Agent => new (isTls ? https : http).Agent({ keepAlive: true })

const buildHeaders = (origin: string, address: string) => ({
  Host: 'localhost',
  'Content-Type': 'application/json',
  Origin: origin,
  'X-Forwarded-For': address,
})

function buildOrder(random: Random, productIds: readonly string[]) {
  return {
    id: randomUUID(),
    customerName: 'Hostile',
    customerPhone: `+38050${String(random.below(1e7)).padStart(7, '0')}`,
    items: [{ productId: random.pick(productIds), packageSize: '50г', quantity: 1 }],
    filledInMs: 20_000,
  }
}

interface RequestContent {
  headers: Record<string, string>
  body?: Buffer | undefined
}

function send(agent: Agent, port: number, path: string, { headers, body }: RequestContent) {
  return new Promise<{ status: number; marker: string | undefined }>((resolve) => {
    const method = body ? 'POST' : 'GET'
    const length = body && { 'Content-Length': body.length }
    const outgoing = (agent instanceof https.Agent ? https : http).request(
      { agent, host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, timeout: 20_000 },
      (response) => {
        const marker = response.headers['x-app'] as string | undefined
        response.resume()
        response.once('close', () => resolve({ status: response.statusCode ?? 0, marker }))
      },
    )
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.once('error', () => resolve({ status: 0, marker: undefined }))
    outgoing.end(body)
  })
}
