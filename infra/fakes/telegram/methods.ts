import type { Fields } from '../fake-server.ts'
import type { Chat, Message, Update, TelegramState } from './telegram-state.ts'

/** A "no" of the Bot API in its own shape. */
export class BotApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  readonly parameters: Fields | undefined
  constructor(code: number, description: string, parameters?: Fields) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

export interface MethodCall {
  state: TelegramState
  fields: Fields
  webhook: Webhook
  /** Aborts when the client disconnects. */
  signal: AbortSignal
}

/** URL of the webhook, when one is set. */
export interface Webhook {
  url: string
  secret?: string | undefined
  /** Requested kinds of updates. */
  allowedUpdates?: unknown
  poller?: AbortController
}

type Method = (call: MethodCall) => unknown

const MAX_TEXT_LENGTH = 4096
const MAX_POLL_S = 50

/** The methods that the shop uses, by their names on the wire. */
export const methods: Record<string, Method> = {
  getMe: ({ state }) => ({
    ...state.bot,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  }),
  getChat: ({ state, fields }) => requireChat(state, fields),
  getChatMember({ state, fields }) {
    requireChat(state, fields)
    if (Number(fields.user_id) !== state.bot.id) throw new BotApiError(400, 'Bad Request: user not found')
    return { status: 'member', user: state.bot }
  },
  sendMessage,
  editMessageText,
  answerCallbackQuery({ state, fields }) {
    if (typeof fields.text === 'string') state.feed.send('toast', fields.text)
    return true
  },
  getUpdates,
  setWebhook({ fields, webhook }) {
    webhook.url = asString(fields.url) ?? ''
    webhook.secret = asString(fields.secret_token)
    webhook.allowedUpdates = parseField(fields.allowed_updates)
    return true
  },
  deleteWebhook({ webhook }) {
    webhook.url = ''
    return true
  },
}

function sendMessage({ state, fields }: MethodCall): Message {
  const chat = requireChat(state, fields)
  const replyMarkup = parseField(fields.reply_markup)
  return state.post(chat, state.bot, {
    text: requireText(fields),
    ...(replyMarkup !== undefined && { reply_markup: replyMarkup }),
  })
}

function editMessageText({ state, fields }: MethodCall): Message {
  const chat = requireChat(state, fields)
  const message = state.messages.get(`${chat.id}:${Number(fields.message_id)}`)
  if (!message || message.from.id !== state.bot.id) throw new BotApiError(400, 'Bad Request: message to edit not found')
  const text = requireText(fields)
  const { reply_markup: currentMarkup, ...messageWithoutMarkup } = message
  const replyMarkup = parseField(fields.reply_markup)
  if (text === message.text && JSON.stringify(currentMarkup) === JSON.stringify(replyMarkup)) {
    throw new BotApiError(
      400,
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
    )
  }
  const edited = { ...messageWithoutMarkup, text, edit_date: Math.floor(Date.now() / 1000) }
  return state.put(replyMarkup === undefined ? edited : { ...edited, reply_markup: replyMarkup })
}

/** Updates below `offset` are confirmed and gone; a second poller ends the first one. */
async function getUpdates({ state, fields, webhook, signal }: MethodCall): Promise<Update[]> {
  if (webhook.url)
    throw new BotApiError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  webhook.poller?.abort()
  const poller = new AbortController()
  webhook.poller = poller

  const offset = Number(fields.offset ?? 0)
  const confirmed = state.updates.findIndex(({ update_id }) => update_id >= offset)
  if (offset > 0) state.updates.splice(0, confirmed === -1 ? state.updates.length : confirmed)

  const pollTimeout = AbortSignal.timeout(Math.min(Number(fields.timeout ?? 0), MAX_POLL_S) * 1000)
  const pollEnd = AbortSignal.any([pollTimeout, signal, poller.signal])
  while (state.updates.length === 0 && !pollEnd.aborted) await state.waitForUpdate(pollEnd)
  if (poller.signal.aborted)
    throw new BotApiError(
      409,
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    )
  return state.updates.slice(0, Number(fields.limit ?? 100))
}

function requireChat(state: TelegramState, fields: Fields): Chat {
  if (fields.chat_id === undefined || fields.chat_id === '') throw new BotApiError(400, 'Bad Request: chat_id is empty')
  const chat = state.chatOf(Number(fields.chat_id))
  if (!chat) throw new BotApiError(400, 'Bad Request: chat not found')
  if (chat.type === 'private' && !state.people.get(chat.id)?.started) {
    throw new BotApiError(403, "Forbidden: bot can't initiate conversation with a user")
  }
  return chat
}

function requireText(fields: Fields): string {
  const text = asString(fields.text) ?? ''
  if (text.trim() === '') throw new BotApiError(400, 'Bad Request: message text is empty')
  if (text.length > MAX_TEXT_LENGTH) throw new BotApiError(400, 'Bad Request: message is too long')
  return text
}

/** Forms carry structured fields as JSON text. */
function parseField(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? JSON.parse(value) : value
}

const asString = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
