import { randomUUID } from 'node:crypto'
import { Agent, request } from 'node:http'
import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { gzipSync } from 'node:zlib'
import { head, talk } from '../edge/raw-http.ts'
import { type Dice, diceOf } from './dice.ts'

/** What the campaign sends this process. */
export interface Attack {
  port: number
  origin: string
  seed: number
  forMs: number
  productIds: readonly string[]
  /** Connections that send a body byte by byte. */
  drips: number
  /** Connections that place orders, all from one address. */
  flood: number
  /** Pause of each of these between two orders, in ms. */
  floodPauseMs: number
}

/** What this process sends back at the end. */
export interface AttackReport {
  /** Responses per kind of attack and status; 0 is a closed connection without a response. */
  responses: Record<string, Record<string, number>>
  /** 2xx below /api/ without the shop's marker. */
  falseSuccesses: string[]
  /** Ids of orders that were answered with a marked 2xx. */
  accepted: string[]
}

const report: AttackReport = { responses: {}, falseSuccesses: [], accepted: [] }

process.once('message', (attack: Attack) => {
  void run(attack).then(() => {
    process.send?.(report)
    process.disconnect()
  })
})

async function run(attack: Attack): Promise<void> {
  const endsAt = Date.now() + attack.forMs
  const dice = (nth: number) => diceOf(attack.seed * 31 + nth)
  await Promise.all([
    drip(attack, endsAt, dice(1)),
    flood(attack, endsAt, dice(2)),
    ...Array.from({ length: 10 }, (_, nth) => spellPaths(attack, endsAt, dice(10 + nth))),
    ...Array.from({ length: 6 }, (_, nth) => damageBodies(attack, endsAt, dice(30 + nth))),
    ...Array.from({ length: 6 }, (_, nth) => breakRequests(attack, endsAt, dice(50 + nth))),
  ])
}

function note(kind: string, path: string, status: number, marker: string | null | undefined): void {
  const counts = (report.responses[kind] ??= {})
  counts[status] = (counts[status] ?? 0) + 1
  const isApi = path.toLowerCase().startsWith('/api/')
  if (isApi && status >= 200 && status < 300 && marker !== 'tsedra')
    report.falseSuccesses.push(`${kind}: ${status} for ${path}`)
}

/** Holds many connections open, each of which sends one byte of its body every few seconds. */
async function drip({ port, origin, drips }: Attack, endsAt: number, dice: Dice): Promise<void> {
  const paths = ['POST /api/orders', 'POST /api/auth/login', 'POST /api/admin/products', 'PUT /incoming/x?y=1']
  const open = new Set<ReturnType<typeof connect>>()
  while (Date.now() < endsAt) {
    // A few hundred a second: a burst of all would only fill the backlog of the listener.
    for (let opened = 0; open.size < drips && opened < 60; opened++) {
      const line = dice.pick(paths)
      const socket = connect(port, '127.0.0.1')
      open.add(socket)
      socket.setNoDelay()
      socket.write(head(line, { ...headers(origin, `198.51.100.${dice.below(20)}`), 'Content-Length': '2000' }))
      let text = ''
      socket.on('data', (part) => (text = text.length < 2_000 ? text + part.toString() : text))
      socket.on('error', () => {})
      socket.once('close', () => {
        open.delete(socket)
        const status = Number(/^HTTP\/1\.1 (\d+)/.exec(text)?.[1] ?? 0)
        note('drip', line.split(' ')[1] ?? '', status, /x-app: (\w+)/i.exec(text)?.[1])
      })
    }
    for (const socket of open) if (dice.below(25) === 0 && socket.writable) socket.write('a')
    await pause(200)
  }
  for (const socket of open) socket.destroy()
}

/** Places orders over many connections from one address. */
async function flood({ port, origin, productIds, flood, floodPauseMs }: Attack, endsAt: number, dice: Dice) {
  const agent = new Agent({ keepAlive: true, maxSockets: flood })
  await Promise.all(
    Array.from({ length: flood }, async () => {
      await pause(dice.below(5_000))
      while (Date.now() < endsAt) {
        const order = orderOf(dice, productIds)
        const { status, marker } = await send(agent, port, '/api/orders', {
          headers: headers(origin, '198.51.100.200'),
          body: Buffer.from(JSON.stringify(order)),
        })
        note('flood', '/api/orders', status, marker)
        if (status >= 200 && status < 300 && marker === 'tsedra') report.accepted.push(order.id)
        await pause(floodPauseMs / 2 + dice.below(floodPauseMs))
      }
    }),
  )
  agent.destroy()
}

