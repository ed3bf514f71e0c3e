import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyJob, jobs, type PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { type ClaimedJob, claimJob, DEAD_AFTER_ATTEMPTS, finishJob, postponeJob } from '@tsedra/database/outbox'
import type { Knex } from 'knex'
import * as z from 'zod/mini'
import type { Log } from '@tsedra/service/log'
import type { Delivery } from '../channels/delivery.ts'

/** What a handler has done; `record` is written in the transaction that says so. */
export type JobResult =
  | (Extract<Delivery, { kind: 'sent' }> & { record: (trx: Knex.Transaction) => Promise<void> })
  | Exclude<Delivery, { kind: 'sent' }>
  /** There is nothing to send any more. */
  | { kind: 'nothing'; reason: string }

/** A handler for every job: leaving one out does not compile. */
export type Handlers = {
  [J in AnyJob as J['name']]: (payload: PayloadOf<J>, repeated: boolean) => Promise<JobResult>
}

type Handler = (payload: unknown, repeated: boolean) => Promise<JobResult>

interface Deps {
  db: Db
  handlers: Handlers
  /** Keeps every worker from taking jobs for so long. */
  pauseQueue: (forMs: number) => Promise<void>
  log: Log
}

/** A poisoned job must not wear the others out. */
const DEAD_WAIT_MS = 60_000
const MAX_WAIT_MS = 2_000
/** How long Postgres may be away while a job is under way. */
const DATABASE_RETRY_MS = 20_000
const RETRY_MS = 250

/**
 * Runs one job, if nobody else is at it. The outbox decides, whatever Redis believes; entries too many do nothing.
 *
 * A failure is written down with the time of the next try, so Redis never retries what was claimed.
 */
export async function runJob({ db, handlers, pauseQueue, log }: Deps, id: string): Promise<void> {
  const claimed = await retryDatabase(() => claimJob(db, id))
  if (!claimed) return
  const logFields = { job: claimed.name, id, ...orderIdField(claimed.payload), attempt: claimed.attempts }

  const result = await handle(claimed).catch((err: unknown): JobResult => {
    log.error({ ...logFields, err }, 'job: failed')
    return { kind: 'unknown', reason: err instanceof Error ? err.name : 'error' }
  })
  if (result.kind === 'sent' || result.kind === 'nothing') {
    await retryDatabase(() =>
      db.transaction(async (trx) => {
        await finishJob(trx, id, result.kind === 'sent' ? result.messageId : undefined)
        if (result.kind === 'sent') await result.record(trx)
      }),
    )
    log.info({ ...logFields, repeated: claimed.before === 'unknown', kind: result.kind }, 'job: done')
    return
  }

  // A wait of its own means that the way out was closed: that says nothing about this job.
  const countsAsAttempt = !result.waitMs
  const waitMs = result.waitMs || retryDelay(claimed.attempts)
  const outcome = result.kind === 'unknown' || claimed.before === 'unknown' ? 'unknown' : 'not_sent'
  log.warn({ ...logFields, outcome, reason: result.reason, waitMs: Math.round(waitMs) }, 'job: postponed')
  await retryDatabase(() => postponeJob(db, id, { outcome, waitMs, reason: result.reason, countsAsAttempt }))
  if (result.kind === 'not_sent' && result.pausesQueue) await pauseQueue(waitMs)

  async function handle({ name, payload, before }: ClaimedJob): Promise<JobResult> {
    const job = jobs.find((candidate: AnyJob) => candidate.name === name)
    if (!job) return { kind: 'not_sent', reason: 'no handler', waitMs: 0, pausesQueue: false }
    // The payload was parsed by this very job's schema, which TypeScript cannot tie to the name.
    return (handlers[job.name] as Handler)(z.parse(job.payload, payload), before === 'unknown')
  }
}

/** 1, 2, 2, … seconds give or take a quarter; a minute for the dead. */
function retryDelay(attempts: number): number {
  if (attempts >= DEAD_AFTER_ATTEMPTS) return DEAD_WAIT_MS
  return Math.min(1_000 * 2 ** (attempts - 1), MAX_WAIT_MS) * (0.75 + Math.random() / 2)
}

/** Waits Postgres out: between claim and finish there is nobody else to do it. */
async function retryDatabase<T>(work: () => Promise<T>): Promise<T> {
  const deadline = Date.now() + DATABASE_RETRY_MS
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
function orderIdField(payload: unknown): { order?: string } {
  const { orderId } = (payload ?? {}) as { orderId?: unknown }
  return typeof orderId === 'string' ? { order: orderId } : {}
}
