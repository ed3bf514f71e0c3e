import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { Api, GrammyError, HttpError, type InlineKeyboard } from 'grammy'
import type { Log } from '@tsedra/service/log'
import type { Delivery } from './delivery.ts'

export interface StaffText {
  full: string
  /** A plain form for when Telegram does not like the text. */
  short: string
  keys?: InlineKeyboard
}

/** A message as Telegram names it. */
interface Place {
  chatId: string
  messageId: number
}

type NotSent = Exclude<Delivery, { kind: 'sent' }>

export interface Telegram {
  send(text: StaffText): Promise<(Place & { kind: 'sent' }) | NotSent>
  /** Puts another text into a message; one that says so already is fine. `nothing` when the message is gone. */
  edit(
    place: Place,
    text: StaffText,
  ): Promise<(Place & { kind: 'sent' }) | NotSent | { kind: 'nothing'; reason: string }>
  /** Whether this chat is the staff's. */
  isHere(chat: { id: number; username?: string | undefined }): boolean
  /** Why nothing is sent at the moment. */
  closed(): { reason: string; untilMs: number } | undefined
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
const LONGEST_WAIT_MS = 2_000

/** Codes of connections that never were: the request cannot have arrived. */
export const neverArrived =
  /^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH|EPROTO|CERT_.+|ERR_TLS_.+|.*SELF_SIGNED.*|UNABLE_TO_.+)$/

/** Texts that Telegram does not take. */
const unreadable = /too long|can't parse/i

const lookOf = (keys: InlineKeyboard | undefined) => ({
  link_preview_options: { is_disabled: true },
  ...(keys && { reply_markup: keys }),
})

/**
 * What Telegram says against this one message: it is gone, or its chat is. Undefined when it says nothing of the kind. A
 * message of former times may stand in a chat that the staff have left: that is no trouble of theirs.
 */
function aboutMessage(error: unknown): string | undefined {
  const isRefusal = error instanceof GrammyError && [400, 403].includes(error.error_code)
  return isRefusal ? error.description : undefined
}

/** The staff's chat. While it is closed nothing is sent; the first send after that is the probe. */
export function createTelegram({ token, chatId, apiRoot, probeMs, timeoutS = TIMEOUT_S, log }: Options): Telegram {
  // A connection kept open may be cut while a request is on its way; a connection of its own leaves less in doubt.
  const agent = apiRoot.startsWith('https:') ? new HttpsAgent() : new HttpAgent()
  const api = new Api(token, { apiRoot, timeoutSeconds: timeoutS, baseFetchConfig: { agent, compress: true } })
  let chat = chatId
  let door: { reason: string; untilMs: number } | undefined
  let failedInARow = 0

  return { send, edit, isHere, closed }

  function closed(): typeof door {
    return door && door.untilMs > Date.now() ? door : undefined
  }

  function isHere({ id, username }: { id: number; username?: string | undefined }): boolean {
    return chat === String(id) || (username !== undefined && chat.toLowerCase() === `@${username.toLowerCase()}`)
  }

  async function send(text: StaffText): ReturnType<Telegram['send']> {
    const shut = closed()
    if (shut) return notSent(shut.reason, shut.untilMs - Date.now())
    try {
      return sent(await post(text.full, text))
    } catch (error) {
      const repaired = repair(error, text.full, text.short)
      if (!repaired) return whatBecame(error)
      try {
        return sent(await post(repaired, text))
      } catch (again) {
        return whatBecame(again)
      }
    }
  }

  async function post(text: string, { keys }: StaffText): Promise<Place> {
    const { message_id: messageId, chat: there } = await api.sendMessage(chat, text, lookOf(keys))
    return { chatId: String(there.id), messageId }
  }

  async function edit(place: Place, { full, short, keys }: StaffText): ReturnType<Telegram['edit']> {
    const shut = closed()
    if (shut) return notSent(shut.reason, shut.untilMs - Date.now())
    for (const text of [full, short]) {
      try {
        await api.editMessageText(place.chatId, place.messageId, text, lookOf(keys))
        return sent(place)
      } catch (error) {
        const refusal = aboutMessage(error)
        if (refusal === undefined) return whatBecame(error)
        if (/not modified/i.test(refusal)) return sent(place)
        if (!unreadable.test(refusal)) return { kind: 'nothing', reason: refusal }
      }
    }
    return { kind: 'nothing', reason: 'both texts were refused' }
  }

  function sent(place: Place): Place & { kind: 'sent' } {
    if (door) log.info('telegram: reachable again')
    door = undefined
    failedInARow = 0
    return { kind: 'sent', ...place }
  }

  /** What to send at once instead, for the refusals that say how. */
  function repair(error: unknown, text: string, short: string): string | undefined {
    if (!(error instanceof GrammyError) || error.error_code !== 400) return undefined
    const { migrate_to_chat_id: moved } = error.parameters
    if (moved !== undefined) {
      chat = String(moved)
      log.warn({ chatId: chat }, 'telegram: the group has a new number, put it into TELEGRAM_STAFF_CHAT_ID')
      return text
    }
    if (!unreadable.test(error.description)) return undefined
    log.error({ length: text.length }, 'telegram: the text was refused, sending the short form')
    return short
  }

  function whatBecame(error: unknown): NotSent {
    if (error instanceof GrammyError) return refused(error)
    const { code, message } = causeOf(error)
    if (neverArrived.test(code) || /connect ETIMEDOUT/.test(message)) {
      return notSent(code, close(code, backoff()))
    }
    return { kind: 'unknown', reason: code || 'no answer' }
  }

  function refused({ error_code: status, description, parameters }: GrammyError): NotSent {
    const reason = `${status} ${description}`.slice(0, 200)
    if (status === 429) {
      const waitMs = close(reason, (parameters.retry_after ?? 1) * 1_000)
      return { kind: 'not_sent', reason, waitMs, everyoneWaits: true }
    }
    if (status === 401 || status === 403 || status === 404 || (status === 400 && /chat not found/i.test(description))) {
      log.error({ reason }, 'telegram: token or chat are wrong, orders wait')
      return notSent(reason, close(reason, probeMs))
    }
    if (status >= 500) return { kind: 'unknown', reason, waitMs: close(reason, backoff()) }
    failedInARow = 0
    return { kind: 'not_sent', reason, waitMs: 0, everyoneWaits: false }
  }

  function close(reason: string, forMs: number): number {
    door = { reason, untilMs: Date.now() + forMs }
    return forMs
  }

  /** 1, 2, 2, … seconds: whoever comes back is noticed within five. */
  function backoff(): number {
    failedInARow += 1
    return Math.min(1_000 * 2 ** (failedInARow - 1), LONGEST_WAIT_MS)
  }
}

const notSent = (reason: string, waitMs: number): NotSent => ({
  kind: 'not_sent',
  reason,
  waitMs,
  everyoneWaits: false,
})

/** Code and message of what went wrong below a call, empty when it does not say. */
export function causeOf(error: unknown): { code: string; message: string } {
  const cause = error instanceof HttpError ? error.error : error
  const { code = '', message = '' } = (cause ?? {}) as { code?: string; message?: string }
  return { code, message }
}
