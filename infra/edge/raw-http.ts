import { connect } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'

interface Conversation {
  port: number
  host?: string
  /** Sent in this order; a number is a pause in ms. */
  send: readonly (string | number)[]
  /** Ends the sending side afterwards, as a client that breaks off an upload. */
  halfClose?: boolean
  /** Stops waiting after so many ms, for servers that keep the connection open. */
  withinMs?: number
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
export async function talk({
  port,
  host = '127.0.0.1',
  send,
  halfClose,
  withinMs = 5_000,
}: Conversation): Promise<RawResponse> {
  const startedAt = performance.now()
  const socket = connect({ port, host: host.replace(/[[\]]/g, ''), allowHalfOpen: true })
  const parts: Buffer[] = []
  socket.on('data', (part: Buffer) => parts.push(part))
  socket.on('error', () => {})
  const closed = new Promise<boolean>((resolve) => {
    socket.once('end', () => resolve(true))
    socket.once('close', () => resolve(true))
  })
  for (const part of send) {
    if (typeof part === 'number') await Promise.race([pause(part), closed])
    else if (socket.writable) socket.write(part)
  }
  if (halfClose) socket.end()
  const timeout = new AbortController()
  const isClosed = await Promise.race([closed, pause(withinMs, false, { signal: timeout.signal }).catch(() => false)])
  timeout.abort()
  socket.destroy()
  return { ...parse(Buffer.concat(parts).toString()), isClosed, ms: performance.now() - startedAt }
}

function parse(text: string): Pick<RawResponse, 'status' | 'headers' | 'body'> {
  const [head = '', ...rest] = text.split('\r\n\r\n')
  const [statusLine = '', ...lines] = head.split('\r\n')
  const headers = new Headers()
  for (const line of lines) {
    const [name = '', ...value] = line.split(':')
    if (name) headers.append(name, value.join(':').trim())
  }
  const body = rest.join('\r\n\r\n')
  const isChunked = headers.get('transfer-encoding') === 'chunked'
  return { status: Number(statusLine.split(' ')[1] ?? 0), headers, body: isChunked ? unchunked(body) : body }
}

function unchunked(body: string): string {
  const [size = '', ...rest] = body.split('\r\n')
  const length = Number.parseInt(size, 16)
  if (!length) return ''
  const following = Buffer.from(rest.join('\r\n'))
  return following.subarray(0, length).toString() + unchunked(following.subarray(length + 2).toString())
}

/** The head of a request with `Connection: close`; `headers` are added. */
export const head = (line: string, headers: Record<string, string> = {}): string =>
  [
    `${line} HTTP/1.1`,
    'Host: localhost',
    ...Object.entries({ Connection: 'close', ...headers }).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
