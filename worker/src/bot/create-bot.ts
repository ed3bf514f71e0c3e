import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import { Bot } from 'grammy'
import type { Telegram } from '../senders/telegram.ts'
import type { BotContext } from './bot-context.ts'
import { conversation } from './conversation.ts'
import { once } from './once.ts'
import { orderButtons } from './order-buttons.ts'

export interface BotOptions {
  db: Db
  token: string
  apiRoot: string
  publicOrigin: string
  codeSecret: string
  /** Where staff hear of orders. */
  staffChat: Pick<Telegram, 'isHere'>
  log: Log
}

/**
 * Asks Telegram who the bot is, which it must know before its first update.
 *
 * @param name what the shop's links call it: another bot behind them would leave people without an answer
 */
export async function meet(bot: Bot<BotContext>, name: string, log: Log, stop?: Stop): Promise<void> {
  await bot.init(stop)
  const { username } = bot.botInfo
  if (username.toLowerCase() !== name.toLowerCase()) {
    log.error({ username, name }, 'bot: TELEGRAM_BOT_NAME is not the bot of the token, links lead elsewhere')
  }
}

/** A signal as grammY declares it, the shim's of old Nodes; it is handed on to fetch. */
export type Stop = Parameters<Bot['init']>[0]

/** Seconds that one answer may take: others of the same person wait behind it. */
const TIMEOUT_S = 5

/** The bot, which is told updates by whoever gets them; orders are told by a client of their own. */
export function createBot({ db, token, apiRoot, log, staffChat, ...options }: BotOptions): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, { client: { apiRoot, timeoutSeconds: TIMEOUT_S } })
  bot.use(once(db, log), orderButtons(staffChat), conversation(options))
  return bot
}
