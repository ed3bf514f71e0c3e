import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import { Bot } from 'grammy'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import type { BotContext } from './bot-context.ts'
import { createConversation } from './conversation.ts'
import { dedupeUpdates } from './dedupe-updates.ts'
import { orderButtons } from './order-buttons.ts'

export interface BotOptions {
  db: Db
  token: string
  apiRoot: string
  publicOrigin: string
  codeSecret: string
  /** Where staff hear of orders. */
  staffChat: Pick<StaffChat, 'isStaffChat'>
  log: Log
}

/**
 * Asks Telegram who the bot is, which it must know before its first update.
 *
 * @param name what the shop's links call it: another bot behind them would leave people without an answer
 */
export async function initBot(bot: Bot<BotContext>, name: string, log: Log, stop?: GrammySignal): Promise<void> {
  await bot.init(stop)
  const { username } = bot.botInfo
  if (username.toLowerCase() !== name.toLowerCase()) {
    log.error({ username, name }, 'telegram: TELEGRAM_BOT_NAME does not match the bot token')
  }
}

/** A signal as grammY declares it, the shim's of old Nodes; it is handed on to fetch. */
export type GrammySignal = Parameters<Bot['init']>[0]

/** Seconds that one answer may take: others of the same person wait behind it. */
const TIMEOUT_S = 5

/** The bot, which is told updates by whoever gets them; orders are told by a client of their own. */
export function createBot({ db, token, apiRoot, log, staffChat, ...options }: BotOptions): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, { client: { apiRoot, timeoutSeconds: TIMEOUT_S } })
  bot.use(dedupeUpdates(db, log), orderButtons(staffChat), createConversation(options))
  return bot
}
