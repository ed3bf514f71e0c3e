import type { NewOrderSent } from '@tsedra/contract/orders'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { type OutboxDatabase, outboxDatabase } from '../src/outbox/database.ts'
import type { SendingParts } from '../src/outbox/flush.ts'
import { GUEST } from '../src/outbox/entry.ts'
import { SEND_TIMEOUT_MS } from '../src/outbox/post.ts'
import { enqueue, type Wanted } from '../src/outbox/queue.ts'

/** What happens to one POST on its way, of an order or of a cancel. */
export const faults = [
  'none',
  'no_network',
  'portal',
  'other_json',
  'firewall',
  'gateway',
  'busy',
  'signed_out',
  'forbidden',
  'too_large',
  'too_old',
  'answer_lost',
  'doubled',
  'delayed',
  'swallowed',
  'swallowed_stored',
  'dies_before',
  'dies_after',
  'hangs',
] as const
export type Fault = (typeof faults)[number]

/** Real milliseconds until a swallowed request is given up: others go meanwhile. */
const SWALLOWED_MS = 5

interface TakenOrder {
  id: string
  body: string
  status: 'pending' | 'confirmed' | 'cancelled'
}

interface Received {
  id: string
  what: 'order' | 'cancel'
  body: string
  attempt: number
  key: string | null
  /** Who was signed in. */
  session: string
}

/** A server that keeps the promises of infra/decisions/0005-orders.md, and a network that keeps none. */
export function fakeServer() {
  const orders: TakenOrder[] = []
  const refused = new Set<string>()
  const cancelled = new Set<string>()
  const gone = new Set<string>()
  /** Ids of which a copy was refused before it was taken. */
  const unread = new Set<string>()
  const received: Received[] = []
  /** Copies of requests that are still on their way. */
  const delayed: (() => unknown)[] = []
  const isKnown = (id: string): boolean =>
    cancelled.has(id) || refused.has(id) || orders.some((order) => order.id === id)
  const server = {
    isKnown,
    unread,
    orders,
    refused,
    cancelled,
    gone,
    received,
    delayed,
    retryAfterS: 0,
    take,
    cancel,
    deliverDelayed,
  }
  return server

  function take(body: string, session: string): Response {
    const order = JSON.parse(body) as NewOrderSent & { id: string } // our own bodies
    const { id } = order
    if (cancelled.has(id)) return problem(410, 'order_cancelled')
    const earlier = orders.find((each) => each.id === id)
    // mutation test: order-id-idempotent
    if (earlier) return earlier.body === body ? stored(id, 200) : problem(409, 'order_differs')
    if (order.ownerId && order.ownerId !== session && !refused.has(id)) {
      return session === GUEST ? problem(401, 'unauthorized') : problem(409, 'account_mismatch')
    }
    if (refused.has(id) || (order.productId && gone.has(order.productId))) {
      refused.add(id)
      return problem(422, 'unavailable', { items: [{ productId: order.productId, name: 'Lemon', reason: 'gone' }] })
    }
    orders.push({ id, body, status: 'pending' })
    return stored(id, 201)
  }

  function cancel(id: string): Response {
    const order = orders.find((each) => each.id === id)
    if (order?.status === 'confirmed') return ours(200, { id, cancelled: false, status: order.status })
    // mutation test: early-cancel-kept
    if (!refused.has(id)) cancelled.add(id)
    if (order) order.status = 'cancelled'
    return ours(200, { id, cancelled: true, status: order?.status ?? null })
  }

  function deliverDelayed(): void {
    for (const arrive of delayed.splice(0)) arrive()
  }
}

export type FakeServer = ReturnType<typeof fakeServer>

const stored = (id: string, status: number) =>
  ours(status, { id, number: id.slice(0, 8).toUpperCase(), status: 'pending' })

export const problem = (status: number, code: string, details?: unknown, headers?: Record<string, string>): Response =>
  ours(status, { code, message: code, requestId: 'r1', ...(details !== undefined && { details }) }, headers)

