import type { NewOrderInput } from '@tsedra/contract/orders'
import { Dexie } from 'dexie'
import { IDBFactory, IDBKeyRange } from 'fake-indexeddb'
import { outboxDatabase } from '../src/outbox/database.ts'
import type { SenderDependencies } from '../src/outbox/flush.ts'
import { GUEST } from '../src/outbox/entry.ts'
import { SEND_TIMEOUT_MS } from '../src/outbox/post-order.ts'
import { enqueue, type NewEntry } from '../src/outbox/queue.ts'
import type { ShopperWorld } from './outbox-invariants.ts'

/** Faults that can be injected into one POST of an order or a cancellation. */
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

/** Real milliseconds until a swallowed request times out, during which others are sent. */
const SWALLOWED_MS = 5

interface AcceptedOrder {
  id: string
  body: string
  status: 'pending' | 'confirmed' | 'cancelled'
}

export interface ReceivedRequest {
  id: string
  kind: 'order' | 'cancel'
  body: string
  attempt: number
  key: string | null
  /** Id of the account that was signed in, or GUEST. */
  session: string
}

/** Creates a server with the order rules of infra/decisions/0005-orders.md and a network that can delay requests. */
export function fakeServer() {
  const orders: AcceptedOrder[] = []
  const refused = new Set<string>()
  const cancelled = new Set<string>()
  const gone = new Set<string>()
  /** Ids of which a copy was rejected early, before the server read it. */
  const unread = new Set<string>()
  const received: ReceivedRequest[] = []
  /** Copies of requests that have not arrived yet. */
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
    acceptOrder,
    cancel,
    deliverDelayed,
  }
  return server

  function acceptOrder(body: string, session: string): Response {
    const order = JSON.parse(body) as NewOrderInput & { id: string } // our own bodies
    const { id } = order
    if (cancelled.has(id)) return apiError(410, 'order_cancelled')
    const existing = orders.find((candidate) => candidate.id === id)
    // mutation test: order-id-idempotent
    if (existing) return existing.body === body ? orderResponse(id, 200) : apiError(409, 'order_differs')
    if (order.ownerId && order.ownerId !== session && !refused.has(id)) {
      return session === GUEST ? apiError(401, 'unauthorized') : apiError(409, 'account_mismatch')
    }
    if (refused.has(id) || (order.productId && gone.has(order.productId))) {
      refused.add(id)
      return apiError(422, 'unavailable', { items: [{ productId: order.productId, name: 'Lemon', reason: 'gone' }] })
    }
    orders.push({ id, body, status: 'pending' })
    return orderResponse(id, 201)
  }

  function cancel(id: string): Response {
    const order = orders.find((candidate) => candidate.id === id)
    if (order?.status === 'confirmed') return apiResponse(200, { id, cancelled: false, status: order.status })
    // mutation test: early-cancel-kept
    if (!refused.has(id)) cancelled.add(id)
    if (order) order.status = 'cancelled'
    return apiResponse(200, { id, cancelled: true, status: order?.status ?? null })
  }

  function deliverDelayed(): void {
    for (const arrive of delayed.splice(0)) arrive()
  }
}

export type FakeServer = ReturnType<typeof fakeServer>

const orderResponse = (id: string, status: number) =>
  apiResponse(status, { id, number: id.slice(0, 8).toUpperCase(), status: 'pending' })

export const apiError = (status: number, code: string, details?: unknown, headers?: Record<string, string>): Response =>
  apiResponse(status, { code, message: code, requestId: 'r1', ...(details !== undefined && { details }) }, headers)

export const apiResponse = (status: number, body: unknown, headers: Record<string, string> = {}): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json; charset=utf-8', 'x-app': 'tsedra', ...headers },
  })

const htmlResponse = (status: number): Response =>
  new Response('<html>Welcome to Station WiFi</html>', { status, headers: { 'content-type': 'text/html' } })

/** Reads a request of post-order.ts. */
export function readRequest(
  path: Parameters<typeof fetch>[0],
  init: RequestInit | undefined,
  session: string,
): ReceivedRequest {
  const cancelledId = /^\/api\/orders\/(.+)\/cancel$/.exec(path as string)?.[1]
  const body = init?.body as string // post-order.ts sends text
  const headers = new Headers(init?.headers)
  return {
    id: cancelledId ?? (JSON.parse(body) as { id: string }).id, // our own bodies
    kind: cancelledId ? 'cancel' : 'order',
    body,
    attempt: Number(headers.get('x-attempt')),
    key: headers.get('idempotency-key'),
    session,
  }
}

