import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { readFields, sendJson, sendPage, serveOnLoopback } from '../fake-server.ts'
import type { Fields } from '../fake-server.ts'
import { openTelegramState, STAFF } from './telegram-state.ts'
import type { TelegramUser, TelegramState } from './telegram-state.ts'
import { createFaultInjector } from './faults.ts'
import type { Fault, FaultPlan } from './faults.ts'
import { BotApiError, methods } from './methods.ts'
import type { Webhook } from './methods.ts'

export interface FakeTelegramOptions {
  port: number
  /** The only token that is let in; any well-formed one when absent. */
  token?: string | undefined
  staffChatId: number
  dataFile?: string | undefined
}

/** Serves a Bot API on loopback with a page that plays the phones, and control endpoints for tests. */
export async function startFakeTelegram({ port, token, staffChatId, dataFile }: FakeTelegramOptions) {
  const state = openTelegramState({ staffChatId, dataFile })
  const faultInjector = createFaultInjector()
  const webhook: Webhook = { url: '' }
  const stopping = new AbortController()

  async function handleRequest(req: IncomingMessage, res: ServerResponse): Promise<void> {
    const path = new URL(req.url ?? '/', 'http://x').pathname
    const [, requestToken, method] = /^\/bot([^/]+)\/(\w+)$/.exec(path) ?? []
    if (requestToken !== undefined && method !== undefined) return handleBotCall(req, res, requestToken, method)
    // A link to the bot opens the chat with it, as it does on a phone.
    if (path === '/' || path === `/${state.bot.username}`) return sendPage(res, new URL('page.html', import.meta.url))
    if (path === '/control/events') return state.feed.subscribe(res)
    const handler = control[`${req.method} ${path}`]
    if (!handler) return sendJson(res, 404, { ok: false, error_code: 404, description: 'Not Found' })
    sendJson(res, 200, handler(await readFields(req)) ?? { ok: true })
  }

  async function handleBotCall(
    req: IncomingMessage,
    res: ServerResponse,
    requestToken: string,
    method: string,
  ): Promise<void> {
    const callMethod = methods[method]
    if (!/^\d+:[\w-]+$/.test(requestToken) || !callMethod) throw new BotApiError(404, 'Not Found')
    if (token !== undefined && requestToken !== token) throw new BotApiError(401, 'Unauthorized')
    const fields = await readFields(req)
    const fault = faultInjector.next(method)
    if (fault?.kind === 'refuse') return void req.socket.destroy()
    if (fault?.kind === 'hang' && !fault.accepted) return hang(req, fault)
    if (fault) throwApiFault(fault)

    const disconnected = new AbortController()
    res.once('close', () => disconnected.abort())
    const result = await callMethod({
      state,
      fields,
      webhook,
      signal: AbortSignal.any([disconnected.signal, stopping.signal]),
    })
    const isCut = fault?.kind === 'cut' || fault?.kind === 'hang'
    if (isMessage(result)) {
      const { chat, message_id, text = '' } = result
      state.recordDelivery({
        at: new Date().toISOString(),
        method,
        chatId: chat.id,
        messageId: message_id,
        text,
        cut: isCut,
      })
    }
    if (fault?.kind === 'cut') return void req.socket.destroy()
    if (fault?.kind === 'hang') return hang(req, fault)
    sendJson(res, 200, { ok: true, result })
  }

  async function hang(req: IncomingMessage, { ms = 60_000 }: { ms?: number }): Promise<void> {
    await sleep(ms, undefined, { signal: stopping.signal }).catch(() => {})
    req.socket.destroy()
  }

  const control: Record<string, (fields: Fields) => unknown> = {
    'GET /control/messages': () => state.ledger,
    'GET /control/state': ({ phone }) => ({
      me: typeof phone === 'string' ? state.getOrCreateUserByPhone(phone) : findCustomer(state, undefined),
      staffChat: state.staffChat,
      bot: state.bot,
      people: [...state.people.values()],
      messages: [...state.messages.values()].slice(-400),
    }),
    'GET /control/faults': () => ({ plan: faultInjector.plan, happened: faultInjector.happened }),
    'POST /control/faults': (plan) => faultInjector.set(plan as FaultPlan),
    'POST /control/say': (fields) => sendUserText(state, fields),
    'POST /control/contact': ({ as }) => shareContact(state, findCustomer(state, as)),
    'POST /control/tap': (fields) => tapButton(state, fields),
    /** Sends any update to the bot, valid or forged. */
    'POST /control/update': (update) => state.announce(update),
  }

  void pushUpdates(state, webhook, stopping.signal)
  const server = await serveOnLoopback(port, (req, res) => {
    handleRequest(req, res).catch((error: unknown) => {
      if (res.headersSent || res.destroyed) return
      if (!(error instanceof BotApiError))
        return sendJson(res, 400, { ok: false, error_code: 400, description: `Bad Request: ${String(error)}` })
      const { code, message, parameters } = error
      sendJson(res, code, { ok: false, error_code: code, description: message, ...(parameters && { parameters }) })
    })
  })
  return {
    port: server.port,
    world: state,
    faults: faultInjector,
    webhook,
    async [Symbol.asyncDispose]() {
      stopping.abort()
      await server[Symbol.asyncDispose]()
    },
  }
}

