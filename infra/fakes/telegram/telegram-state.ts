import { openEventStream, openJsonLines } from '../fake-server.ts'

export interface User {
  id: number
  is_bot: boolean
  first_name: string
  username?: string
}

export interface Chat {
  id: number
  type: 'private' | 'supergroup'
  title?: string
  first_name?: string
}

export interface Message {
  message_id: number
  date: number
  edit_date?: number
  chat: Chat
  from: User
  text?: string
  contact?: { phone_number: string; first_name: string; user_id?: number }
  entities?: { type: string; offset: number; length: number }[]
  reply_markup?: unknown
}

/** What happened, for tests: one entry for each message that the bot got through. */
export interface DeliveredMessage {
  at: string
  method: string
  chatId: number
  messageId: number
  text: string
  /** The message was accepted and the reply cut on purpose: the sender cannot determine whether it arrived. */
  cut: boolean
}

export interface Update {
  update_id: number
  message?: Message
  callback_query?: { id: string; from: User; message: Message; chat_instance: string; data: string }
}

export interface TelegramUser {
  user: User
  phone: string
  /** A bot may not write first. */
  started: boolean
}

type Entry =
  | { message: Message }
  | { ledger: DeliveredMessage }
  | { started: number }
  | { person: Pick<TelegramUser, 'user' | 'phone'> }

export type TelegramState = ReturnType<typeof openTelegramState>

export const STAFF: User = { id: 5001, is_bot: false, first_name: 'Марія (склад)' }
const CUSTOMER_ID = 7001

/** The state of the fake: one staff group, its users, the messages and the updates that were not fetched yet. */
export function openTelegramState({ staffChatId, dataFile }: { staffChatId: number; dataFile?: string | undefined }) {
  const log = openJsonLines<Entry>(dataFile)
  const events = openEventStream()
  const bot: User = { id: 1, is_bot: true, first_name: 'Цедра', username: 'tsedra_local_bot' }
  const staffChat: Chat = { id: staffChatId, type: 'supergroup', title: 'Цедра: замовлення' }
  const users = new Map<number, TelegramUser>()
  const messages = new Map<string, Message>()
  const delivered: DeliveredMessage[] = []
  const updates: Update[] = []
  const waiters = new Set<() => void>()
  let lastMessageId = 0
  // Time keeps update ids growing over restarts.
  let lastUpdateId = Math.floor(Date.now() / 1000)

  getOrCreateUser(CUSTOMER_ID, 'Олена', '+380671234567')
  for (const entry of log.entries) {
    if ('message' in entry) storeMessage(entry.message)
    else if ('ledger' in entry) delivered.push(entry.ledger)
    else if ('person' in entry) users.set(entry.person.user.id, { ...entry.person, started: false })
    else getOrCreateUser(entry.started).started = true
  }

  function getOrCreateUser(id: number, firstName = `Покупець ${id}`, phone = ''): TelegramUser {
    const existing = users.get(id) ?? { user: { id, is_bot: false, first_name: firstName }, phone, started: false }
    users.set(id, existing)
    return existing
  }

  function storeMessage(message: Message): void {
    messages.set(`${message.chat.id}:${message.message_id}`, message)
    lastMessageId = Math.max(lastMessageId, message.message_id)
  }

  function saveMessage(message: Message): Message {
    storeMessage(message)
    log.append({ message })
    events.send('message', message)
    return message
  }

  function findChat(id: number): Chat | undefined {
    if (id === staffChat.id) return staffChat
    const existing = users.get(id)
    return existing && { id, type: 'private', first_name: existing.user.first_name }
  }

  function postMessage(chat: Chat, from: User, content: Partial<Message>): Message {
    return saveMessage({ message_id: lastMessageId + 1, date: Math.floor(Date.now() / 1000), chat, from, ...content })
  }

  function queueUpdate(update: Omit<Update, 'update_id'>): void {
    updates.push({ update_id: ++lastUpdateId, ...update })
    for (const resume of Array.from(waiters)) resume()
  }

  return {
    bot,
    staffChat,
    people: users,
    messages,
    ledger: delivered,
    updates,
    feed: events,
    person: getOrCreateUser,
    chatOf: findChat,
    post: postMessage,
    put: saveMessage,
    announce: queueUpdate,
    /** Resolves at the next update. */
    waitForUpdate: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const resume = () => {
          waiters.delete(resume)
          resolve()
        }
        waiters.add(resume)
        signal.addEventListener('abort', resume, { once: true })
      }),
    /** The account of that number; one account has one number, so another number is another person. */
    getOrCreateUserByPhone(phone: string): TelegramUser {
      const existing = [...users.values()].find((user) => user.phone === phone)
      if (existing) return existing
      const created = getOrCreateUser(Math.max(...users.keys()) + 1, `Покупець ${phone.slice(-4)}`, phone)
      const { user } = created
      log.append({ person: { user, phone } })
      return created
    },
    recordDelivery(entry: DeliveredMessage) {
      delivered.push(entry)
      log.append({ ledger: entry })
    },
    /** A person presses Start in the private chat: from now on the bot may write there. */
    startChat(id: number) {
      const existing = getOrCreateUser(id)
      if (existing.started) return
      existing.started = true
      log.append({ started: id })
    },
  }
}
