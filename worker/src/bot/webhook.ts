import { createServer, type Server } from 'node:http'
import type { Log } from '@tsedra/service/log'
import { type Bot, webhookCallback } from 'grammy'
import type { BotContext } from './bot-context.ts'

export interface Webhook {
  /** The address for updates; Telegram accepts https and few ports: https://core.telegram.org/bots/webhooks */
  url: string
  /** The expected X-Telegram-Bot-Api-Secret-Token; grammY compares it in constant time. */
  secret: string
  /** The port to which the edge forwards updates. */
  port: number
}

/**
 * Receives updates from Telegram: 401 without the secret, 500 when Telegram must send the update again.
 *
 * Any path is accepted: the edge forwards only one, and the secret authenticates the request.
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
