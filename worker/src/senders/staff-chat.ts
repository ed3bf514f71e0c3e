import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api, GrammyError, HttpError, type InlineKeyboard } from 'grammy'
import type { Log } from '@tsedra/service/log'
import type { Delivery } from './delivery.ts'

export interface StaffMessageText {
  full: string
  /** A plain form for when Telegram does not like the text. */
  short: string
  keyboard?: InlineKeyboard
}

/** A message as Telegram names it. */
interface MessageRef {
  chatId: string
  messageId: number
}

type NotSent = Exclude<Delivery, { kind: 'sent' }>

export interface StaffChat {
  send(text: StaffMessageText): Promise<(MessageRef & { kind: 'sent' }) | NotSent>
  /** Puts another text into a message; one that says so already is fine. `nothing` when the message is gone. */
  edit(
    message: MessageRef,
    text: StaffMessageText,
  ): Promise<(MessageRef & { kind: 'sent' }) | NotSent | { kind: 'nothing'; reason: string }>
  /** Whether this chat is the staff's. */
  isStaffChat(chat: { id: number; username?: string | undefined }): boolean
  /** Why nothing is sent at the moment. */
  readOutage(): { reason: string; untilMs: number } | undefined
}

interface Options {
  token: string
  chatId: string
  apiRoot: string
  /** How long to leave Telegram alone after it has said that token or chat are wrong. */
  probeMs: number
  timeoutS?: number
  log: Log
}

/** Shorter than the lease on the job. */
const TIMEOUT_S = 10
const MAX_WAIT_MS = 2_000

/** Codes of connections that never were: the request cannot have arrived. */
export const notSentCodes =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_.+|ERR_TLS_.+|.*SELF_SIGNED.*|UNABLE_TO_.+)$/

/** Texts that Telegram does not take. */
const rejectedTextPattern = /too long|can't parse/i

const messageOptions = (keys: InlineKeyboard | undefined) => ({
  link_preview_options: { is_disabled: true },
  ...(keys && { reply_markup: keys }),
})

/**
 * What Telegram says against this one message: it is gone, or its chat is. Undefined when it says nothing of the kind. A
 * message of former times may stand in a chat that the staff have left: that is no trouble of theirs.
 */
function readMessageRefusal(error: unknown): string | undefined {
  const isRefusal = error instanceof GrammyError && [400, 403].includes(error.error_code)
  return isRefusal ? error.description : undefined
}

