import { randomUUID } from 'node:crypto'
import { withLogFields } from '@tsedra/service/log'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { rejectBadBodies } from './body-errors.ts'
import { Refusal } from './refusal.ts'

/** Bytes of a JSON body at most. */
const BODY_LIMIT_BYTES = 32 * 1024
/** The same when staff send it: long texts in three languages, or a whole catalogue as a table. */
const STAFF_BODY_LIMIT_BYTES = 4 * 1024 * 1024
/** Characters of an address at most. */
const URL_LIMIT = 2_048
/** How deep a JSON body may nest. */
const DEPTH_LIMIT = 8

/** What an answer of the API always says: it is ours, it is no page, nobody may frame or sniff it. */
export const responseHeaders = {
  'X-App': 'tsedra',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** Different in every process, so that ids of two API processes never meet in a log. */
const processTag = randomUUID().slice(0, 8)
let requestCount = 0

/** Gives the request its id. */
export function assignRequestId(req: Request): void {
  requestCount += 1
  req.id = `${processTag}-${requestCount.toString(36)}`
}

/**
 * Gives the request its id, which every log line of the request carries; refuses addresses no client of ours makes, and
 * preflights: no other site reads anything here. An id that the caller sends is ignored: the edge logs ours.
 */
export const openRequest: RequestHandler = (req, _res, next) => {
  assignRequestId(req)
  if (req.url.length > URL_LIMIT) throw new Refusal('invalid_request', 'The address is too long.')
  if (req.method === 'OPTIONS') throw new Refusal('not_found', 'No such address.')
  withLogFields({ requestId: req.id }, next)
}

/** Puts the answer's headers on; kept answers bring them themselves (catalogue/stored-answer.ts). */
export const addResponseHeaders: RequestHandler = (req, res, next) => {
  setResponseHeaders(res, req.id)
  next()
}

export function setResponseHeaders(res: Response, requestId: string): void {
  for (const [name, value] of Object.entries(responseHeaders)) res.setHeader(name, value)
  res.setHeader('X-Request-Id', requestId)
}

/** Cross-site requests do not change anything: Fetch Metadata first, Origin second (infra/decisions/0011-request-validation.md). */
export function requireSameOrigin(publicOrigin: string): RequestHandler {
  return (req, _res, next) => {
    if (req.method === 'GET' || req.method === 'HEAD') return next()
    const site = req.get('sec-fetch-site')
    const origin = req.get('origin')
    // mutation test: origin-header-required, same-origin-only
    if (site ? site !== 'same-origin' : origin !== publicOrigin) {
      throw new Refusal('forbidden', 'This request came from another site.', undefined, { event: 'cross-site' })
    }
    next()
  }
}

const smallJson = rejectBadBodies(express.json({ limit: BODY_LIMIT_BYTES, strict: true }))
const largeJson = rejectBadBodies(express.json({ limit: STAFF_BODY_LIMIT_BYTES, strict: true }))

/**
 * Reads JSON bodies: UTF-8, at most 32 KiB, at most 8 levels deep. Another content type is refused where a body is read.
 * For longer ones the sender has to be of the staff, which is asked before anything is read.
 */
export const jsonBody: RequestHandler[] = [
  async (req, res, next) => {
    const isLong = Number(req.headers['content-length'] ?? 0) > BODY_LIMIT_BYTES && req.path.startsWith('/api/admin/')
    const user = isLong ? await req.signedIn() : undefined
    // mutation test: large-body-staff-only
    return (user && user.role !== 'user' ? largeJson : smallJson)(req, res, next)
  },
  (req, _res, next) => {
    if (hasBody(req.headers) && !req.is('application/json')) {
      throw new Refusal('unsupported_media_type', 'The body must be JSON.')
    }
    if (req.body !== undefined && exceedsDepth(req.body, DEPTH_LIMIT)) {
      throw new Refusal('invalid_request', 'The body is nested too deeply.')
    }
    next()
  },
]

function hasBody(headers: {
  'transfer-encoding'?: string | undefined
  'content-length'?: string | undefined
}): boolean {
  return headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0
}

function exceedsDepth(value: unknown, depth: number): boolean {
  if (typeof value !== 'object' || value === null) return false
  return depth === 0 || Object.values(value).some((inner) => exceedsDepth(inner, depth - 1))
}
