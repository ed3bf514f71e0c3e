import { Api } from 'grammy'
import { createFixedDelay } from '../circuit-breaker.ts'
import type { Sender } from '../delivery.ts'
import { createDeliveryGuard } from '../delivery-guard.ts'
import { classifyTelegramError } from './telegram-failure.ts'

interface ChatMessage {
  chatId: string
  text: string
}

export type CustomerChats = Sender<ChatMessage>

interface Options {
  token: string
  apiRoot: string
}

/** Shorter than the lease on the job. */
const TIMEOUT_S = 8
const CONCURRENCY = 2
const WAIT_MS = 2_000
const PROBE_MS = 60_000

/**
 * Creates the sender to the customers' chats. A customer who blocked the bot ends the job.
 *
 * Chats fail independently, and the staff chat has its own circuit breaker and reports a wrong token.
 */
export function createCustomerChats({ token, apiRoot }: Options): CustomerChats {
  const api = new Api(token, { apiRoot, timeoutSeconds: TIMEOUT_S })
  const guard = createDeliveryGuard({
    circuit: createFixedDelay(WAIT_MS),
    classify: (error) =>
      classifyTelegramError(error, ({ error_code: status }) => status === 401 || status === 404, PROBE_MS),
    policy: { onRejected: 'drop', onInterrupted: 'wait', rateLimitPausesQueue: false },
    concurrency: CONCURRENCY,
  })

  return {
    send: ({ chatId, text }) =>
      guard(async () => {
        const { message_id } = await api.sendMessage(chatId, text, { link_preview_options: { is_disabled: true } })
        return { kind: 'sent', messageId: message_id }
      }),
  }
}
