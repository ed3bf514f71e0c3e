import { randomUUID } from 'node:crypto'
import { withRequestId } from '@tsedra/database/outbox'
import { withLogFields } from '@tsedra/service/log'
import express, { type Request, type RequestHandler, type Response } from 'express'
import { rejectBadBodies } from './body-errors.ts'
import { Refusal } from './refusal.ts'

/** Maximum size of a JSON body, in bytes. */
const BODY_LIMIT_BYTES = 32 * 1024
/** The same for staff, who send long texts in three languages or the whole catalogue as CSV. */
const STAFF_BODY_LIMIT_BYTES = 4 * 1024 * 1024
/** Maximum length of a URL, in characters. */
const URL_LIMIT = 2_048
/** Maximum nesting depth of a JSON body. */
const DEPTH_LIMIT = 8

/** Headers of every API response: `X-App` marks it as the shop's, the others forbid framing, sniffing and embedding. */
export const responseHeaders = {
  'X-App': 'tsedra',
  'X-Content-Type-Options': 'nosniff',
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Referrer-Policy': 'same-origin',
  'Cross-Origin-Resource-Policy': 'same-origin',
} as const

/** Random per process, so that two API processes never log the same request id. */
const processTag = randomUUID().slice(0, 8)
let requestCount = 0

/** Assigns the request id. */
export function assignRequestId(req: Request): void {
  requestCount += 1
  req.id = `${processTag}-${requestCount.toString(36)}`
}

/**
 * Assigns the request id, which every log line of the request carries, and rejects overlong URLs and CORS preflights. A
 * request id from the client is ignored: the edge logs the one of the response.
 */
export const openRequest: RequestHandler = (req, _res, next) => {
  assignRequestId(req)
  if (req.url.length > URL_LIMIT) throw new Refusal('invalid_request', 'The URL is too long.')
  if (req.method === 'OPTIONS') throw new Refusal('not_found', 'No such address.')
  withLogFields({ requestId: req.id }, () => withRequestId(req.id, next))
}

/** Sets the response headers; stored responses set their own (stored-response.ts). */
export const addResponseHeaders: RequestHandler = (req, res, next) => {
  setResponseHeaders(res, req.id)
  next()
}

export function setResponseHeaders(res: Response, requestId: string): void {
  for (const [name, value] of Object.entries(responseHeaders)) res.setHeader(name, value)
  res.setHeader('X-Request-Id', requestId)
}

/** Rejects cross-site writes (CSRF) by Fetch Metadata, else by Origin (infra/decisions/0011-request-validation.md). */
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
 * Reads JSON bodies: UTF-8, at most 32 KiB, at most 8 levels deep. Rejects other content types. A longer body requires a
 * session of staff, which is checked before the body is read.
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
