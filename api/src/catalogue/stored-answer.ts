import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, brotliCompressSync, constants, gzipSync } from 'node:zlib'
import type { Request, Response } from 'express'
import { answerHeaders } from '../http/guard.ts'

type Encoding = 'br' | 'gzip' | 'identity'

interface Encoded {
  headers: Record<string, string | number>
  bytes: Buffer
}

/** A whole answer kept as bytes, in the encodings that were asked for so far. */
export interface StoredAnswer {
  readonly status: number
  readonly etag: string
  /** What goes with it whether the bytes do or not. */
  readonly headers: Record<string, string>
  /** Not worth compressing. */
  readonly isSmall: boolean
  /** Bytes that all encodings together can take. */
  readonly maxBytes: number
  as(encoding: Encoding): Encoded
}

/** Below this many bytes compression costs more than it saves. */
const COMPRESS_FROM = 512

/** For answers made on request: compressed quickly, and only when first asked for. */
export function storeAnswer(json: string, headers: Record<string, string> = {}): StoredAnswer {
  return stored(Buffer.from(json), headers)
}

/** The same for what is no JSON, or not there. */
export function storeText(text: string, type: string, status = 200): StoredAnswer {
  return stored(Buffer.from(text), {}, { type, status })
}

/** For answers made once and fetched by everybody: compressed as hard as Brotli can, in the thread pool. */
export async function storeTightly(json: string): Promise<StoredAnswer> {
  const identity = Buffer.from(json)
  const tight = await promisify(brotliCompress)(identity, { params: brotli(11, identity.length) })
  return stored(identity, {}, { tight })
}

interface Kind {
  type?: string
  status?: number
  /** Made beforehand. */
  tight?: Buffer
}

function stored(
  identity: Buffer,
  more: Record<string, string>,
  { type = 'application/json; charset=utf-8', status = 200, tight }: Kind = {},
): StoredAnswer {
  // Weak: the same for every encoding of one content (RFC 9110, section 8.8.1).
  const etag = `W/"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  const headers = {
    ...answerHeaders,
    ETag: etag,
    'Cache-Control': 'public, no-cache',
    Vary: 'Accept-Encoding',
    ...more,
  }
  const kept = new Map<Encoding, Encoded>([['identity', encoded('identity', identity)]])
  if (tight) kept.set('br', encoded('br', tight))

  const isSmall = identity.length < COMPRESS_FROM
  // Of what is compressed, neither coding makes it larger than it was, but for a few bytes.
  return { status, etag, headers, isSmall, maxBytes: identity.length * (isSmall ? 1 : 3), as }

  function as(encoding: Encoding): Encoded {
    const known = kept.get(encoding)
    if (known) return known
    const bytes =
      encoding === 'gzip' ? gzipSync(identity) : brotliCompressSync(identity, { params: brotli(5, identity.length) })
    const made = encoded(encoding, bytes)
    kept.set(encoding, made)
    return made
  }

  function encoded(encoding: Encoding, bytes: Buffer): Encoded {
    const body = { 'Content-Type': type, 'Content-Length': bytes.length }
    return { headers: { ...headers, ...body, ...(encoding !== 'identity' && { 'Content-Encoding': encoding }) }, bytes }
  }
}

const brotli = (quality: number, size: number) => ({
  [constants.BROTLI_PARAM_QUALITY]: quality,
  [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
  [constants.BROTLI_PARAM_SIZE_HINT]: size,
})

/** Sends 304 when the client has it already, else the bytes. All headers at once: Node writes them down as they are. */
export function sendStored(req: Request, res: Response, stored: StoredAnswer): void {
  if (stored.status === 200 && has(req.headers['if-none-match'], stored.etag)) {
    res.writeHead(304, stored.headers).end()
    return
  }
  const { headers, bytes } = stored.as(stored.isSmall ? 'identity' : preferred(req.headers['accept-encoding']))
  res.writeHead(stored.status, headers)
  res.end(bytes)
}

/** The weak comparison of RFC 9110, section 13.1.2. */
function has(ifNoneMatch: string | undefined, etag: string): boolean {
  if (!ifNoneMatch) return false
  if (ifNoneMatch === etag || ifNoneMatch.trim() === '*') return true
  const plain = etag.replace(/^W\//, '')
  return ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === plain)
}

function preferred(accepts: string | string[] | undefined): Encoding {
  const wanted = String(accepts ?? '')
  return brotliTaken.test(wanted) ? 'br' : gzipTaken.test(wanted) ? 'gzip' : 'identity'
}

/** Named among the codings and not weighed at zero (RFC 9110, section 12.5.3). */
const taken = (coding: string) => new RegExp(`(?:^|[\\s,])${coding}(?!\\s*;\\s*q=0(?:\\.0*)?(?:[\\s,]|$))(?:[\\s,;]|$)`)
const brotliTaken = taken('br')
const gzipTaken = taken('gzip')
