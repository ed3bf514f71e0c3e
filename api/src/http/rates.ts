import type { Request, RequestHandler } from 'express'
import { tooMany } from '../accounts/throttles.ts'
import { network } from '../orders/order-limits.ts'
import { nameCall } from './guard.ts'

/** Calls of one address a minute (infra/decisions/0020-guessing.md). */
export interface RateLimits {
  all: number
  /** Searches that nobody has asked for before. */
  search: number
}

export const rateLimits: RateLimits = { all: 600, search: 60 }

const WINDOW_MS = 60_000
/** Addresses that are counted at a time; beyond it counting begins anew. */
const MOST = 100_000
/** Characters by which a caller is known again. */
const SAID_MOST = 100

/** Counts one call of an address; answers how many seconds to wait when it was one too many, else 0. */
export type Rate = (req: Request) => number

interface Caller {
  calls: number
}

/** Never reaches any number. */
const uncounted: Caller = { calls: Number.NEGATIVE_INFINITY }

/**
 * Counts in this process alone: what it keeps in hand is its own work, and neither Redis nor Postgres is asked for it.
 *
 * Whoever calls from this machine is not counted: whatever comes from elsewhere has the address that the proxy saw.
 */
export function createRate(perMinute: number, now: () => number = Date.now): Rate {
  let callers = new Map<string, Caller>()
  // By what the connection and the proxies say: to read it each time would cost more than many an answer.
  let known = new Map<string, Caller>()
  let endsAtMs = 0
  return (req) => {
    const atMs = now()
    if (atMs >= endsAtMs || known.size >= MOST) {
      callers = new Map()
      known = new Map()
      endsAtMs = atMs + WINDOW_MS
    }
    const said = `${req.socket.remoteAddress} ${String(req.headers['x-forwarded-for'])}`
    const caller = known.get(said) ?? callerOf(req.ip ?? '')
    // Whoever comes without our proxy may say as much as a header holds.
    if (said.length <= SAID_MOST) known.set(said, caller)
    caller.calls += 1
    return caller.calls > perMinute ? Math.ceil((endsAtMs - atMs) / 1_000) : 0
  }

  function callerOf(ip: string): Caller {
    if (isLoopback.test(ip)) return uncounted
    const address = network(ip)
    const caller = callers.get(address) ?? { calls: 0 }
    callers.set(address, caller)
    return caller
  }
}

const isLoopback = /^(?:(?:::ffff:)?127\.|::1$)/

/**
 * Refuses what is beyond it (`too_many_requests`, with Retry-After). It stands behind answers that lie ready, which cost no
 * more than a refusal. Orders, though not their cancels, have limits of their own (0020) and never wait for other calls of
 * their address.
 */
export function limitCalls(rate: Rate): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'POST' && req.path === '/api/orders') return next()
    const waitS = rate(req)
    if (waitS === 0) return next()
    nameCall(req)
    throw tooMany(waitS)
  }
}
