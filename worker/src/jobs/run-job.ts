import { setTimeout as sleep } from 'node:timers/promises'
import { type AnyJob, jobs, type PayloadOf } from '@tsedra/contract/jobs'
import type { Db } from '@tsedra/database/connection'
import { type ClaimedJob, claimJob, DEAD_AFTER_ATTEMPTS, finishJob, postponeJob } from '@tsedra/database/outbox'
import type { Knex } from 'knex'
import * as z from 'zod/mini'
import { type Log, withLogFields } from '@tsedra/service/log'
import type { NotDelivered, Sent } from '../channels/delivery.ts'

/** The result of a handler; `record` runs in the transaction that finishes the job. */
export type JobResult = (Sent & { record: (trx: Knex.Transaction) => Promise<void> }) | NotDelivered

/** A handler for every job; a missing one does not compile. */
export type Handlers = {
  [J in AnyJob as J['name']]: (payload: PayloadOf<J>, repeated: boolean) => Promise<JobResult>
}

type Handler = (payload: unknown, repeated: boolean) => Promise<JobResult>

interface Deps {
  db: Db
  handlers: Handlers
  /** Stops all workers from taking jobs for `forMs`. */
  pauseQueue: (forMs: number) => Promise<void>
  log: Log
}

/** Wait of a dead letter between attempts, so that it does not delay the others. */
const DEAD_WAIT_MS = 60_000
const MAX_WAIT_MS = 2_000
/** Maximum outage of Postgres during a running job. */
const DATABASE_RETRY_MS = 20_000
const RETRY_MS = 250

/**
 * Claims and runs one job. Only the outbox decides whether a job runs; surplus entries of the queue do nothing.
 *
 * The outbox stores a failure with the time of the next attempt, so BullMQ never retries a claimed job.
 */
export async function runJob(deps: Deps, id: string): Promise<void> {
  const claimed = await retryDatabase(() => claimJob(deps.db, id))
  if (!claimed) return
  const { name, payload, attempts } = claimed
  await withLogFields({ job: name, id, ...readTrace(payload), attempt: attempts }, () => runClaimedJob(deps, claimed))
}

async function runClaimedJob({ db, handlers, pauseQueue, log }: Deps, claimed: ClaimedJob): Promise<void> {
  const { id } = claimed
  const result = await handle(claimed).catch((err: unknown): JobResult => {
    log.error({ err }, 'job: failed')
    return { kind: 'unknown', reason: err instanceof Error ? err.name : 'error' }
  })
  // Before the commit: if Postgres is lost now, this line alone proves that the message has left.
  if (result.kind === 'sent') log.info({ messageId: result.messageId }, 'job: message sent')
  if (result.kind === 'sent' || result.kind === 'nothing') {
    await retryDatabase(() =>
      db.transaction(async (trx) => {
        await finishJob(trx, id, result.kind === 'sent' ? result.messageId : undefined)
        if (result.kind === 'sent') await result.record(trx)
      }),
    )
    log.info({ repeated: claimed.before === 'unknown', kind: result.kind }, 'job: done')
    return
  }

  // A wait set by the channel means that the channel failed, not this job.
  const countsAsAttempt = !result.waitMs
  const waitMs = result.waitMs || retryDelay(claimed.attempts)
  const outcome = result.kind === 'unknown' || claimed.before === 'unknown' ? 'unknown' : 'not_sent'
  log.warn({ outcome, reason: result.reason, waitMs: Math.round(waitMs) }, 'job: postponed')
  await retryDatabase(() => postponeJob(db, id, { outcome, waitMs, reason: result.reason, countsAsAttempt }))
  if (result.kind === 'not_sent' && result.pausesQueue) await pauseQueue(waitMs)

  async function handle({ name, payload, before }: ClaimedJob): Promise<JobResult> {
    const job = jobs.find((candidate: AnyJob) => candidate.name === name)
    if (!job) return { kind: 'not_sent', reason: 'no handler', waitMs: 0, pausesQueue: false }
    // TypeScript cannot relate the parsed payload's type to the job's name.
    return (handlers[job.name] as Handler)(z.parse(job.payload, payload), before === 'unknown')
  }
}

/** Returns the backoff in ms: 1, 2, 2, … s with a jitter of a quarter; a minute for dead letters. */
function retryDelay(attempts: number): number {
  if (attempts >= DEAD_AFTER_ATTEMPTS) return DEAD_WAIT_MS
  return Math.min(1_000 * 2 ** (attempts - 1), MAX_WAIT_MS) * (0.75 + Math.random() / 2)
}

/** Retries while Postgres is down: no other worker can finish a job that this one has claimed. */
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

/** Returns the log fields with the order and the request of the job, those that its payload has. */
function readTrace(payload: unknown): { order?: string; requestId?: string } {
  const { orderId, requestId } = (payload ?? {}) as Record<string, unknown>
  return {
    ...(typeof orderId === 'string' && { order: orderId }),
    // mutation test: job-lines-name-request
    ...(typeof requestId === 'string' && { requestId }),
  }
}