export const ours = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-app': 'tsedra', ...headers },
  })

const html = (status: number): Response =>
  new Response('<html>Welcome to Station WiFi</html>', { status, headers: { 'content-type': 'text/html' } })

/** One lock manager for every context; a context that dies lets go, as browsers see to it. */
export function fakeLocks() {
  interface Waiter {
    by: symbol
    grant: () => void
  }
  let holder: { by: symbol; rob: (reason: Error) => void } | undefined
  const waiters: Waiter[] = []
  return { of, free, isHeld: () => holder !== undefined }

  function of(by: symbol): Pick<LockManager, 'request'> {
    async function request<T>(_name: string, options: LockOptions, work: LockGrantedCallback<T>): Promise<T> {
      if (options.steal) holder?.rob(new DOMException('stolen', 'AbortError'))
      else if (options.ifAvailable && holder) return work(null)
      else if (holder) await turn(by, options.signal)
      const robbed = new Promise<never>((_, reject) => {
        holder = { by, rob: reject }
      })
      robbed.catch(() => {})
      const mine = holder
      try {
        return await Promise.race([Promise.resolve(work({ name: _name, mode: 'exclusive' })) as Promise<T>, robbed])
      } finally {
        if (holder === mine) release()
      }
    }
    return { request: request as LockManager['request'] } // one of its two overloads is all we use
  }

  function turn(by: symbol, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { by, grant: resolve }
      waiters.push(waiter)
      signal?.addEventListener('abort', () => {
        waiters.splice(waiters.indexOf(waiter), 1)
        reject(signal.reason)
      })
    })
  }

  function release(): void {
    holder = undefined
    waiters.shift()?.grant()
  }

  function free(by: symbol): void {
    for (let place = waiters.length - 1; place >= 0; place -= 1) if (waiters[place]?.by === by) waiters.splice(place, 1)
    if (holder?.by === by) release()
  }
}

export interface World {
  db: OutboxDatabase
  server: FakeServer
  /** Faults of the coming POSTs, first one next; then none. */
  faults: Fault[]
  /** What happens to every POST of these orders as long as no fault is coming: a firewall that dislikes one request. */
  blocked: Map<string, Fault>
  clock: { now: number }
  /** Who is signed in, as the server has it. */
  session: { owner: string }
  /** A tab or a service worker. */
  open(): Context
  /** Answers that hung contexts wait for arrive after all. */
  wake(): void
}

export interface Context {
  parts: SendingParts
  /** Resolves when the context is killed in the middle of a POST, or hangs there: then it keeps its lock. */
  lost: Promise<'lost'>
  isLost(): boolean
}