const earlyResponses = {
  portal: () => htmlResponse(200),
  other_json: () => new Response('{"ok":true}', { headers: { 'content-type': 'application/json' } }),
  firewall: () => htmlResponse(403),
  gateway: () => htmlResponse(502),
  busy: (retryAfterS: number) =>
    apiError(503, 'busy', undefined, retryAfterS ? { 'retry-after': String(retryAfterS) } : {}),
  signed_out: () => apiError(401, 'unauthorized'),
  forbidden: () => apiError(403, 'forbidden'),
  too_large: () => apiError(413, 'too_large'),
}
export type EarlyFault = keyof typeof earlyResponses

export const isEarlyFault = (fault: string): fault is EarlyFault => fault in earlyResponses

/** Creates the response to a request that never reaches the API. */
export const createEarlyResponse = (fault: EarlyFault, retryAfterS: number): Response =>
  earlyResponses[fault](retryAfterS)

/** Returns whether the phone may conclude from the early response that the server has not stored this copy. */
export const isUnread = (fault: string): boolean => fault === 'forbidden' || fault === 'too_large'

/** One lock manager for all contexts. The locks of a context that dies are released, as browsers do. */
export function fakeLocks() {
  interface Waiter {
    contextId: symbol
    grant: () => void
  }
  let holder: { contextId: symbol; steal: (reason: Error) => void } | undefined
  const waiters: Waiter[] = []
  return { of: forContext, free: releaseContext, isHeld: () => holder !== undefined }

  function forContext(contextId: symbol): Pick<LockManager, 'request'> {
    async function request<T>(_name: string, options: LockOptions, work: LockGrantedCallback<T>): Promise<T> {
      if (options.steal) holder?.steal(new DOMException('stolen', 'AbortError'))
      else if (options.ifAvailable && holder) return work(null)
      else if (holder) await waitForTurn(contextId, options.signal)
      const stolen = new Promise<never>((_, reject) => {
        holder = { contextId, steal: reject }
      })
      stolen.catch(() => {})
      const ownHolder = holder
      try {
        return await Promise.race([Promise.resolve(work({ name: _name, mode: 'exclusive' })) as Promise<T>, stolen])
      } finally {
        if (holder === ownHolder) release()
      }
    }
    return { request: request as LockManager['request'] } // only one of its two overloads is used
  }

  function waitForTurn(contextId: symbol, signal?: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = { contextId, grant: resolve }
      waiters.push(waiter)
      signal?.addEventListener('abort', () => {
        // The context may be dead, and no longer wait.
        if (waiters.includes(waiter)) waiters.splice(waiters.indexOf(waiter), 1)
        reject(signal.reason)
      })
    })
  }

  function release(): void {
    holder = undefined
    waiters.shift()?.grant()
  }

  function releaseContext(contextId: symbol): void {
    for (let index = waiters.length - 1; index >= 0; index -= 1)
      if (waiters[index]?.contextId === contextId) waiters.splice(index, 1)
    if (holder?.contextId === contextId) release()
  }
}

export interface World extends ShopperWorld {
  server: FakeServer
  /** Faults of the next POSTs, in their order; later ones have none. */
  faults: Fault[]
  /** Fault of every POST of these orders while `faults` is empty, such as a firewall that blocks one request. */
  blocked: Map<string, Fault>
  attempted: Set<string>
  /** Opens a tab or a service worker. */
  open(): Context
  /** Delivers the responses that hung contexts wait for. */
  resumeHung(): void
}

export interface Context {
  parts: SenderDependencies
  /** Resolves when the context is killed during a POST, or hangs there, also again: a hung context holds its lock. */
  readonly lost: Promise<'lost'>
  isLost(): boolean
}

