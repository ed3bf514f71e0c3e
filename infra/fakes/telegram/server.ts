import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readFields, sendJson, sendPage, serveLocally } from '../web.ts'
import type { Fields } from '../web.ts'
import { openWorld, STAFF } from './chat.ts'
import type { Person, World } from './chat.ts'
import { openFaults } from './faults.ts'
import type { Fault, Plan } from './faults.ts'
import { ApiError, methods } from './methods.ts'
import type { Webhook } from './methods.ts'

export interface TelegramOptions {
  port: number
  /** The only token that is let in; any well-formed one when absent. */
  token?: string | undefined
  staffChatId: number
  dataFile?: string | undefined
}

/** A Bot API on loopback with a page that plays the phones, and a control door for tests. */
export async function startTelegram({ port, token, staffChatId, dataFile }: TelegramOptions) {
  const world = openWorld({ staffChatId, dataFile })
  const faults = openFaults()
  const webhook: Webhook = { url: '' }
  const over = new AbortController()

  async function answer(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? '/', 'http://x').pathname
    const [, given, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (given !== undefined && method !== undefined) return answerBot(req, res, given, method)
    // A link to the bot opens the chat with it, as it does on a phone.
    if (path === '/' || path === `/${world.bot.username}`) return sendPage(res, new URL('page.html', import.meta.url))
    if (path === '/control/events') return world.feed.listen(res)
    const door = control[`${req.method} ${path}`]
    if (!door) return sendJson(res, 404, { ok: false, error_code: 404, description: 'Not Found' })
    sendJson(res, 200, door(await readFields(req)) ?? { ok: true })
  }

  async function answerBot(req: IncomingMessage, res: ServerResponse, given: string, method: string): Promise<void> {
    const run = methods[method]
    if (!/^\d+:[\w-]+$/.test(given) || !run) throw new ApiError(404, 'Not Found')
    if (token !== undefined && given !== token) throw new ApiError(401, 'Unauthorized')
    const fields = await readFields(req)
    const fault = faults.next(method)
    if (fault?.kind === 'refuse') return void req.socket.destroy()
    if (fault?.kind === 'hang' && !fault.accepted) return hang(req, fault)
    if (fault) throwIfError(fault)

    const gone = new AbortController()
    res.once('close', () => gone.abort())
    const result = await run({ world, fields, webhook, signal: AbortSignal.any([gone.signal, over.signal]) })
    const cut = fault?.kind === 'cut' || fault?.kind === 'hang'
    if (isMessage(result)) {
      const { chat, message_id, text = '' } = result
      world.record({ at: new Date().toISOString(), method, chatId: chat.id, messageId: message_id, text, cut })
    }
    if (fault?.kind === 'cut') return void req.socket.destroy()
    if (fault?.kind === 'hang') return hang(req, fault)
    sendJson(res, 200, { ok: true, result })
  }

  async function hang(req: IncomingMessage, { ms = 60_000 }: { ms?: number }): Promise<void> {
    await sleep(ms, undefined, { signal: over.signal }).catch(() => {})
    req.socket.destroy()
  }

  const control: Record<string, (fields: Fields) => unknown> = {
    'GET /control/messages': () => world.ledger,
    'GET /control/state': ({ phone }) => ({
      me: typeof phone === 'string' ? world.personWith(phone) : customerOf(world, undefined),
      staffChat: world.staffChat,
      bot: world.bot,
      people: [...world.people.values()],
      messages: [...world.messages.values()].slice(-400),
    }),
    'GET /control/faults': () => ({ plan: faults.plan, happened: faults.happened }),
    'POST /control/faults': (plan) => faults.set(plan as Plan),
    'POST /control/say': (fields) => say(world, fields),
    'POST /control/contact': ({ as }) => shareContact(world, customerOf(world, as)),
    'POST /control/tap': (fields) => tap(world, fields),
    /** Tells the bot anything, true or not: what a forger would like Telegram to say. */
    'POST /control/update': (update) => world.announce(update),
  }

  void pushUpdates(world, webhook, over.signal)
  const server = await serveLocally(port, (req, res) => {
    answer(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) return
      if (!(error instanceof ApiError))
        return sendJson(res, 400, { ok: false, error_code: 400, description: `Bad Request: ${String(error)}` })
      const { code, message, parameters } = error
      sendJson(res, code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) })
    })
  })
  return {
    port: server.port,
    world,
    faults,
    webhook,
    async [Symbol.asyncDispose]() {
      over.abort()
      await server[Symbol.asyncDispose]()
    },
  }
}

function throwIfError(fault: Fault): void {
  if (fault.kind === 'retry_after') {
    const { seconds = 1 } = fault
    throw new ApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
  }
  if (fault.kind === 'error') {
    const { code = 500, description = code === 500 ? 'Internal Server Error' : 'Bad Request', parameters } = fault
    throw new ApiError(code, description, parameters)
  }
}

function isMessage(result: unknown): result is World['messages'] extends Map<string, infer M> ? M : never {
  return typeof result === 'object' && result !== null && 'message_id' in result
}

/** `as` is a person's id; nobody means the first customer. */
function customerOf(world: World, as: unknown): Person {
  return world.person(Number(as ?? [...world.people.keys()][0]))
}

/** Somebody types: staff into the group, a customer into the private chat with the bot. */
function say(world: World, { as, text }: Fields): void {
  const words = String(text)
  const entities = words.startsWith('/')
    ? [{ type: 'bot_command', offset: 0, length: words.split(' ')[0]?.length ?? 0 }]
    : undefined
  const content = { text: words, ...(entities && { entities }) }
  if (as === 'staff') return world.announce({ message: world.post(world.staffChat, STAFF, content) })
  const { user } = customerOf(world, as)
  world.start(user.id)
  const chat = world.chatOf(user.id)
  if (chat) world.announce({ message: world.post(chat, user, content) })
}

function shareContact(world: World, { user, phone }: Person): void {
  world.start(user.id)
  const chat = world.chatOf(user.id)
  const contact = { phone_number: phone.replace('+', ''), first_name: user.first_name, user_id: user.id }
  if (chat) world.announce({ message: world.post(chat, user, { contact }) })
}

function tap(world: World, { chatId, messageId, data }: Fields): void {
  const message = world.messages.get(`${Number(chatId)}:${Number(messageId)}`)
  if (!message) throw new ApiError(400, 'Bad Request: message not found')
  const from = message.chat.id === world.staffChat.id ? STAFF : customerOf(world, message.chat.id).user
  world.announce({
    callback_query: { id: randomUUID(), from, message, chat_instance: String(message.chat.id), data: String(data) },
  })
}

/** Carries updates to the webhook in order; one that is not taken is tried again, as Telegram does. */
async function pushUpdates(world: World, webhook: Webhook, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    const [update] = world.updates
    if (!update || !webhook.url) {
      await Promise.race([world.nextUpdate(over), sleep(200)])
      continue
    }
    try {
      const headers = {
        'content-type': 'application/json',
        ...(webhook.secret && { 'x-telegram-bot-api-secret-token': webhook.secret }),
      }
      const response = await fetch(webhook.url, {
        method: 'POST',
        headers,
        body: JSON.stringify(update),
        signal: AbortSignal.timeout(10_000),
      })
      if (!response.ok) throw new Error(`Wrong response from the webhook: ${response.status}`)
      const at = world.updates.indexOf(update)
      if (at !== -1) world.updates.splice(at, 1)
    } catch {
      await sleep(1_000, undefined, { signal: over }).catch(() => {})
    }
  }
}
