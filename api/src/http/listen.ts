import { createServer, type RequestListener, STATUS_CODES } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { responseHeaders } from './request-guards.ts'

export interface RunningServer {
  readonly port: number
  /** Sends `Connection: close` with every response from now on, so that clients do not reuse a closing connection. */
  startDraining(): void
  /** Stops accepting connections, waits for requests in flight, then closes the remaining connections after `drainMs`. */
  close(drainMs: number): Promise<void>
}

const clientErrors: Record<string, { status: number; code: string; message: string }> = {
  HPE_HEADER_OVERFLOW: { status: 431, code: 'too_large', message: 'The headers are too large.' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 400, code: 'invalid_request', message: 'The request took too long to arrive.' },
}

/**
 * Starts the HTTP server with limits for slow or broken clients. Requests that Node rejects before Express are answered in
 * JSON too, but never with 408: browsers repeat a POST on it.
 *
 * @throws the listen error, for example EADDRINUSE
 */
export async function listen(app: RequestListener, port: number): Promise<RunningServer> {
  const server = createServer(
    { maxHeaderSize: 8_192, headersTimeout: 10_000, requestTimeout: 30_000, keepAliveTimeout: 65_000 },
    app,
  )
  server.on('clientError', answerClientError)
  await new Promise<void>((open, fail) => {
    server.once('error', fail)
    server.listen(port, () => {
      server.off('error', fail)
      open()
    })
  })
  return {
    port: (server.address() as AddressInfo).port,
    startDraining() {
      // mutation test: shutdown-closes-connections
      server.prependListener('request', (_req, res) => void res.setHeader('Connection', 'close'))
    },
    async close(drainMs) {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      server.closeIdleConnections()
      // mutation test: requests-drained
      const drainTimer = setTimeout(() => server.closeAllConnections(), drainMs)
      await closed
      clearTimeout(drainTimer)
    },
  }
}

/** Writes the response to the socket itself: Node has no response object for a request that it could not parse. */
function answerClientError(error: NodeJS.ErrnoException, socket: Duplex): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
  const { status, ...rest } = clientErrors[error.code ?? ''] ?? {
    status: 400,
    code: 'invalid_request',
    message: 'This is not HTTP.',
  }
  const body = JSON.stringify({ ...rest, requestId: 'none' })
  const headers = {
    ...responseHeaders,
    'Content-Type': 'application/json',
    'Content-Length': body.length,
    Connection: 'close',
  }
  const lines = Object.entries(headers).map(([name, value]) => `${name}: ${value}\r\n`)
  socket.end(`HTTP/1.1 ${status} ${STATUS_CODES[status]}\r\n${lines.join('')}\r\n${body}`)
}
