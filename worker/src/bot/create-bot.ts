import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import { Bot } from 'grammy'
import type { StaffChat } from '../channels/telegram/staff-chat.ts'
import type { BotContext } from './bot-context.ts'
import { createConversation } from './conversation.ts'
import { dedupeUpdates } from './dedupe-updates.ts'
import { orderButtons } from './order-buttons.ts'
import { stockButtons } from './stock-buttons.ts'

export interface BotOptions {
  db: Db
  token: string
  apiRoot: string
  publicOrigin: string
  codeSecret: string
  /** The chat in which staff receive orders. */
  staffChat: Pick<StaffChat, 'isStaffChat'>
  log: Log
}

/**
 * Fetches the bot's identity from Telegram, which grammY requires before the first update.
 *
 * @param name the user name in the shop's links; a mismatch is logged, because the links would open another bot
 */
export async function initBot(bot: Bot<BotContext>, name: string, log: Log, stop?: GrammySignal): Promise<void> {
  await bot.init(stop)
  const { username } = bot.botInfo
  if (username.toLowerCase() !== name.toLowerCase()) {
    log.error({ username, name }, 'telegram: TELEGRAM_BOT_NAME does not match the bot token')
  }
}

/** The `AbortSignal` type of grammY's shim for old Node versions; grammY passes it to fetch. */
export type GrammySignal = Parameters<Bot['init']>[0]

/** Timeout of one request in seconds; later updates of the same user wait for it. */
const TIMEOUT_S = 5

/** Creates the bot. It receives updates from polling or from the webhook; orders use a client of their own. */
export function createBot({ db, token, apiRoot, log, staffChat, ...options }: BotOptions): Bot<BotContext> {
  const bot = new Bot<BotContext>(token, { client: { apiRoot, timeoutSeconds: TIMEOUT_S } })
  bot.use(dedupeUpdates(db, log), orderButtons(staffChat), stockButtons(staffChat), createConversation(options))
  return bot
}
