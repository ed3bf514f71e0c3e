import { Api, GrammyError } from 'grammy'
import type { Delivery } from './delivery.ts'
import { readCause, notSentCodes } from './staff-chat.ts'

export interface CustomerChats {
  /** `nothing` when the chat does not want to hear from the bot any more. */
  send(chatId: string, text: string): Promise<Delivery | { kind: 'nothing'; reason: string }>
}

interface Options {
  token: string
  apiRoot: string
}

/** Shorter than the lease on the job. */
const TIMEOUT_S = 8
/** Messages under way at once; the staff's need the rest of the worker. */
const CONCURRENCY = 2
const WAIT_MS = 2_000

/** Customers' own chats: what fails here says nothing about the staff's, which has a way of its own (telegram.ts). */
export function createCustomerChats({ token, apiRoot }: Options): CustomerChats {
  const api = new Api(token, { apiRoot, timeoutSeconds: TIMEOUT_S })
  let inFlight = 0

  return {
    async send(chatId, text) {
      if (inFlight >= CONCURRENCY) return notSent('too many messages in flight', 500)
      inFlight += 1
      try {
        const { message_id } = await api.sendMessage(chatId, text, { link_preview_options: { is_disabled: true } })
        return { kind: 'sent', messageId: message_id }
      } catch (error) {
        return classifyFailure(error)
      } finally {
        inFlight -= 1
      }
    },
  }
}

function classifyFailure(error: unknown): Awaited<ReturnType<CustomerChats['send']>> {
  if (!(error instanceof GrammyError)) {
    const { code } = readCause(error)
    return notSentCodes.test(code)
      ? notSent(code, WAIT_MS)
      : { kind: 'unknown', reason: code || 'no answer', waitMs: WAIT_MS }
  }
  const { error_code: status, description, parameters } = error
  const reason = `${status} ${description}`.slice(0, 200)
  if (status === 429) return notSent(reason, (parameters.retry_after ?? 1) * 1_000)
  if (status >= 500) return { kind: 'unknown', reason, waitMs: WAIT_MS }
  // A wrong token is the staff channel's to say; here it only waits.
  return status === 401 || status === 404 ? notSent(reason, 60_000) : { kind: 'nothing', reason }
}

const notSent = (reason: string, waitMs: number): Delivery => ({
  kind: 'not_sent',
  reason,
  waitMs,
  pausesQueue: false,
})
