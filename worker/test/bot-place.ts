import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser, registration } from '../../api/test/people.ts'
import { openShop, type Shop } from '../../api/test/shop.ts'
import type { Message, Update } from '../../infra/fakes/telegram/chat.ts'
import { startTelegram } from '../../infra/fakes/telegram/server.ts'
import type { RunningWorker } from '../src/open-worker.ts'
import { forget, startWorker, TOKEN, until, type WorkerOptions } from './office.ts'

const STAFF_CHAT = -1001

/** Somebody's Telegram, in the private chat with the bot. */
export interface Phone {
  id: number
  number: string
  say(text: string): Promise<void>
  shareContact(): Promise<void>
  /** Presses a key of the bot's last message that has such a key. */
  tap(text: string): Promise<void>
  /** What the bot has said here, oldest first. */
  heard(): Message[]
  /** Waits until the last thing that the bot has said has these words. */
  hears(words: string | RegExp): Promise<Message>
}

export interface Begun {
  browser: Browser
  userId: string
  nonce: string
  /** Of the page. */
  shown: string
  poll(): Promise<Record<string, unknown>>
}

export type Place = Awaited<ReturnType<typeof openPlace>>

/** The API, a stand-in for Telegram and as many workers as a test opens, over one database. */
export async function openPlace(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  const telegram = await startTelegram({ port: 0, token: TOKEN, staffChatId: STAFF_CHAT })
  const { world } = telegram
  const apiRoot = `http://127.0.0.1:${telegram.port}`
  const prefix = `test-${randomUUID()}`
  const workers = new Set<RunningWorker>()

  async function control(door: string, fields: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const res = await fetch(`${apiRoot}/control/${door}`, { method: 'POST', headers, body: JSON.stringify(fields) })
    if (!res.ok) throw new Error(`${door}: ${res.status}`)
  }

  function phone(number: string): Phone {
    const { id } = world.personWith(number).user
    const heard = () =>
      [...world.messages.values()].filter(({ chat, from }) => chat.id === id && from.id === world.bot.id)
    return {
      id,
      number,
      heard,
      say: (text) => control('say', { as: id, text }),
      shareContact: () => control('contact', { as: id }),
      async tap(text) {
        const found = heard().flatMap(({ message_id: messageId, reply_markup: markup }) => {
          const rows =
            (markup as { inline_keyboard?: { text: string; callback_data: string }[][] })?.inline_keyboard ?? []
          const key = rows.flat().find((each) => each.text === text)
          return key ? [{ messageId, data: key.callback_data }] : []
        })
        const last = found.at(-1)
        if (!last) throw new Error(`no key ${text}`)
        await control('tap', { chatId: id, ...last })
      },
      async hears(words) {
        const fits = () =>
          heard().findLast(({ text = '' }) => (typeof words === 'string' ? text.includes(words) : words.test(text)))
        await until(() => fits() !== undefined)
        return fits() as Message
      },
    }
  }

  return {
    shop,
    db: shop.db,
    telegram,
    apiRoot,
    /** First part of the names in Redis. */
    prefix,
    phone,
    /** Tells the bot what nobody has done; everything else in it is as Telegram would have it. */
    forge: (update: Omit<Update, 'update_id'>) => control('update', update),
    openWorker(options: WorkerOptions = {}) {
      const where = { databaseUrl: shop.database.url, apiRoot, chatId: String(STAFF_CHAT), prefix }
      const worker = startWorker(where, { bot: { name: 'tsedra_local_bot' }, ...options })
      workers.add(worker)
      return worker
    },
    async close(worker: RunningWorker) {
      workers.delete(worker)
      await worker.close()
    },
    /** Every update that was told so far has been dealt with. */
    settled: (updates: number) =>
      until(async () => {
        const row = await shop.db('telegram_updates').count('*', { as: 'seen' }).first()
        return Number(row?.['seen']) >= updates
      }, 20_000),
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers].map((worker) => worker.close()))
      await telegram[Symbol.asyncDispose]()
      await forget(prefix)
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** A browser that registers with a phone. */
export async function begin(shop: Shop, emailOrPhone: string, changes: Record<string, unknown> = {}): Promise<Begun> {
  const browser = openBrowser(shop)
  const wanted = registration({ emailOrPhone, ...changes })
  const { body } = await browser.send('POST', '/api/auth/register', wanted)
  return begunBy(browser, emailOrPhone, body)
}

/** What a browser has begun, by the answer that it got. */
export function begunBy(browser: Browser, phone: string, answer: Record<string, unknown>): Begun {
  const { url, number = '' } = answer['bot'] as { url: string; number?: string }
  return {
    browser,
    userId: String(answer['userId']),
    nonce: new URL(url).searchParams.get('start') ?? '',
    shown: number,
    poll: async () => (await browser.send('GET', `/api/telegram/verification-status/${phone}`)).body,
  }
}
