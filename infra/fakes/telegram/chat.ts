import { openFeed, openJournal } from '../web.ts'

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
export interface LedgerEntry {
  at: string
  method: string
  chatId: number
  messageId: number
  text: string
  /** The message was taken and the reply cut on purpose: the sender cannot know that it arrived. */
  cut: boolean
}

export interface Update {
  update_id: number
  message?: Message
  callback_query?: { id: string; from: User; message: Message; chat_instance: string; data: string }
}

export interface Person {
  user: User
  phone: string
  /** A bot may not write first. */
  started: boolean
}

type Entry =
  | { message: Message }
  | { ledger: LedgerEntry }
  | { started: number }
  | { person: Pick<Person, 'user' | 'phone'> }

export type World = ReturnType<typeof openWorld>

export const STAFF: User = { id: 5001, is_bot: false, first_name: 'Марія (склад)' }
const CUSTOMER_ID = 7001

/** Everything the stand-in knows: one staff group, its people, the messages and the updates nobody fetched yet. */
export function openWorld({ staffChatId, dataFile }: { staffChatId: number; dataFile?: string | undefined }) {
  const journal = openJournal<Entry>(dataFile)
  const feed = openFeed()
  const bot: User = { id: 1, is_bot: true, first_name: 'Цедра', username: 'tsedra_local_bot' }
  const staffChat: Chat = { id: staffChatId, type: 'supergroup', title: 'Цедра: замовлення' }
  const people = new Map<number, Person>()
  const messages = new Map<string, Message>()
  const ledger: LedgerEntry[] = []
  const updates: Update[] = []
  const waiting = new Set<() => void>()
  let lastMessageId = 0
  // Time keeps update ids growing over restarts.
  let lastUpdateId = Math.floor(Date.now() / 1000)

  person(CUSTOMER_ID, 'Олена', '+380671234567')
  for (const entry of journal.before) {
    if ('message' in entry) keep(entry.message)
    else if ('ledger' in entry) ledger.push(entry.ledger)
    else if ('person' in entry) people.set(entry.person.user.id, { ...entry.person, started: false })
    else person(entry.started).started = true
  }

  function person(id: number, firstName = `Покупець ${id}`, phone = ''): Person {
    const known = people.get(id) ?? { user: { id, is_bot: false, first_name: firstName }, phone, started: false }
    people.set(id, known)
    return known
  }

  function keep(message: Message): void {
    messages.set(`${message.chat.id}:${message.message_id}`, message)
    lastMessageId = Math.max(lastMessageId, message.message_id)
  }

  function put(message: Message): Message {
    keep(message)
    journal.write({ message })
    feed.tell('message', message)
    return message
  }

  function chatOf(id: number): Chat | undefined {
    if (id === staffChat.id) return staffChat
    const known = people.get(id)
    return known && { id, type: 'private', first_name: known.user.first_name }
  }

  function post(chat: Chat, from: User, content: Partial<Message>): Message {
    return put({ message_id: lastMessageId + 1, date: Math.floor(Date.now() / 1000), chat, from, ...content })
  }

  function announce(update: Omit<Update, 'update_id'>): void {
    updates.push({ update_id: ++lastUpdateId, ...update })
    for (const wake of Array.from(waiting)) wake()
  }

  return {
    bot,
    staffChat,
    people,
    messages,
    ledger,
    updates,
    feed,
    person,
    chatOf,
    post,
    put,
    announce,
    /** Resolves at the next update. */
    nextUpdate: (signal: AbortSignal) =>
      new Promise<void>((resolve) => {
        const wake = () => {
          waiting.delete(wake)
          resolve()
        }
        waiting.add(wake)
        signal.addEventListener('abort', wake, { once: true })
      }),
    /** The account of that number; one account has one number, so another number is another person. */
    personWith(phone: string): Person {
      const known = [...people.values()].find((each) => each.phone === phone)
      if (known) return known
      const made = person(Math.max(...people.keys()) + 1, `Покупець ${phone.slice(-4)}`, phone)
      const { user } = made
      journal.write({ person: { user, phone } })
      return made
    },
    record(entry: LedgerEntry) {
      ledger.push(entry)
      journal.write({ ledger: entry })
    },
    /** A person presses Start in the private chat: from now on the bot may write there. */
    start(id: number) {
      const known = person(id)
      if (known.started) return
      known.started = true
      journal.write({ started: id })
    },
  }
}
