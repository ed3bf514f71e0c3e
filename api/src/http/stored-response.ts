import type { IncomingMessage, ServerResponse } from 'node:http'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import { hashEtag } from './hash-etag.ts'
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

/** Above this many bytes the highest level of Brotli takes several seconds of a processor; a lower one is many times faster. */
const MAX_HIGHEST_LEVEL_BYTES = 1_000_000

/** Below this many bytes compression costs more than it saves. */
const COMPRESS_FROM = 512

/**
 * Stores JSON built on request: compressed at a fast level, on first use.
 *
 * @param etag of another representation of the same state: a delta has that of the snapshot it leads to
 */
export const storeJson = (json: string | Buffer, headers: Record<string, string> = {}, etag?: string): StoredResponse =>
  buildStoredResponse(keepBody(typeof json === 'string' ? Buffer.from(json) : json, etag), { headers })

/** Stores a response of another type or status. */
export const storeText = (text: string, type: string, status = 200): StoredResponse =>
  buildStoredResponse(keepBody(Buffer.from(text)), { type, status })

/**
 * Stores JSON that many clients fetch: compressed at the highest Brotli level that its size allows, in the thread pool. The
 * uncompressed bytes are not stored: `write` writes them again for the few clients that do not accept Brotli.
 */
export async function storeCompressed(write: () => Buffer, etag: string): Promise<StoredResponse> {
  const identity = write()
  const level = identity.length <= MAX_HIGHEST_LEVEL_BYTES ? 11 : 5
  const brotliBytes = await promisify(brotliCompress)(identity, { params: brotliParams(level, identity.length) })
  return buildStoredResponse({ length: identity.length, etag, write, isKept: false }, { brotliBytes })
}

interface Body {
  length: number
  etag: string
  write: () => Buffer
  /** Whether the uncompressed bytes stay in memory. */
  isKept: boolean
}

const keepBody = (identity: Buffer, etag = hashEtag(identity)): Body => ({
  length: identity.length,
  etag,
  write: () => identity,
  isKept: true,
})

interface ResponseKind {
  type?: string
  status?: number
  headers?: Record<string, string>
  /** Body compressed beforehand. */
  brotliBytes?: Buffer
}

function buildStoredResponse(
  { length, etag, write, isKept }: Body,
  { type = 'application/json; charset=utf-8', status = 200, headers: extraHeaders, brotliBytes }: ResponseKind,
): StoredResponse {
  const headers = {
    ...responseHeaders,
    ETag: etag,
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding',
    ...extraHeaders,
  }
  const encodings = new Map<Encoding, Encoded>()
  if (brotliBytes) encodings.set('br', encoded('br', brotliBytes))

  const isSmall = length < COMPRESS_FROM
  // Compressed bodies never exceed the original by more than a few bytes.
  return { status, etag, headers, isSmall, maxBytes: length * (isSmall ? 1 : 3), encode }

  function encode(encoding: Encoding): Encoded {
    const existing = encodings.get(encoding)
    if (existing) return existing
    const result = encoded(encoding, compress(write(), encoding))
    if (isKept || encoding !== 'identity') encodings.set(encoding, result)
    return result
  }

  function encoded(encoding: Encoding, bytes: Buffer): Encoded {
    const body = { 'Content-Type': type, 'Content-Length': bytes.length }
    return { headers: { ...headers, ...body, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) }, bytes }
  }
}

function compress(identity: Buffer, encoding: Encoding): Buffer {
  if (encoding === 'identity') return identity
  return encoding === 'gzip'
    ? gzipSync(identity)
    : brotliCompressSync(identity, { params: brotliParams(5, identity.length) })
}

const brotliParams = (quality: number, size: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
})

/** Sends 304 when the ETag matches, otherwise the body. */
export function sendStored(req: IncomingMessage, res: ServerResponse, stored: StoredResponse): void {
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