/** Asks for what is cached, spelled differently each time. */
async function spellPaths({ port, origin }: Attack, endsAt: number, dice: Dice): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const paths = [
    '/api/catalogue/ua',
    '/api/products',
    '/api/categories',
    '/product/lemon',
    '/media/a.webp',
    '/api/cart',
  ]
  while (Date.now() < endsAt) {
    const path = dice
      .pick(paths)
      .replaceAll(/[a-z]/g, (letter) => (dice.below(2) ? letter.toUpperCase() : letter))
      .concat(dice.below(2) ? `?limit=${1 + dice.below(100)}&search=${dice.below(1e6)}` : '')
    const { status, marker } = await send(agent, port, path, { headers: headers(origin, '198.51.100.201') })
    note(`case ${path.toLowerCase().split('?')[0]}`, path, status, marker)
    await pause(dice.below(60))
  }
  agent.destroy()
}

/** Sends bodies whose compression is damaged, foreign or far larger than it looks. */
async function damageBodies({ port, origin, productIds }: Attack, endsAt: number, dice: Dice): Promise<void> {
  const agent = new Agent({ keepAlive: true })
  const whole = () => gzipSync(JSON.stringify(orderOf(dice, productIds)))
  const bodies: Record<string, () => Buffer> = {
    gzip: () => whole().subarray(0, -6),
    deflate: () => whole(),
    br: () => Buffer.from(Array.from({ length: 200 }, () => dice.below(256))),
    'gzip, gzip': () => whole(),
    'x-gzip': () => gzipSync(Buffer.alloc(4_000_000)),
  }
  while (Date.now() < endsAt) {
    const encoding = dice.pick(Object.keys(bodies))
    const { status, marker } = await send(agent, port, '/api/orders', {
      headers: { ...headers(origin, '198.51.100.202'), 'Content-Encoding': encoding },
      body: bodies[encoding]?.(),
    })
    note('compressed', '/api/orders', status, marker)
    await pause(dice.below(100))
  }
  agent.destroy()
}

/** Breaks requests off, half-closes connections, and sends chunks that are none. */
async function breakRequests({ port, origin, productIds }: Attack, endsAt: number, dice: Dice): Promise<void> {
  while (Date.now() < endsAt) {
    const body = JSON.stringify(orderOf(dice, productIds))
    const sent = headers(origin, `198.51.100.${210 + dice.below(5)}`)
    const length = String(Buffer.byteLength(body))
    const post = (more: Record<string, string>) => head('POST /api/orders', { ...sent, ...more })
    const kinds: Record<string, () => string[]> = {
      'cut off': () => [post({ 'Content-Length': length }), body.slice(0, dice.below(body.length))],
      'half-closed': () => [post({ 'Content-Length': length }) + body],
      'chunk cut off': () => [post({ 'Transfer-Encoding': 'chunked' }), `fff\r\n${body.slice(0, 99)}`],
      'malformed chunk': () => [post({ 'Transfer-Encoding': 'chunked' }), `zz\r\n${body}\r\n0\r\n\r\n`],
    }
    const kind = dice.pick(Object.keys(kinds))
    const { status, headers: answered, body: text } = await talk({ port, send: kinds[kind]?.() ?? [], halfClose: true })
    note(kind, '/api/orders', status, answered.get('x-app'))
    const id = /"id":"([0-9a-f-]{36})"/.exec(text)?.[1]
    if (status === 200 || status === 201) if (id) report.accepted.push(id)
    await pause(dice.below(100))
  }
}

const headers = (origin: string, from: string) => ({
  'Content-Type': 'application/json',
  Origin: origin,
  'X-Forwarded-For': from,
})

function orderOf(dice: Dice, productIds: readonly string[]) {
  return {
    id: randomUUID(),
    customerName: 'Hostile',
    customerPhone: `+38050${String(dice.below(1e7)).padStart(7, '0')}`,
    items: [{ productId: dice.pick(productIds), packageSize: '50г', quantity: 1 }],
    filledInMs: 20_000,
  }
}

interface Sent {
  headers: Record<string, string>
  body?: Buffer | undefined
}

function send(agent: Agent, port: number, path: string, { headers, body }: Sent) {
  return new Promise<{ status: number; marker: string | undefined }>((done) => {
    const method = body ? 'POST' : 'GET'
    const length = body && { 'Content-Length': body.length }
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path, method, headers: { ...headers, ...length }, timeout: 20_000 },
      (response) => {
        const marker = response.headers['x-app'] as string | undefined
        response.resume()
        response.once('close', () => done({ status: response.statusCode ?? 0, marker }))
      },
    )
    outgoing.once('timeout', () => outgoing.destroy())
    outgoing.once('error', () => done({ status: 0, marker: undefined }))
    outgoing.end(body)
  })
}
