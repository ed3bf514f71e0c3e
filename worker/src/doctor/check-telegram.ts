import { type Check, CheckFailure } from '@tsedra/service/checks'
import { Api, GrammyError } from 'grammy'

interface Options {
  token: string
  apiRoot: string
}

const TIMEOUT_S = 10

const createApi = ({ token, apiRoot }: Options): Api => new Api(token, { apiRoot, timeoutSeconds: TIMEOUT_S })

const unreachable = 'Let this machine connect to TELEGRAM_API_ROOT (https://api.telegram.org) on port 443.'

/** Checks that Telegram accepts the token, and that it belongs to the bot of the shop's links. */
export function checkBot({ name, ...options }: Options & { name?: string | undefined }): Check {
  return {
    name: 'Telegram bot',
    isExternal: true,
    fix: unreachable,
    async run() {
      const { username } = await withToken(() => createApi(options).getMe())
      if (name !== undefined && username.toLowerCase() !== name.toLowerCase()) {
        throw new CheckFailure(
          `the token belongs to @${username}, not to @${name}`,
          `Set TELEGRAM_BOT_NAME=${username}, or take the token of the other bot; then \`docker compose up -d\`.`,
        )
      }
      return `@${username}`
    },
  }
}

/** Checks that the bot may write to the chat that receives the orders. */
export function checkStaffChat({ chatId, ...options }: Options & { chatId: string }): Check {
  return {
    name: 'Telegram staff chat',
    isExternal: true,
    fix: unreachable,
    async run() {
      const api = createApi(options)
      const { id: botId } = await withToken(() => api.getMe())
      const chat = await withChat(() => api.getChat(chatId))
      // A private chat exists once its user has written to the bot.
      if (chat.type === 'private') return 'a private chat'
      const member = await withChat(() => api.getChatMember(chatId, botId))
      const mayWrite =
        ['creator', 'administrator', 'member'].includes(member.status) ||
        (member.status === 'restricted' && member.can_send_messages)
      if (!mayWrite) throw new CheckFailure(`the bot is ${member.status} in it`, addBot)
      return `${chat.type}, the bot is ${member.status}`
    },
  }
}

const addBot = 'Add the bot to the staff group and let it write messages there.'

/** @throws CheckFailure when Telegram rejects the token */
async function withToken<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GrammyError) || ![401, 404].includes(error.error_code)) throw error
    throw new CheckFailure(
      'Telegram rejects the token',
      'Take the token from @BotFather, put it into TELEGRAM_BOT_TOKEN, then `docker compose up -d worker`.',
    )
  }
}

/** Telegram limits the rate (429), or is out of order. */
const isOutage = ({ error_code: code }: GrammyError): boolean => code === 429 || code >= 500

/** @throws CheckFailure when the bot does not reach the chat */
async function withChat<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call()
  } catch (error) {
    if (!(error instanceof GrammyError) || isOutage(error)) throw error
    const { migrate_to_chat_id: newId } = error.parameters
    if (newId !== undefined) {
      throw new CheckFailure(
        'the group has another number',
        `Set TELEGRAM_STAFF_CHAT_ID=${newId}, then \`docker compose up -d worker\`.`,
      )
    }
    throw new CheckFailure(
      error.description,
      `${addBot} TELEGRAM_STAFF_CHAT_ID is the number of that group, which begins with -100.`,
    )
  }
}
