import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '@tsedra/database/connection'
import type { Log } from '@tsedra/service/log'
import { GrammyError, HttpError, type MiddlewareFn } from 'grammy'
import type { BotContext } from './bot-context.ts'

const MAX_TRIES = 3
const RETRY_MS = 500
/** Longer waits are not worth somebody's: they will try again themselves. */
const MAX_WAIT_S = 3

/** An update that failed although Postgres answers: nothing speaks against the ones after it. */
export class FailedUpdate extends Error {}

/**
 * Runs everything after it once per update, in one transaction with the note that the update was seen; then talks.
 *
 * It throws while Postgres is away: the update is to be told again. One that fails although Postgres answers is told
 * TRIES times, then left.
 *
 * @throws FailedUpdate when it is this update alone that has failed
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

/** What could not be said is not said again later: whoever waits for it does the same thing once more. */
async function sendWithRetry(send: () => Promise<unknown>, log: Log): Promise<void> {
  for (let tried = 1; ; tried += 1) {
    try {
      await send()
      return
    } catch (error) {
      const waitMs = retryDelay(error)
      if (waitMs !== undefined && tried < MAX_TRIES) {
        await sleep(waitMs)
        continue
      }
      const reason = error instanceof GrammyError ? `${error.error_code} ${error.description}` : 'no answer'
      log.warn({ reason }, 'telegram: bot reply not sent')
      return
    }
  }
}

/** Milliseconds; undefined when trying again cannot help: the chat is blocked, the message is gone. */
function retryDelay(error: unknown): number | undefined {
  if (error instanceof HttpError) return RETRY_MS
  if (!(error instanceof GrammyError)) return undefined
  const { error_code: status, parameters } = error
  if (status >= 500) return RETRY_MS
  const { retry_after: waitS = 1 } = parameters
  return status === 429 && waitS <= MAX_WAIT_S ? waitS * 1_000 : undefined
}
