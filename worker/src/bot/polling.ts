import { setTimeout as sleep } from 'node:timers/promises'
import type { Log } from '@tsedra/service/log'
import { Api, type Bot, BotError, GrammyError } from 'grammy'
import type { Update } from 'grammy/types'
import type { BotContext } from './bot-context.ts'
import { initBot, type GrammySignal } from './create-bot.ts'
import { FailedUpdate } from './dedupe-updates.ts'

/** The kinds of updates that the bot handles. */
export const allowedUpdates = ['message', 'callback_query'] as const

const POLL_S = 30
/** Number of users handled in parallel; the updates of one user are handled in order. */
const CONCURRENCY = 4
const RETRY_MS = 1_000

interface Options {
  bot: Bot<BotContext>
  name: string
  apiRoot: string
  log: Log
}

/**
 * Polls Telegram for updates until the signal aborts. Telegram delivers unconfirmed updates again, to any worker.
 *
 * Two concurrent pollers receive 409 until one of them has lost the leader lock.
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
        // While a webhook is registered Telegram rejects `getUpdates`.
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

/** Handles a batch of updates; one failed update stops no other, and Telegram delivers the batch again. */
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
