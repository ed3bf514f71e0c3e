import type { Request, RequestHandler } from 'express'
import { assignRequestId } from './request-guards.ts'
import { isLoopback, listNetworks } from './network.ts'
import { tooManyRequests } from './refusal.ts'

/** Requests per address and minute (infra/decisions/0020-brute-force-limits.md). */
export interface RateLimits {
  /** All requests except order submissions. */
  all: number
  /** Searches whose response is not cached. */
  search: number
  /** Cards that are not drawn yet. */
  cards: number
  /** Reports of search counts; each has up to 20 searches. */
  searchCounts: number
  /** Order submissions, repeated ones included. */
  orders: number
}

export const defaultRateLimits: RateLimits = { all: 600, search: 60, cards: 60, searchCounts: 10, orders: 120 }

const WINDOW_MS = 60_000
/** Maximum number of counters per network width; beyond it the oldest counter is deleted. */
const MAX_TRACKED = 10_000
/** Maximum length of the rate-limit key, in characters. */
const MAX_CALLER_KEY_LENGTH = 100

/** Counts one request of an address; returns the seconds to wait when it exceeds the limit, else 0. */
export type RateLimiter = (req: Request) => number

interface Counter {
  calls: number
  limit: number
}

/** Counters of the networks of one address, the narrowest first; empty for requests from this machine. */
type CallerCounters = readonly Counter[]

/**
 * Creates a rate limiter that counts in the memory of this process: no request waits for Redis or Postgres.
 *
 * IPv6 addresses count by /64, /56 and /48. A request that the narrow network may not send does not count in the wide one,
 * so a flood from one network leaves its neighbours their limit.
 */
export function createRateLimiter(perMinute: number, now: () => number = Date.now): RateLimiter {
  // One map per width: many narrow networks must not evict the counter of a wide one.
  let counters: Map<string, Counter>[] = []
  // Cached by connection and X-Forwarded-For: parsing them for each request would cost more than many a response.
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
    const caller = callers.get(callerKey) ?? countersOf(counters, req.ip ?? '', perMinute)
    // A client that does not come through the proxy can send a header of any length.
    if (callerKey.length <= MAX_CALLER_KEY_LENGTH) setBounded(callers, callerKey, caller)
    for (const counter of caller) {
      counter.calls += 1
      if (counter.calls > counter.limit) return Math.ceil((endsAtMs - atMs) / 1_000)
    }
    return 0
  }
}

/** Returns the counters of an address, and adds the missing ones to the map of their width. */
function countersOf(counters: Map<string, Counter>[], ip: string, perMinute: number): CallerCounters {
  if (isLoopback(ip)) return []
  // mutation test: rate-limit-wide-networks
  return listNetworks(ip).map(({ key, factor }, width) => {
    counters[width] ??= new Map()
    const counter = counters[width].get(key) ?? { calls: 0, limit: perMinute * factor }
    setBounded(counters[width], key, counter)
    return counter
  })
}

/** Sets an entry; a new one beyond MAX_TRACKED replaces the oldest. */
function setBounded<T>(map: Map<string, T>, key: string, value: T): void {
  if (map.size >= MAX_TRACKED && !map.has(key)) map.delete(map.keys().next().value ?? '')
  map.set(key, value)
}

/** Refusals per second that are sent at once; the others are delayed. */
const IMMEDIATE_REJECTIONS_PER_S = 20
/** Delay of a refusal, in milliseconds. */
const REJECTION_DELAY_MS = 1_000
/** Maximum number of delayed refusals; further ones are sent at once. */
const MAX_DELAYED_REJECTIONS = 2_000

/**
 * Rejects requests beyond the rate limit (429 with `Retry-After`) before it reads them. Mounted after cached responses, which
 * cost no more than a refusal. Order submissions, but not cancels, have a limit of their own.
 *
 * In a flood refusals are delayed: clients that retry at once over hundreds of connections would occupy the process.
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
