import { setTimeout as sleep } from 'node:timers/promises'
import { asLeader } from '@tsedra/database/leader'
import type { Log } from '@tsedra/service/log'
import type { Bot } from 'grammy'
import type { BotContext } from './bot-context.ts'
import { type BotOptions, createBot, meet, type Stop } from './create-bot.ts'
import { allowedUpdates, poll } from './polling.ts'
import { listenForUpdates, type Webhook } from './webhook.ts'

const RETRY_MS = 5_000
const AT_ONCE = 4

export interface RunningBot extends AsyncDisposable {
  /** Of the webhook, when there is one. */
  readonly port: number | undefined
}

interface OpenOptions extends BotOptions {
  databaseUrl: string
  /** What the shop's links call the bot, without the @. */
  name: string
  webhook?: Webhook | undefined
}

/** Runs the bot: it asks for updates when this worker is the one that may, or is sent them when there is a webhook. */
export function openBot(options: OpenOptions): RunningBot {
  const { databaseUrl, webhook, name, apiRoot, log } = options
  const bot = createBot(options)
  if (!webhook) {
    const leader = asLeader(databaseUrl, 'bot', (signal) => poll({ bot, name, apiRoot, log }, signal))
    return { port: undefined, [Symbol.asyncDispose]: () => leader[Symbol.asyncDispose]() }
  }
  const server = listenForUpdates(bot, webhook, log)
  const closing = new AbortController()
  const told = tellTelegram({ bot, name, webhook, log }, closing.signal)
  return {
    get port() {
      return (server.address() as { port: number } | null)?.port
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await told
      await new Promise<void>((done) => {
        server.close(() => done())
        server.closeIdleConnections()
      })
    },
  }
}

interface TellOptions {
  bot: Bot<BotContext>
  name: string
  webhook: Webhook
  log: Log
}

/** Tells Telegram where to send updates, until it has heard. */
async function tellTelegram({ bot, name, webhook, log }: TellOptions, signal: AbortSignal): Promise<void> {
  const stop = signal as unknown as Stop
  const wanted = { secret_token: webhook.secret, allowed_updates: allowedUpdates, max_connections: AT_ONCE }
  while (!signal.aborted) {
    try {
      await meet(bot, name, log, stop)
      await bot.api.setWebhook(webhook.url, wanted, stop)
      return
    } catch {
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}
