import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api, GrammyError, type InlineKeyboard } from 'grammy'
import type { Log } from '@tsedra/service/log'
import { createCircuitBreaker, type Outage } from '../circuit-breaker.ts'
import type { NotDelivered, Sender } from '../delivery.ts'
import { createDeliveryGuard } from '../delivery-guard.ts'
import type { Failure } from '../failure.ts'
import { classifyTelegramError } from './telegram-failure.ts'

export interface StaffMessageText {
  full: string
  /** A plain form that is sent when Telegram rejects the full text. */
  short: string
  keyboard?: InlineKeyboard
}

/** Identifies a message in Telegram. */
interface MessageRef {
  chatId: string
  messageId: number
}

type SentMessage = MessageRef & { kind: 'sent' }

interface ChatId {
  id: number
  username?: string | undefined
}

export interface StaffChat extends Sender<StaffMessageText, SentMessage> {
  /** Edits a message; an unchanged text counts as sent, a deleted message ends the job. */
  edit(message: MessageRef, text: StaffMessageText): Promise<SentMessage | NotDelivered>
  /** Returns whether this chat is the staff's. */
  isStaffChat(chat: ChatId): boolean
  /** Returns the outage while the circuit is open. */
  readOutage: () => Outage | undefined
}

interface Options {
  token: string
  chatId: string
  apiRoot: string
  /** Wait before the next probe after Telegram rejected the token or the chat, in ms. */
  probeMs: number
  timeoutS?: number | undefined
  log: Log
}

/** Shorter than the lease on the job. */
const TIMEOUT_S = 10
/** Backoff of 1, 2, 2, … s: sending resumes within five seconds of a recovery. */
const MAX_WAIT_MS = 2_000

const rejectedTextPattern = /too long|can't parse/i

const messageOptions = (keyboard: InlineKeyboard | undefined) => ({
  link_preview_options: { is_disabled: true },
  ...(keyboard && { reply_markup: keyboard }),
})

/** Creates the sender to the staff's chat (infra/decisions/0008-job-outbox.md, responses of Telegram). */
export function createStaffChat({ token, chatId, apiRoot, probeMs, timeoutS = TIMEOUT_S, log }: Options): StaffChat {
  // Without keep-alive no reused connection can break during a request, so fewer outcomes are unknown.
  const agent = apiRoot.startsWith('https:') ? new HttpsAgent() : new HttpAgent()
  const api = new Api(token, { apiRoot, timeoutSeconds: timeoutS, baseFetchConfig: { agent, compress: true } })
  const circuit = createCircuitBreaker(MAX_WAIT_MS, () => log.info('telegram: reachable again'))
  const guard = createDeliveryGuard({
    circuit,
    classify: (error) => classifyStaffError(error, probeMs, log),
    policy: { onRejected: 'retry', onInterrupted: 'retry', rateLimitPausesQueue: true },
  })
  let chat = chatId

  return {
    send: (text) => guard(() => sendOrReplace(text)),
    edit: (message, text) => guard(() => editMessage(api, message, text)),
    isStaffChat: ({ id, username }) =>
      chat === String(id) || (username !== undefined && chat.toLowerCase() === `@${username.toLowerCase()}`),
    readOutage: circuit.readOutage,
  }

  async function sendOrReplace(text: StaffMessageText): Promise<SentMessage> {
    try {
      return await sendText(text.full, text)
    } catch (error) {
      const replacement = findReplacement(error, text)
      if (!replacement) throw error
      return sendText(replacement, text)
    }
  }

  async function sendText(text: string, { keyboard }: StaffMessageText): Promise<SentMessage> {
    const { message_id: messageId, chat: sentChat } = await api.sendMessage(chat, text, messageOptions(keyboard))
    return { kind: 'sent', chatId: String(sentChat.id), messageId }
  }

  /** Returns the text to send immediately when the chat was migrated or the full text was rejected. */
  function findReplacement(error: unknown, { full, short }: StaffMessageText): string | undefined {
    if (!(error instanceof GrammyError) || error.error_code !== 400) return undefined
    const { migrate_to_chat_id: newChatId } = error.parameters
    if (newChatId !== undefined) {
      chat = String(newChatId)
      log.warn({ chatId: chat }, 'telegram: group id changed, update TELEGRAM_STAFF_CHAT_ID')
      return full
    }
    if (!rejectedTextPattern.test(error.description)) return undefined
    log.error({ length: full.length }, 'telegram: text rejected, sending the short form')
    return short
  }
}

/** Edits with the full text, then with the short one; throws errors that do not concern this message. */
async function editMessage(
  api: Api,
  message: MessageRef,
  { full, short, keyboard }: StaffMessageText,
): Promise<SentMessage | NotDelivered> {
  for (const text of [full, short]) {
    try {
      await api.editMessageText(message.chatId, message.messageId, text, messageOptions(keyboard))
      return { kind: 'sent', ...message }
    } catch (error) {
      // 403 too: an old message may be in a chat that the staff have left, which is no outage of the staff chat.
      if (!(error instanceof GrammyError) || ![400, 403].includes(error.error_code)) throw error
      if (/not modified/i.test(error.description)) return { kind: 'sent', ...message }
      if (!rejectedTextPattern.test(error.description)) return { kind: 'nothing', reason: error.description }
    }
  }
  return { kind: 'nothing', reason: 'both texts were refused' }
}

function classifyStaffError(error: unknown, probeMs: number, log: Log): Failure {
  const failure = classifyTelegramError(error, isTokenOrChatRejected, probeMs)
  if (failure.kind === 'misconfigured')
    log.error({ reason: failure.reason }, 'telegram: token or chat rejected, notifications wait')
  return failure
}

const isTokenOrChatRejected = ({ error_code: status, description }: GrammyError): boolean =>
  [401, 403, 404].includes(status) || (status === 400 && /chat not found/i.test(description))
