import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

interface Call {
  path: string
  chatId: string
  text: string
  atMs: number
}

/** The response to one call; `ok` by default. */
type Behaviour =
  | 'ok'
  /** Accepts the message and closes the connection without a response. */
  | 'cut'
  /** Accepts the message and never responds. */
  | 'silent'
  | { status: number; description: string; parameters?: Record<string, number> }

export interface FakeBotApi extends AsyncDisposable {
  apiRoot: string
  /** Every received call, rejected ones too. */
  calls: Call[]
  /** The messages that arrived in the chat. */
  messages: Call[]
  /** Sets the responses of the next calls, one each. */
  answerNext(...behaviours: Behaviour[]): void
  answerAlways(behaviour: Behaviour): void
  /** Runs once when the next message has arrived, before the response. */
  onArrival(run: () => void): void
  stop(): Promise<void>
  restart(): Promise<void>
}

/** Starts a fake Bot API that can reject calls, time out, stop and restart. */
export async function startFakeBotApi(): Promise<FakeBotApi> {
  const calls: Call[] = []
  const messages: Call[] = []
  let queued: Behaviour[] = []
  let defaultBehaviour: Behaviour = 'ok'
  let arrival = () => {}
  let port = 0
  let server = createServer(handleRequest)
  await listen()

  return {
    apiRoot: `http://127.0.0.1:${port}`,
    calls,
    messages,
    answerNext: (...behaviours) => void (queued = behaviours),
    answerAlways: (behaviour) => void (defaultBehaviour = behaviour),
    onArrival: (run) => void (arrival = run),
    stop,
    restart: async () => {
      server = createServer(handleRequest)
      await listen()
    },
    [Symbol.asyncDispose]: stop,
  }

  function handleRequest(req: IncomingMessage, res: ServerResponse): void {
    let body = ''
    req.on('data', (part) => {
      body += String(part)
    })
    req.on('end', () => {
      const { chat_id: chatId, text } = JSON.parse(body) as { chat_id: string; text: string }
      const call = { path: req.url ?? '', chatId, text, atMs: Date.now() }
      calls.push(call)
      const behaviour = queued.shift() ?? defaultBehaviour
      if (typeof behaviour === 'object') {
        const { status, ...options } = behaviour
        res.writeHead(status, { 'content-type': 'application/json' })
        res.end(JSON.stringify({ ok: false, error_code: status, ...options }))
        return
      }
      messages.push(call)
      arrival()
      arrival = () => {}
      if (behaviour === 'cut') return void req.socket.destroy()
      if (behaviour === 'silent') return
      res.writeHead(200, { 'content-type': 'application/json' })
      res.end(JSON.stringify({ ok: true, result: { message_id: messages.length, chat: { id: Number(chatId) } } }))
    })
  }

  async function listen(): Promise<void> {
    await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()))
    port = (server.address() as AddressInfo).port
  }

  async function stop(): Promise<void> {
    server.closeAllConnections()
    await new Promise<void>((resolve) => server.close(() => resolve()))
  }
}
