import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { responseHeaders } from './request-guards.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface Encoded {
  headers: Record<string, string | number>
  bytes: Buffer
}

/** A response stored as bytes, in the encodings requested so far. */
export interface StoredResponse {
  readonly status: number
  readonly etag: string
  /** Headers of 200 and 304. */
  readonly headers: Record<string, string>
  /** Too small to compress. */
  readonly isSmall: boolean
  /** Maximum bytes of all encodings together. */
  readonly maxBytes: number
  encode(encoding: Encoding): Encoded
}

/** Below this many bytes compression costs more than it saves. */
const COMPRESS_FROM = 512

/** Stores JSON built on request: compressed at a fast level, on first use. */
export function storeJson(json: string | Buffer, headers: Record<string, string> = {}): StoredResponse {
  return buildStoredResponse(typeof json === 'string' ? Buffer.from(json) : json, headers)
}

/** Stores a response of another type or status. */
export function storeText(text: string, type: string, status = 200): StoredResponse {
  return buildStoredResponse(Buffer.from(text), {}, { type, status })
}

/** Stores JSON that every client fetches: compressed at the highest Brotli level, in the thread pool. */
export async function storeCompressed(identity: Buffer): Promise<StoredResponse> {
  const brotliBytes = await promisify(brotliCompress)(identity, { params: brotliParams(11, identity.length) })
  return buildStoredResponse(identity, {}, { brotliBytes })
}

interface ResponseKind {
  type?: string
  status?: number
  /** Body compressed beforehand. */
  brotliBytes?: Buffer
}

function buildStoredResponse(
  identity: Buffer,
  extraHeaders: Record<string, string>,
  { type = 'application/json; charset=utf-8', status = 200, brotliBytes }: ResponseKind = {},
): StoredResponse {
  // Weak: all encodings of one content share it (RFC 9110, section 8.8.1).
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...responseHeaders,
    ETag: etag,
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding',
    ...extraHeaders,
  }
  const encodings = new Map<Encoding, Encoded>([['identity', encoded('identity', identity)]])
  if (brotliBytes) encodings.set('br', encoded('br', brotliBytes))

  const isSmall = identity.length < COMPRESS_FROM
  // Compressed bodies never exceed the original by more than a few bytes.
  return { status, etag, headers, isSmall, maxBytes: identity.length * (isSmall ? 1 : 3), encode }

  function encode(encoding: Encoding): Encoded {
    const existing = encodings.get(encoding)
    if (existing) return existing
    const bytes =
      encoding === 'gzip'
        ? gzipSync(identity)
        : brotliCompressSync(identity, { params: brotliParams(5, identity.length) })
    const result = encoded(encoding, bytes)
    encodings.set(encoding, result)
    return result
  }

  function encoded(encoding: Encoding, bytes: Buffer): Encoded {
    const body = { 'Content-Type': type, 'Content-Length': bytes.length }
    return { headers: { ...headers, ...body, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) }, bytes }
  }
}

const brotliParams = (quality: number, size: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
})

/** Sends 304 when the ETag matches, otherwise the body. */
export function sendStored(req: Request, res: Response, stored: StoredResponse): void {
  if (stored.status === 200 && matchesEtag(req.headers['if-none-match'], stored.etag)) {
    res.writeHead(304, stored.headers).end()
    return
  }
  const { headers, bytes } = stored.encode(
    stored.isSmall ? 'identity' : negotiateEncoding(req.headers['accept-encoding']),
  )
  res.writeHead(stored.status, headers)
  res.end(bytes)
}

/** Compares weakly (RFC 9110, section 13.1.2). */
function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const plain = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === plain)
}

function negotiateEncoding(accepts: string | string[] | undefined): Encoding {
  const accepted = String(accepts ?? '')
  return acceptsBrotli.test(accepted) ? 'br' : acceptsGzip.test(accepted) ? 'gzip' : 'identity'
}

/** Matches a coding that is listed without `q=0` (RFC 9110, section 12.5.3). */
const acceptsCodingPattern = (coding: string) =>
  new RegExp(`(?:^|[\\s,])${coding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[\\s,]|$))(?:[\\s,;]|$)`)
const acceptsBrotli = acceptsCodingPattern('br')
const acceptsGzip = acceptsCodingPattern('gzip')
