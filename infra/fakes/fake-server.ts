import { once } from 'node:events'
import { appendFileSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { dirname } from 'node:path'

export type Fields = Record<string, unknown>

const MAX_BODY_LENGTH = 1_000_000

/** Query, JSON and form fields in one object, as the Bot API takes them. */
export async function readFields(req: IncomingMessage): Promise<Fields> {
  const fields: Fields = Object.fromEntries(new URL(req.url ?? '/', 'http://x').searchParams)
  let body = ''
  for await (const chunk of req.setEncoding('utf8')) {
    body += chunk as string
    if (body.length > MAX_BODY_LENGTH) throw new Error('body too large')
  }
  if (body === '') return fields
  const isForm = (req.headers['content-type'] ?? '').startsWith('application/x-www-form-urlencoded')
  return Object.assign(fields, isForm ? Object.fromEntries(new URLSearchParams(body)) : (JSON.parse(body) as Fields))
}

export function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json; charset=utf-8' }).end(JSON.stringify(body))
}

export function sendPage(res: ServerResponse, file: URL): void {
  res
    .writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' })
    .end(readFileSync(file))
}

/** Server-sent events: every connected page receives the events from now on. */
export function openEventStream() {
  const listeners = new Set<ServerResponse>()
  return {
    subscribe(res: ServerResponse) {
      res.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' }).write(':\n\n')
      listeners.add(res)
      res.once('close', () => listeners.delete(res))
    },
    send(event: string, data: unknown) {
      for (const res of listeners) res.write(`event: ${event}\ndata: ${JSON.stringify(data)}\n\n`)
    },
  }
}

/** Lines of JSON in a file, or nowhere when there is no file; gives back what was written before. */
export function openJsonLines<T>(file: string | undefined): { entries: T[]; append: (entry: T) => void } {
  if (!file) return { entries: [], append: () => {} }
  mkdirSync(dirname(file), { recursive: true })
  return {
    entries: readLines(file).flatMap((line) => {
      try {
        return [JSON.parse(line) as T]
      } catch {
        return [] // The last line of a killed process may be half a line.
      }
    }),
    append: (entry) => appendFileSync(file, `${JSON.stringify(entry)}\n`),
  }
}

function readLines(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n').filter(Boolean)
  } catch {
    return []
  }
}

/**
 * Listens on loopback, unless HOST names another address, as inside a container. Closing also ends open
 * connections.
 */
export async function serveOnLoopback(
  port: number,
  listener: RequestListener,
): Promise<AsyncDisposable & { port: number }> {
  const server = createServer(listener)
  server.listen(port, process.env['HOST'] ?? '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  return {
    port: typeof address === 'object' && address ? address.port : port,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/**
 * Ends the process with 78, EX_CONFIG of sysexits(3), in a production: a stand-in keeps to itself what was meant for
 * people (infra/decisions/0015-containers.md).
 */
export function exitInProduction(environment: string | undefined): void {
  // mutation test: fakes-not-in-production
  if (environment !== 'production') return
  process.stderr.write('NODE_ENV: a stand-in has no place in production\n')
  process.exit(78)
}

/** Runs until the supervisor ends it. */
export async function runUntilStopped(running: AsyncDisposable): Promise<void> {
  await Promise.race([once(process, 'SIGTERM'), once(process, 'SIGINT')])
  await running[Symbol.asyncDispose]()
}