/** The staff's chat. While it is closed nothing is sent; the first send after that is the probe. */
export function createStaffChat({ token, chatId, apiRoot, probeMs, timeoutS = TIMEOUT_S, log }: Options): StaffChat {
  // A connection kept open may be cut while a request is on its way; a connection of its own leaves less in doubt.
  const agent = apiRoot.startsWith('https:') ? new HttpsAgent() : new HttpAgent()
  const api = new Api(token, { apiRoot, timeoutSeconds: timeoutS, baseFetchConfig: { agent, compress: true } })
  let chat = chatId
  let circuit: { reason: string; untilMs: number } | undefined
  let consecutiveFailures = 0

  return { send, edit, isStaffChat, readOutage }

  function readOutage(): typeof circuit {
    return circuit && circuit.untilMs > Date.now() ? circuit : undefined
  }

  function isStaffChat({ id, username }: { id: number; username?: string | undefined }): boolean {
    return chat === String(id) || (username !== undefined && chat.toLowerCase() === `@${username.toLowerCase()}`)
  }

  async function send(text: StaffMessageText): ReturnType<StaffChat['send']> {
    const outage = readOutage()
    if (outage) return notSent(outage.reason, outage.untilMs - Date.now())
    try {
      return sent(await sendText(text.full, text))
    } catch (error) {
      const replacement = findReplacement(error, text.full, text.short)
      if (!replacement) return classifyFailure(error)
      try {
        return sent(await sendText(replacement, text))
      } catch (again) {
        return classifyFailure(again)
      }
    }
  }

  async function sendText(text: string, { keyboard: keys }: StaffMessageText): Promise<MessageRef> {
    const { message_id: messageId, chat: sentChat } = await api.sendMessage(chat, text, messageOptions(keys))
    return { chatId: String(sentChat.id), messageId }
  }

  async function edit(
    message: MessageRef,
    { full, short, keyboard: keys }: StaffMessageText,
  ): ReturnType<StaffChat['edit']> {
    const outage = readOutage()
    if (outage) return notSent(outage.reason, outage.untilMs - Date.now())
    for (const text of [full, short]) {
      try {
        await api.editMessageText(message.chatId, message.messageId, text, messageOptions(keys))
        return sent(message)
      } catch (error) {
        const refusal = readMessageRefusal(error)
        if (refusal === undefined) return classifyFailure(error)
        if (/not modified/i.test(refusal)) return sent(message)
        if (!rejectedTextPattern.test(refusal)) return { kind: 'nothing', reason: refusal }
      }
    }
    return { kind: 'nothing', reason: 'both texts were refused' }
  }

  function sent(message: MessageRef): MessageRef & { kind: 'sent' } {
    if (circuit) log.info('telegram: reachable again')
    circuit = undefined
    consecutiveFailures = 0
    return { kind: 'sent', ...message }
  }

  /** What to send at once instead, for the refusals that say how. */
  function findReplacement(error: unknown, text: string, short: string): string | undefined {
    if (!(error instanceof GrammyError) || error.error_code !== 400) return undefined
    const { migrate_to_chat_id: newChatId } = error.parameters
    if (newChatId !== undefined) {
      chat = String(newChatId)
      log.warn({ chatId: chat }, 'telegram: group id changed, update TELEGRAM_STAFF_CHAT_ID')
      return text
    }
    if (!rejectedTextPattern.test(error.description)) return undefined
    log.error({ length: text.length }, 'telegram: text rejected, sending the short form')
    return short
  }

  function classifyFailure(error: unknown): NotSent {
    if (error instanceof GrammyError) return classifyRefusal(error)
    const { code, message } = readCause(error)
    if (notSentCodes.test(code) || /connect ETIMEDOUT/.test(message)) {
      return notSent(code, openCircuit(code, backoff()))
    }
    return { kind: 'unknown', reason: code || 'no answer' }
  }

  function classifyRefusal({ error_code: status, description, parameters }: GrammyError): NotSent {
    const reason = `${status} ${description}`.slice(0, 200)
    if (status === 429) {
      const waitMs = openCircuit(reason, (parameters.retry_after ?? 1) * 1_000)
      return { kind: 'not_sent', reason, waitMs, pausesQueue: true }
    }
    if (status === 401 || status === 403 || status === 404 || (status === 400 && /chat not found/i.test(description))) {
      log.error({ reason }, 'telegram: token or chat rejected, notifications wait')
      return notSent(reason, openCircuit(reason, probeMs))
    }
    if (status >= 500) return { kind: 'unknown', reason, waitMs: openCircuit(reason, backoff()) }
    consecutiveFailures = 0
    return { kind: 'not_sent', reason, waitMs: 0, pausesQueue: false }
  }

  function openCircuit(reason: string, forMs: number): number {
    circuit = { reason, untilMs: Date.now() + forMs }
    return forMs
  }

  /** 1, 2, 2, … seconds: whoever comes back is noticed within five. */
  function backoff(): number {
    consecutiveFailures += 1
    return Math.min(1_000 * 2 ** (consecutiveFailures - 1), MAX_WAIT_MS)
  }
}

const notSent = (reason: string, waitMs: number): NotSent => ({
  kind: 'not_sent',
  reason,
  waitMs,
  pausesQueue: false,
})

/** Code and message of what went wrong below a call, empty when it does not say. */
export function readCause(error: unknown): { code: string; message: string } {
  const cause = error instanceof HttpError ? error.error : error
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string }
  return { code, message }
}
