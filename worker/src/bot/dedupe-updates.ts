import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import { GrammyError, HttpError, type MiddlewareFn } from 'grammy'
import type { BotContext } from './bot-context.ts'

const MAX_TRIES = 3
const RETRY_MS = 500
/** Maximum `retry_after` that a reply waits for, in seconds; after longer waits the user repeats the step. */
const MAX_WAIT_S = 3

/** An update that failed although Postgres responds; later updates can be handled. */
export class FailedUpdate extends Error {}

/**
 * Runs the next handlers once per update, in the transaction that records the update id; then sends the replies.
 *
 * It throws while Postgres is down, so that Telegram delivers the update again. An update that fails although Postgres
 * responds is tried `MAX_TRIES` times and then skipped.
 *
 * @throws FailedUpdate when only this update failed
 */
export function dedupeUpdates(db: Db, log: Log): MiddlewareFn<BotContext> {
  const failures = new Map<number, number>()
  return async (ctx, next) => {
    const id = ctx.update.update_id
    const sends: (() => Promise<unknown>)[] = []
    ctx.afterCommit = (send) => void sends.push(send)
    try {
      await db.transaction(async (trx) => {
        const inserted = await trx('telegram_updates').insert({ update_id: id }, ['update_id']).onConflict().ignore()
        // mutation test: update-handled-once
        if (inserted.length === 0) return
        ctx.trx = trx
        await next()
      })
      failures.delete(id)
    } catch (err) {
      await db.raw('SELECT 1')
      const times = (failures.get(id) ?? 0) + 1
      failures.set(id, times)
      if (times < MAX_TRIES) throw new FailedUpdate(`update ${id}`, { cause: err })
      failures.delete(id)
      log.error({ err, update: id }, 'telegram: update failed, skipping it')
      return
    }
    for (const send of sends) await sendWithRetry(send, log)
  }
}

/** Sends a reply with a few retries; a lost reply is not queued, because the user repeats the step. */
async function sendWithRetry(send: () => Promise<unknown>, log: Log): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      await send()
      return
    } catch (error) {
      const waitMs = retryDelay(error)
      if (waitMs !== undefined && attempt < MAX_TRIES) {
        await sleep(waitMs)
        continue
      }
      const reason = error instanceof GrammyError ? `${error.error_code} ${error.description}` : 'no answer'
      log.warn({ reason }, 'telegram: bot reply not sent')
      return
    }
  }
}

/** Returns the wait in ms; undefined when a retry cannot help: the chat is blocked or the message deleted. */
function retryDelay(error: unknown): number | undefined {
  if (error instanceof HttpError) return RETRY_MS
  if (!(error instanceof GrammyError)) return undefined
  const { error_code: status, parameters } = error
  if (status >= 500) return RETRY_MS
  const { retry_after: waitS = 1 } = parameters
  return status === 429 && waitS <= MAX_WAIT_S ? waitS * 1_000 : undefined
}
