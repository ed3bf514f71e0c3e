import { randomUUID } from 'node:crypto'
import { type Browser, openBrowser, registrationBody } from '../../api/test/users.ts'
import { openShop, type Shop } from '../../api/test/shop.ts'
import type { Message, Update } from '../../infra/fakes/telegram/telegram-state.ts'
import { startFakeTelegram } from '../../infra/fakes/telegram/server.ts'
import type { RunningWorker } from '../src/open-worker.ts'
import { clearRedis, startWorker, TOKEN, waitUntil, type WorkerOptions } from './worker-stack.ts'

const STAFF_CHAT = -1001

/** A Telegram user in the private chat with the bot. */
export interface TelegramUser {
  id: number
  number: string
  sendText(text: string): Promise<void>
  shareContact(): Promise<void>
  /** Presses the button in the bot's last message that has it. */
  tap(text: string): Promise<void>
  /** Returns the bot's messages in this chat, oldest first. */
  received(): Message[]
  /** Waits for a message of the bot that matches, and returns the last one. */
  waitForMessage(pattern: string | RegExp): Promise<Message>
}

export interface StartedRegistration {
  browser: Browser
  userId: string
  nonce: string
  /** The number that the page shows. */
  number: string
  poll(): Promise<Record<string, unknown>>
}

export type BotStack = Awaited<ReturnType<typeof openBotStack>>

/** Opens the API and a fake Telegram over one database; the test opens the workers. */
export async function openBotStack(options: Parameters<typeof openShop>[0] = {}) {
  const shop = await openShop(options)
  const telegram = await startFakeTelegram({ port: 0, token: TOKEN, staffChatId: STAFF_CHAT })
  const { world } = telegram
  const apiRoot = `http://127.0.0.1:${telegram.port}`
  const prefix = `test-${randomUUID()}`
  const workers = new Set<RunningWorker>()

  async function control(endpoint: string, fields: object): Promise<void> {
    const headers = { 'content-type': 'application/json' }
    const res = await fetch(`${apiRoot}/control/${endpoint}`, { method: 'POST', headers, body: JSON.stringify(fields) })
    if (!res.ok) throw new Error(`${endpoint}: ${res.status}`)
  }

  function telegramUser(number: string): TelegramUser {
    const { id } = world.getOrCreateUserByPhone(number).user
    const received = () =>
      [...world.messages.values()].filter(({ chat, from }) => chat.id === id && from.id === world.bot.id)
    return {
      id,
      number,
      received,
      sendText: (text) => control('say', { as: id, text }),
      shareContact: () => control('contact', { as: id }),
      async tap(text) {
        const matches = received().flatMap(({ message_id: messageId, reply_markup: markup }) => {
          const rows =
            (markup as { inline_keyboard?: { text: string; callback_data: string }[][] })?.inline_keyboard ?? []
          const key = rows.flat().find((button) => button.text === text)
          return key ? [{ messageId, data: key.callback_data }] : []
        })
        const last = matches.at(-1)
        if (!last) throw new Error(`no button ${text}`)
        await control('tap', { chatId: id, ...last })
      },
      async waitForMessage(pattern) {
        const findMatch = () =>
          received().findLast(({ text = '' }) =>
            typeof pattern === 'string' ? text.includes(pattern) : pattern.test(text),
          )
        await waitUntil(() => findMatch() !== undefined)
        return findMatch() as Message
      },
    }
  }

  return {
    shop,
    db: shop.db,
    telegram,
    apiRoot,
    /** First part of the keys in Redis. */
    prefix,
    phone: telegramUser,
    /** Sends the bot a forged update in Telegram's format. */
    forge: (update: Omit<Update, 'update_id'>) => control('update', update),
    openWorker(options: WorkerOptions = {}) {
      const workerEnvironment = { databaseUrl: shop.database.url, apiRoot, chatId: String(STAFF_CHAT), prefix }
      const worker = startWorker(workerEnvironment, { bot: { name: 'tsedra_local_bot' }, ...options })
      workers.add(worker)
      return worker
    },
    async close(worker: RunningWorker) {
      workers.delete(worker)
      await worker.close()
    },
    /** Waits until this number of updates has been handled. */
    settled: (updates: number) =>
      waitUntil(async () => {
        const row = await shop.db('telegram_updates').count('*', { as: 'seen' }).first()
        return Number(row?.['seen']) >= updates
      }, 20_000),
    async [Symbol.asyncDispose]() {
      await Promise.all([...workers].map((worker) => worker.close()))
      await telegram[Symbol.asyncDispose]()
      await clearRedis(prefix)
      await shop[Symbol.asyncDispose]()
    },
  }
}

/** Starts a registration with a phone in a new browser. */
export async function startRegistration(
  shop: Shop,
  emailOrPhone: string,
  changes: Record<string, unknown> = {},
): Promise<StartedRegistration> {
  const browser = openBrowser(shop)
  const requestBody = registrationBody({ emailOrPhone, ...changes })
  const { body } = await browser.send('POST', '/api/auth/register', requestBody)
  return readStartedRegistration(browser, emailOrPhone, body)
}

/** Reads the started registration from the API's response. */
export function readStartedRegistration(
  browser: Browser,
  phone: string,
  response: Record<string, unknown>,
): StartedRegistration {
  const { url, number = '' } = response['bot'] as { url: string; number?: string }
  return {
    browser,
    userId: String(response['userId']),
    nonce: new URL(url).searchParams.get('start') ?? '',
    number,
    poll: async () => (await browser.send('GET', `/api/telegram/verification-status/${phone}`)).body,
  }
}