function throwApiFault(fault: Fault): void {
  if (fault.kind === 'retry_after') {
    const { seconds = 1 } = fault
    throw new BotApiError(429, `Too Many Requests: retry after ${seconds}`, { retry_after: seconds })
  }
  if (fault.kind === 'error') {
    const { code = 500, description = code === 500 ? 'Internal Server Error' : 'Bad Request', parameters } = fault
    throw new BotApiError(code, description, parameters)
  }
}

function isMessage(result: unknown): result is TelegramState['messages'] extends Map<string, infer M> ? M : never {
  return typeof result === 'object' && result !== null && 'message_id' in result
}

/** `as` is the id of a Telegram user; the first customer when absent. */
function findCustomer(state: TelegramState, userId: unknown): TelegramUser {
  return state.person(Number(userId ?? [...state.people.keys()][0]))
}

/** Sends a message as a user: staff to the group, a customer to the private chat with the bot. */
function sendUserText(state: TelegramState, { as, text }: Fields): void {
  const messageText = String(text)
  const entities = messageText.startsWith('/')
    ? [{ type: 'bot_command', offset: 0, length: messageText.split(' ')[0]?.length ?? 0 }]
    : undefined
  const content = { text: messageText, ...(entities && { entities }) }
  if (as === 'staff') return state.announce({ message: state.post(state.staffChat, STAFF, content) })
  const { user } = findCustomer(state, as)
  state.startChat(user.id)
  const chat = state.chatOf(user.id)
  if (chat) state.announce({ message: state.post(chat, user, content) })
}

function shareContact(state: TelegramState, { user, phone }: TelegramUser): void {
  state.startChat(user.id)
  const chat = state.chatOf(user.id)
  const contact = { phone_number: phone.replace('+', ''), first_name: user.first_name, user_id: user.id }
  if (chat) state.announce({ message: state.post(chat, user, { contact }) })
}

function tapButton(state: TelegramState, { chatId, messageId, data }: Fields): void {
  const message = state.messages.get(`${Number(chatId)}:${Number(messageId)}`)
  if (!message) throw new BotApiError(400, 'Bad Request: message not found')
  const from = message.chat.id === state.staffChat.id ? STAFF : findCustomer(state, message.chat.id).user
  state.announce({
    callback_query: { id: randomUUID(), from, message, chat_instance: String(message.chat.id), data: String(data) },
  })
}

/** Carries updates to the webhook in order; one that is not taken is tried again, as Telegram does. */
async function pushUpdates(state: TelegramState, webhook: Webhook, stopping: AbortSignal): Promise<void> {
  while (!stopping.aborted) {
    const [update] = state.updates
    if (!update || !webhook.url) {
      await Promise.race([state.waitForUpdate(stopping), sleep(200)])
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
      const index = state.updates.indexOf(update)
      if (index !== -1) state.updates.splice(index, 1)
    } catch {
      await sleep(1_000, undefined, { signal: stopping }).catch(() => {})
    }
  }
}
