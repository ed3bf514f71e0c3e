import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyJob, jobs, type PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { type ClaimedJob, claim, DEAD_AFTER, finish, postpone } from '@tsedra/database/outbox'
import type { Knex } from 'knex'
import * as z from 'zod/mini'
import type { Log } from '@tsedra/service/log'
import type { Delivery } from '../senders/delivery.ts'

/** What a handler has done; `record` is written in the transaction that says so. */
export type Handled =
  | (Extract<Delivery, { kind: 'sent' }> & { record: (trx: Knex.Transaction) => Promise<void> })
  | Exclude<Delivery, { kind: 'sent' }>
  /** There is nothing to send any more. */
  | { kind: 'nothing'; reason: string }

/** A handler for every job: leaving one out does not compile. */
export type Handlers = {
  [J in AnyJob as J['name']]: (payload: PayloadOf<J>, repeated: boolean) => Promise<Handled>
}

type Handler = (payload: unknown, repeated: boolean) => Promise<Handled>

interface Deps {
  db: Db
  handlers: Handlers
  /** Keeps every worker from taking jobs for so long. */
  holdQueue: (forMs: number) => Promise<void>
  log: Log
}

/** A poisoned job must not wear the others out. */
const DEAD_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 2_000
/** How long Postgres may be away while a job is under way. */
const PERSIST_MS = 20_000
const RETRY_MS = 250

/**
 * Runs one job, if nobody else is at it. The outbox decides, whatever Redis believes; entries too many do nothing.
 *
 * A failure is written down with the time of the next try, so Redis never retries what was claimed.
 */
export async function runJob({ db, handlers, holdQueue, log }: Deps, id: string): Promise<void> {
  const claimed = await persist(() => claim(db, id))
  if (!claimed) return
  const about = { job: claimed.name, id, ...orderOf(claimed.payload), attempt: claimed.attempts }

  const handled = await handle(claimed).catch((err: unknown): Handled => {
    log.error({ ...about, err }, 'job: failed')
    return { kind: 'unknown', reason: err instanceof Error ? err.name : 'error' }
  })
  if (handled.kind === 'sent' || handled.kind === 'nothing') {
    await persist(() =>
      db.transaction(async (trx) => {
        await finish(trx, id, handled.kind === 'sent' ? handled.messageId : undefined)
        if (handled.kind === 'sent') await handled.record(trx)
      }),
    )
    log.info({ ...about, repeated: claimed.before === 'unknown', kind: handled.kind }, 'job: done')
    return
  }

  // A wait of its own means that the way out was closed: that says nothing about this job.
  const counts = !handled.waitMs
  const waitMs = handled.waitMs || waitAfter(claimed.attempts)
  const outcome = handled.kind === 'unknown' || claimed.before === 'unknown' ? 'unknown' : 'not_sent'
  log.warn({ ...about, outcome, reason: handled.reason, waitMs: Math.round(waitMs) }, 'job: waits')
  await persist(() => postpone(db, id, { outcome, waitMs, reason: handled.reason, counts }))
  if (handled.kind === 'not_sent' && handled.everyoneWaits) await holdQueue(waitMs)

  async function handle({ name, payload, before }: ClaimedJob): Promise<Handled> {
    const job = jobs.find((known: AnyJob) => known.name === name)
    if (!job) return { kind: 'not_sent', reason: 'no handler', waitMs: 0, everyoneWaits: false }
    // The payload was parsed by this very job's schema, which TypeScript cannot tie to the name.
    return (handlers[job.name] as Handler)(z.parse(job.payload, payload), before === 'unknown')
  }
}

/** 1, 2, 2, … seconds give or take a quarter; a minute for the dead. */
function waitAfter(attempts: number): number {
  if (attempts >= DEAD_AFTER) return DEAD_WAIT_MS
  return Math.min(1_000 * 2 ** (attempts - 1), LONGEST_WAIT_MS) * (0.75 + Math.random() / 2)
}

/** Waits Postgres out: between claim and finish there is nobody else to do it. */
async function persist<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + PERSIST_MS
  for (;;) {
    try {
      return await work()
    } catch (error) {
      if (Date.now() > deadline) throw error
      await sleep(RETRY_MS)
    }
  }
}

/** The id of the order that the job is about, for its log lines; nothing for other jobs. */
function orderOf(payload: unknown): { order?: string } {
  const { orderId } = (payload ?? {}) as { orderId?: unknown }
  return typeof orderId === 'string' ? { order: orderId } : {}
}