/** Creates contexts that share one database, one clock, one lock manager and one network. */
export function fakeWorld({ withLocks = true }: { withLocks?: boolean } = {}): World {
  const indexedDB = new IDBFactory()
  const options = { indexedDB, IDBKeyRange }
  // liveQuery works only with a global database; it need not be this one.
  Dexie.dependencies.indexedDB = indexedDB
  const server = fakeServer()
  const locks = fakeLocks()
  const upcomingFaults: Fault[] = []
  const blocked = new Map<string, Fault>()
  const clock = { now: Date.UTC(2026, 10, 21, 12) }
  const session = { owner: GUEST }
  const browser = { isOffline: false }
  const attempted = new Set<string>()
  const hungResponses: (() => void)[] = []
  const db = outboxDatabase(options)
  return {
    db,
    server,
    save: (newEntry) => enqueue(db, newEntry, clock.now),
    async confirm(id) {
      for (const order of server.orders) if (order.id === id && order.status === 'pending') order.status = 'confirmed'
    },
    readServer: async () => server,
    faults: upcomingFaults,
    blocked,
    clock,
    session,
    browser,
    attempted,
    open,
    resumeHung() {
      for (const response of hungResponses.splice(0)) response()
    },
  }

  function open(): Context {
    const contextId = Symbol('context')
    let isLost = false
    let loss = Promise.withResolvers<'lost'>()
    const markLost = (): void => {
      isLost = true
      loss.resolve('lost')
    }
    const die = (): Promise<never> => {
      markLost()
      locks.free(contextId)
      return new Promise(() => {})
    }
    let slowSignal = Promise.withResolvers<true>()
    /** No response arrives: the sender reports the request as slow, and times out later. */
    const swallow = async (): Promise<never> => {
      const timeoutAt = clock.now + SEND_TIMEOUT_MS
      slowSignal.resolve(true)
      slowSignal = Promise.withResolvers()
      await new Promise((resolve) => setTimeout(resolve, SWALLOWED_MS))
      clock.now = Math.max(clock.now, timeoutAt)
      throw new DOMException('The operation timed out.', 'TimeoutError')
    }
    const send: typeof fetch = async (path, init) => {
      const request = readRequest(path, init, session.owner)
      const { id, kind, body } = request
      const arrive = (): Response => {
        server.received.push(request)
        return kind === 'cancel' ? server.cancel(id) : server.acceptOrder(body, request.session)
      }
      attempted.add(id)
      clock.now += 20
      const fault = upcomingFaults.shift() ?? (kind === 'cancel' ? undefined : blocked.get(id)) ?? 'none'
      switch (fault) {
        case 'portal':
        case 'other_json':
        case 'firewall':
        case 'gateway':
        case 'busy':
        case 'signed_out':
        case 'forbidden':
        case 'too_large':
          if (isUnread(fault)) server.unread.add(id)
          return createEarlyResponse(fault, server.retryAfterS)
        case 'none':
          return arrive()
        case 'no_network':
          throw new TypeError('Failed to fetch')
        case 'too_old':
          // The only early rejection that the server sends after reading the id.
          if (server.isKnown(id)) return arrive()
          server.unread.add(id)
          return apiError(426, 'client_too_old')
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
          const response = arrive()
          markLost()
          return new Promise((resolve) =>
            hungResponses.push(() => {
              loss = Promise.withResolvers()
              resolve(response)
            }),
          )
        }
      }
    }
    const parts: SenderDependencies = {
      db: outboxDatabase(options),
      send,
      locks: withLocks ? locks.of(contextId) : undefined,
      now: () => clock.now,
      random: () => 0.5,
      build: 'b1',
      sentBy: 'page',
      isOffline: () => browser.isOffline,
      lockTimeoutMs: 5,
      whenSlow: () => slowSignal.promise,
    }
    return {
      parts,
      get lost() {
        return loss.promise
      },
      isLost: () => isLost,
    }
  }
}

export function buildNewEntry(changes: Partial<NewEntry['order']> = {}): NewEntry {
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

export const OLENA = '3d0c5b52-7b0e-4c58-8a5e-0f6a4c1e7a01'
export const TARAS = '3d0c5b52-7b0e-4c58-8a5e-0f6a4c1e7a02'
export const LEMON = '6f1c1d0e-6a1f-4b7f-9a51-2a8d31c9b001'
export const DISCONTINUED = '6f1c1d0e-6a1f-4b7f-9a51-2a8d31c9b002'

/** Stores an order in the outbox and returns its id. */
export async function enqueueOrder(world: World, changes: Parameters<typeof buildNewEntry>[0] = {}): Promise<string> {
  const { entry } = await enqueue(world.db, buildNewEntry(changes), world.clock.now)
  return entry.id
}

export const readEntry = (world: World, id: string) => world.db.outbox.get(id)
