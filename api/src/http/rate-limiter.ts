import type { Request, RequestHandler } from 'express'
import { assignRequestId } from './request-guards.ts'
import { isLoopback, listNetworks } from './network.ts'
import { tooManyRequests } from './refusal.ts'

/** Calls of one address a minute (infra/decisions/0020-brute-force-limits.md). */
export interface RateLimits {
  /** All but sending an order. */
  all: number
  /** Searches whose answer is not cached. */
  search: number
  /** Sending an order, a repeated one too. */
  orders: number
}

export const defaultRateLimits: RateLimits = { all: 600, search: 60, orders: 120 }

const WINDOW_MS = 60_000
/** Networks of one width that are counted at a time; beyond it the oldest are forgotten. */
const MAX_TRACKED = 10_000
/** Characters by which a caller is known again. */
const MAX_CALLER_KEY_LENGTH = 100

/** Counts one call of an address; answers how many seconds to wait when it was one too many, else 0. */
export type RateLimiter = (req: Request) => number

interface Counter {
  calls: number
  limit: number
}

/** Counters of the networks of one address, the narrowest first; none for calls from this machine. */
type CallerCounters = readonly Counter[]

/**
 * Counts in this process alone: what it keeps in hand is its own work, and neither Redis nor Postgres is asked for it.
 *
 * IPv6 counts by /64, /56 and /48. A call that the narrower network may not make does not count in the wider one, so a
 * flood from one of them leaves its neighbours theirs.
 */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  // A map for each width: whoever has many narrow networks cannot push out the counter of the wide one.
  let counters: Map<string, Counter>[] = []
  // By what the connection and the proxies say: to read it each time would cost more than many an answer.
  let callers = new Map<string, CallerCounters>()
  let endsAtMs = 0
  return (req) => {
    const atMs = now()
    if (atMs >= endsAtMs) {
      counters = []
      callers = new Map()
      endsAtMs = atMs + WINDOW_MS
    }
    const callerKey = `${req.socket.remoteAddress} ${String(req.headers['x-forwarded-for'])}`
    // mutation test: forwarded-for-not-trusted
    const caller = callers.get(callerKey) ?? countersOf(req.ip ?? '')
    // Whoever comes without our proxy may say as much as a header holds.
    if (callerKey.length <= MAX_CALLER_KEY_LENGTH) setBounded(callers, callerKey, caller)
    for (const counter of caller) {
      counter.calls += 1
      if (counter.calls > counter.limit) return Math.ceil((endsAtMs - atMs) / 1_000)
    }
    return 0
  }

  function countersOf(ip: string): CallerCounters {
    if (isLoopback(ip)) return []
    // mutation test: rate-limit-wide-networks
    return listNetworks(ip).map(({ key, factor }, width) => {
      counters[width] ??= new Map()
      const counter = counters[width].get(key) ?? { calls: 0, limit: perMinute * factor }
      setBounded(counters[width], key, counter)
      return counter
    })
  }
}

/** Sets an entry; a new one beyond MOST takes the place of the oldest. */
function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= MAX_TRACKED && !map.has(key)) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

/** Refusals a second that are sent at once; the others of that second are held back. */
const IMMEDIATE_REJECTIONS_PER_S = 20
/** Milliseconds that a refusal is held back. */
const REJECTION_DELAY_MS = 1_000
/** Refusals held back at a time; beyond it they are sent at once. */
const MAX_DELAYED_REJECTIONS = 2_000

/**
 * Refuses what is beyond it (`too_many_requests`, with Retry-After), before anything is read or looked up. It stands behind
 * answers that lie ready, which cost no more than a refusal. Orders, though not their cancels, have a rate of their own:
 * they never wait for other calls of their address.
 *
 * In a flood refusals are held back: who asks again at once, over hundreds of connections, would keep the process busy with
 * refusing, and everybody else would wait.
 */
export function limitRequests(all: RateLimiter, orders: RateLimiter): RequestHandler {
  let delayed = 0
  let immediate = 0
  let secondEndsAtMs = 0
  return (req, res, next) => {
    // mutation test: cancel-in-request-limit
    const isOrder = req.method === 'POST' && req.path === '/api/orders'
    // mutation test: order-rate-limit-separate, order-rate-limit
    const waitS = (isOrder ? orders : all)(req)
    if (waitS === 0) return next()
    assignRequestId(req)
    const atMs = performance.now()
    if (atMs >= secondEndsAtMs) {
      immediate = 0
      secondEndsAtMs = atMs + 1_000
    }
    immediate += 1
    // mutation test: refusals-delayed-in-flood
    if (immediate <= IMMEDIATE_REJECTIONS_PER_S || delayed >= MAX_DELAYED_REJECTIONS) throw tooManyRequests(waitS)
    delayed += 1
    const timer = setTimeout(() => next(tooManyRequests(waitS)), REJECTION_DELAY_MS)
    res.once('close', () => {
      clearTimeout(timer)
      delayed -= 1
    })
  }
}
