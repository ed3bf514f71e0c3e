import type { Fields } from '../web.ts'
import type { Chat, Message, Update, World } from './chat.ts'

/** A "no" of the Bot API in its own shape. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly code: number
  readonly parameters: Fields | undefined
  constructor(code: number, description: string, parameters?: Fields) {
    super(description)
    this.code = code
    this.parameters = parameters
  }
}

export interface Call {
  world: World
  fields: Fields
  webhook: Webhook
  /** Aborts when the caller has gone away. */
  signal: AbortSignal
}

/** Where updates are pushed to, when somebody asked for that. */
export interface Webhook {
  url: string
  secret?: string | undefined
  /** Kinds of updates that were asked for. */
  allowed?: unknown
  poller?: AbortController
}

type Method = (call: Call) => unknown

const LONGEST_TEXT = 4096
const LONGEST_POLL_S = 50

/** The methods that the shop uses, by their names on the wire. */
export const methods: Record<string, Method> = {
  getMe: ({ world }) => ({
    ...world.bot,
    can_join_groups: true,
    can_read_all_group_messages: false,
    supports_inline_queries: false,
  }),
  sendMessage,
  editMessageText,
  answerCallbackQuery({ world, fields }) {
    if (typeof fields.text === 'string') world.feed.tell('toast', fields.text)
    return true
  },
  getUpdates,
  setWebhook({ fields, webhook }) {
    webhook.url = stringOf(fields.url) ?? ''
    webhook.secret = stringOf(fields.secret_token)
    webhook.allowed = parsed(fields.allowed_updates)
    return true
  },
  deleteWebhook({ webhook }) {
    webhook.url = ''
    return true
  },
}

function sendMessage({ world, fields }: Call): Message {
  const chat = chatFor(world, fields)
  const replyMarkup = parsed(fields.reply_markup)
  return world.post(chat, world.bot, {
    text: textOf(fields),
    ...(replyMarkup !== undefined && { reply_markup: replyMarkup }),
  })
}

function editMessageText({ world, fields }: Call): Message {
  const chat = chatFor(world, fields)
  const message = world.messages.get(`${chat.id}:${Number(fields.message_id)}`)
  if (!message || message.from.id !== world.bot.id) throw new ApiError(400, 'Bad Request: message to edit not found')
  const text = textOf(fields)
  const { reply_markup: before, ...rest } = message
  const replyMarkup = parsed(fields.reply_markup)
  if (text === message.text && JSON.stringify(before) === JSON.stringify(replyMarkup)) {
    throw new ApiError(
      400,
      'Bad Request: message is not modified: specified new message content and reply markup are exactly the same',
    )
  }
  const edited = { ...rest, text, edit_date: Math.floor(Date.now() / 1000) }
  return world.put(replyMarkup === undefined ? edited : { ...edited, reply_markup: replyMarkup })
}

/** Updates below `offset` are confirmed and gone; a second poller ends the first one. */
async function getUpdates({ world, fields, webhook, signal }: Call): Promise<Update[]> {
  if (webhook.url)
    throw new ApiError(
      409,
      "Conflict: can't use getUpdates method while webhook is active; use deleteWebhook to delete the webhook first",
    )
  webhook.poller?.abort()
  const mine = new AbortController()
  webhook.poller = mine

  const offset = Number(fields.offset ?? 0)
  const confirmed = world.updates.findIndex(({ update_id }) => update_id >= offset)
  if (offset > 0) world.updates.splice(0, confirmed === -1 ? world.updates.length : confirmed)

  const patience = AbortSignal.timeout(Math.min(Number(fields.timeout ?? 0), LONGEST_POLL_S) * 1000)
  const over = AbortSignal.any([patience, signal, mine.signal])
  while (world.updates.length === 0 && !over.aborted) await world.nextUpdate(over)
  if (mine.signal.aborted)
    throw new ApiError(
      409,
      'Conflict: terminated by other getUpdates request; make sure that only one bot instance is running',
    )
  return world.updates.slice(0, Number(fields.limit ?? 100))
}

function chatFor(world: World, fields: Fields): Chat {
  if (fields.chat_id === undefined || fields.chat_id === '') throw new ApiError(400, 'Bad Request: chat_id is empty')
  const chat = world.chatOf(Number(fields.chat_id))
  if (!chat) throw new ApiError(400, 'Bad Request: chat not found')
  if (chat.type === 'private' && !world.people.get(chat.id)?.started) {
    throw new ApiError(403, "Forbidden: bot can't initiate conversation with a user")
  }
  return chat
}

function textOf(fields: Fields): string {
  const text = stringOf(fields.text) ?? ''
  if (text.trim() === '') throw new ApiError(400, 'Bad Request: message text is empty')
  if (text.length > LONGEST_TEXT) throw new ApiError(400, 'Bad Request: message is too long')
  return text
}

/** Forms carry structured fields as JSON text. */
function parsed(value: unknown): unknown {
  return typeof value === 'string' && value !== '' ? JSON.parse(value) : value
}

const stringOf = (value: unknown): string | undefined => (typeof value === 'string' ? value : undefined)
