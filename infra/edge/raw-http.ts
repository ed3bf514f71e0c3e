import net, { type NetConnectOpts, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import tls from 'node:tls'

interface RawRequest {
  port: number
  host?: string
  isTls?: boolean
  /** Sent in this order; a number is a pause in ms. */
  parts: readonly (string | number)[]
  /** Ends the sending side afterwards, as a client that breaks off an upload. */
  halfClose?: boolean
  /** Stops waiting after so many ms, for servers that keep the connection open. */
  timeoutMs?: number
}

export interface RawResponse {
  /** 0 when the server closed the connection without a response. */
  status: number
  headers: Headers
  body: string
  /** Whether the server closed the connection within `withinMs`. */
  isClosed: boolean
  ms: number
}

/** Sends bytes that no HTTP client would send and returns the first response on the connection. */
export async function sendRawRequest({
  port,
  host = '127.0.0.1',
  isTls = false,
  parts,
  halfClose,
  timeoutMs = 5_000,
}: RawRequest): Promise<RawResponse> {
  const startedAt = performance.now()
  const socket = connect({ port, host: host.replace(/[[\]]/g, ''), allowHalfOpen: true }, isTls)
  const chunks: Buffer[] = []
  socket.on('data', (chunk: Buffer) => chunks.push(chunk))
  socket.on('error', () => {})
  const closed = new Promise<boolean>((resolve) => {
    socket.once('end', () => resolve(true))
    socket.once('close', () => resolve(true))
  })
  for (const chunk of parts) {
    if (typeof chunk === 'number') await Promise.race([pause(chunk), closed])
    else if (socket.writable) socket.write(chunk)
  }
  if (halfClose) socket.end()
  const timeout = new AbortController()
  const isClosed = await Promise.race([closed, pause(timeoutMs, false, { signal: timeout.signal }).catch(() => false)])
  timeout.abort()
  socket.destroy()
  return { ...parseResponse(Buffer.concat(chunks).toString()), isClosed, ms: performance.now() - startedAt }
}

/** Connects by TCP, or by TLS to the name that `buildRequestHead` has. */
export const connect = (options: NetConnectOpts, isTls: boolean): Socket =>
  isTls ? tls.connect({ ...options, servername: 'localhost' }) : net.connect(options)

function parseResponse(text: string): Pick<RawResponse, 'status' | 'headers' | 'body'> {
  const [head = '', ...bodyParts] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const [name = '', ...value] = line.split(':')
    if (name) headers.append(name, value.join(':').trim())
  }
  const body = bodyParts.join('\r\n\r\n')
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: isChunked ? decodeChunked(body) : body }
}

function decodeChunked(body: string): string {
  const [size = '', ...otherLines] = body.split('\r\n')
  const length = Number.parseInt(size, 16)
  if (!length) return ''
  const remainder = Buffer.from(otherLines.join('\r\n'))
  return remainder.subarray(0, length).toString() + decodeChunked(remainder.subarray(length + 2).toString())
}

/** The head of a request with `Connection: close`; `headers` are added. */
export const buildRequestHead = (line: string, headers: Record<string, string> = {}): string =>
  [
    `${line} HTTP/1.1`,
    ...Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    ),
    '',
    '',
  ].join('\r\n')