/** Contexts that share one disk, one clock, one lock manager and one network. */
export function fakeWorld({ withLocks = true }: { withLocks?: boolean } = {}): World {
  const indexedDB = new IDBFactory()
  const options = { indexedDB, IDBKeyRange }
  // liveQuery watches only where a page has a database; which one does not matter to it.
  Dexie.dependencies.indexedDB = indexedDB
  const server = fakeServer()
  const locks = fakeLocks()
  const coming: Fault[] = []
  const blocked = new Map<string, Fault>()
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const session = { owner: GUEST }
  const hanging: (() => void)[] = []
  return {
    db: outboxDatabase(options),
    server,
    faults: coming,
    blocked,
    clock,
    session,
    open,
    wake() {
      for (const answer of hanging.splice(0)) answer()
    },
  }

  function open(): Context {
    const by = Symbol('context')
    let isLost = false
    const loss = Promise.withResolvers<'lost'>()
    const lose = (): void => {
      isLost = true
      loss.resolve('lost')
    }
    const die = (): Promise<never> => {
      lose()
      locks.free(by)
      return new Promise(() => {})
    }
    let slowness = Promise.withResolvers<true>()
    /** No answer comes: the sender notices that it is slow, and gives the request up long after. */
    const swallow = async (): Promise<never> => {
      const givenUpAt = clock.now + SEND_TIMEOUT_MS
      slowness.resolve(true)
      slowness = Promise.withResolvers()
      await new Promise((resolve) => setTimeout(resolve, SWALLOWED_MS))
      clock.now = Math.max(clock.now, givenUpAt)
      throw new DOMException('The operation timed out.', 'TimeoutError')
    }
    const send: typeof fetch = async (address, init) => {
      const cancelled = /^\/api\/orders\/(.+)\/cancel$/.exec(address as string)?.[1]
      const body = init?.body as string // post.ts sends text
      const headers = new Headers(init?.headers)
      const { owner } = session
      const id = cancelled ?? (JSON.parse(body) as { id: string }).id // our own bodies
      const arrive = (): Response => {
        server.received.push({
          id,
          what: cancelled ? 'cancel' : 'order',
          body,
          attempt: Number(headers.get('x-attempt')),
          key: headers.get('idempotency-key'),
          session: owner,
        })
        return cancelled ? server.cancel(cancelled) : server.take(body, owner)
      }
      clock.now += 20
      switch (coming.shift() ?? (cancelled ? undefined : blocked.get(id)) ?? 'none') {
        case 'none':
          return arrive()
        case 'no_network':
          throw new TypeError('Failed to fetch')
        case 'portal':
          return html(200)
        case 'other_json':
          return new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } })
        case 'firewall':
          return html(403)
        case 'gateway':
          return html(502)
        case 'busy': {
          const { retryAfterS } = server
          return problem(503, 'busy', undefined, retryAfterS ? { 'retry-after': String(retryAfterS) } : {})
        }
        case 'signed_out':
          return problem(401, 'unauthorized')
        case 'forbidden':
          server.unread.add(id)
          return problem(403, 'forbidden')
        case 'too_large':
          server.unread.add(id)
          return problem(413, 'too_large')
        case 'too_old':
          // The only one of them that comes after the id was looked up.
          if (server.isKnown(id)) return arrive()
          server.unread.add(id)
          return problem(426, 'client_too_old')
        case 'answer_lost':
          arrive()
          throw new TypeError('Failed to fetch')
        case 'doubled':
          arrive()
          return arrive()
        case 'delayed':
          server.delayed.push(arrive)
          throw new TypeError('Failed to fetch')
        case 'swallowed':
          return swallow()
        case 'swallowed_stored':
          arrive()
          return swallow()
        case 'dies_before':
          return die()
        case 'dies_after':
          arrive()
          return die()
        case 'hangs': {
          const answer = arrive()
          lose()
          return new Promise((resolve) => hanging.push(() => resolve(answer)))
        }
      }
    }
    const parts: SendingParts = {
      db: outboxDatabase(options),
      send,
      locks: withLocks ? locks.of(by) : undefined,
      now: () => clock.now,
      random: () => 0.5,
      build: 'b1',
      sentBy: 'page',
      lockWaitMs: 5,
      whenSlow: () => slowness.promise,
    }
    return { parts, lost: loss.promise, isLost: () => isLost }
  }
}

export function aWanted(changes: Partial<Wanted['order']> = {}): Wanted {
  const { id = crypto.randomUUID(), ownerId = null } = changes
  return {
    owner: ownerId ?? GUEST,
    order: {
      id,
      ownerId,
      customerName: 'Олена',
      customerPhone: '+380 67 000 01 24',
      productId: LEMON,
      quantity: 1,
      ...changes,
    },
    summary: { lines: [], total: 9500 },
  }
}

export const LEMON = '6f1c1d0e-6a1f-4b7f-9a51-2a8d31c9b001'
export const GONE = '6f1c1d0e-6a1f-4b7f-9a51-2a8d31c9b002'

/** A request that the shop has promised to send; its id. */
export async function kept(world: World, changes: Parameters<typeof aWanted>[0] = {}): Promise<string> {
  const { entry } = await enqueue(world.db, aWanted(changes), world.clock.now)
  return entry.id
}

export const entryOf = (world: World, id: string) => world.db.outbox.get(id)
