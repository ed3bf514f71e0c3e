import { createServer, type Server } from 'node:http'
import type { Log } from '@tsedra/service/log'
import { type Bot, webhookCallback } from 'grammy'
import type { BotContext } from './bot-context.ts'

export interface Webhook {
  /** Where Telegram sends updates; only https, only these ports: https://core.telegram.org/bots/webhooks */
  url: string
  /** What Telegram says in X-Telegram-Bot-Api-Secret-Token; grammY compares it in constant time. */
  secret: string
  /** The port that the edge passes them on to. */
  port: number
}

/**
 * Takes updates that Telegram sends: 401 without the secret, 500 when they are to be sent again.
 *
 * Any path will do: the edge passes one on, and the secret is what counts.
 */
export function startWebhookServer(bot: Bot<BotContext>, { secret, port }: Webhook, log: Log): Server {
  // mutation test: webhook-secret
  const handle = webhookCallback(bot, 'http', { secretToken: secret })
  return createServer((req, res) => {
    handle(req, res).catch((err: unknown) => {
      log.warn({ err }, 'telegram: webhook update failed')
      if (!res.headersSent) res.writeHead(500)
      res.end()
    })
  }).listen(port)
}
