import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@tsedra/service/log'
import { Api, type Bot, BotError, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from './bot-context.ts'
import { initBot, type GrammySignal } from './create-bot.ts'
import { FailedUpdate } from './dedupe-updates.ts'

/** The only kinds of updates that mean anything to the bot. */
export const allowedUpdates = ['message', 'callback_query'] as const

const POLL_S = 30
/** People who are answered at the same time; one person's updates follow one another. */
const CONCURRENCY = 4
const RETRY_MS = 1_000

interface Options {
  bot: Bot<BotContext>
  name: string
  apiRoot: string
  log: Log
}

/**
 * Asks Telegram for updates until the signal. What is not done is not confirmed: Telegram tells it again, whoever asks.
 *
 * Two that ask at the same time hear 409: no harm, one of them will soon be without the lock.
 */
export async function pollUpdates({ bot, name, apiRoot, log }: Options, signal: AbortSignal): Promise<void> {
  const stop = signal as unknown as GrammySignal
  const api = new Api(bot.token, { apiRoot, timeoutSeconds: POLL_S + 10 })
  let isPrepared = false
  let offset = 0
  let failing = false
  while (!signal.aborted) {
    try {
      if (!isPrepared) {
        await initBot(bot, name, log, stop)
        // A webhook of former times would keep every update to itself.
        await api.deleteWebhook({}, stop)
        isPrepared = true
      }
      const request = { offset, timeout: POLL_S, allowed_updates: allowedUpdates }
      const updates = await api.getUpdates(request, stop)
      if (failing) log.info('telegram: long polling resumed')
      failing = false
      await handleAll(bot, updates)
      offset = (updates.at(-1)?.update_id ?? offset - 1) + 1
    } catch (err) {
      if (signal.aborted) return
      if (!failing) log.warn({ reason: reasonOf(err) }, 'telegram: long polling stalled')
      failing = true
      await sleep(RETRY_MS, undefined, { signal }).catch(() => {})
    }
  }
}

/** One that fails stops nobody, not even those after it: whatever fails in one batch is told again together. */
async function handleAll(bot: Bot<BotContext>, updates: Update[]): Promise<void> {
  const queues = [...Map.groupBy(updates, senderOf).values()]
  let failure: unknown
  const workers = Array.from({ length: CONCURRENCY }, async () => {
    for (let queue = queues.shift(); queue; queue = queues.shift()) {
      for (const update of queue) {
        try {
          await bot.handleUpdate(update)
        } catch (err) {
          failure ??= err
          if (!isUpdateFailure(err)) return
        }
      }
    }
  })
  await Promise.all(workers)
  // mutation test: failed-update-not-confirmed
  if (failure) throw failure
}

function reasonOf(err: unknown): string {
  if (err instanceof GrammyError) return `${err.error_code} ${err.description}`
  return isUpdateFailure(err) ? 'update failed' : 'no response, or database unavailable'
}

const isUpdateFailure = (err: unknown): boolean => err instanceof BotError && err.error instanceof FailedUpdate

const senderOf = ({ message, callback_query: tap }: Update): number | undefined => (message ?? tap)?.from?.id
