import { setTimeout as sleep } from 'node:timers/promises'
import { runAsLeader } from '@tsedra/database/leader-election'
import type { Log } from '@tsedra/service/log'
import type { Bot } from 'grammy'
import type { BotContext } from './bot-context.ts'
import { type BotOptions, createBot, initBot, type GrammySignal } from './create-bot.ts'
import { allowedUpdates, pollUpdates } from './polling.ts'
import { startWebhookServer, type Webhook } from './webhook.ts'

const RETRY_MS = 5_000
const MAX_CONNECTIONS = 4

export interface RunningBot extends AsyncDisposable {
  /** The port of the webhook; undefined with long polling. */
  readonly port: number | undefined
}

interface OpenOptions extends BotOptions {
  databaseUrl: string
  /** The bot's user name in the shop's links, without the @. */
  name: string
  webhook?: Webhook | undefined
}

/** Runs the bot with a webhook, or with long polling in the worker that is the leader. */
export function openBot(options: OpenOptions): RunningBot {
  const { databaseUrl, webhook, name, apiRoot, log } = options
  const bot = createBot(options)
  if (!webhook) {
    const leader = runAsLeader(databaseUrl, 'bot', (signal) => pollUpdates({ bot, name, apiRoot, log }, signal))
    return { port: undefined, [Symbol.asyncDispose]: () => leader[Symbol.asyncDispose]() }
  }
  const server = startWebhookServer(bot, webhook, log)
  const closing = new AbortController()
  const registration = registerWebhook({ bot, name, webhook, log }, closing.signal)
  return {
    get port() {
      return (server.address() as { port: number } | null)?.port
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await registration
      await new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
      })
    },
  }
}

interface WebhookRegistration {
  bot: Bot<BotContext>
  name: string
  webhook: Webhook
  log: Log
}

/** Registers the webhook with Telegram and retries until it succeeds. */
async function registerWebhook({ bot, name, webhook, log }: WebhookRegistration, signal: AbortSignal): Promise<void> {
  const stop = signal as unknown as GrammySignal
  const webhookOptions = {
    secret_token: webhook.secret,
    allowed_updates: allowedUpdates,
    max_connections: MAX_CONNECTIONS,
  }
  while (!signal.aborted) {
    try {
      await initBot(bot, name, log, stop)
      await bot.api.setWebhook(webhook.url, webhookOptions, stop)
      return
    } catch {
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}
