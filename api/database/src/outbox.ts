import { AsyncLocalStorage } from 'node:async_hooks'
import type { Job, PayloadOf } from '@tsedra/contract/jobs'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'
import { runPrepared } from './prepared-statement.ts'

/** Lease of a claimed job, in seconds; longer than any send takes. */
export const LEASE_S = 15
/** Seconds after which an unclaimed job is dispatched to Redis again: Redis may have lost it. */
export const REDISPATCH_S = 20

export type DeliveryOutcome = 'not_sent' | 'unknown' | 'sent'

/** A job as stored in Redis: nothing else is sent there. */
export interface DispatchedJob {
  id: string
  name: string
  /** How often it was dispatched: part of the BullMQ job id, so that each dispatch is a new entry. */
  generation: number
  /** Low priority: all other jobs run first. */
  canWait: boolean
  /** The order that the job is about, if any: for the log. */
  order: string | null
  /** The request that queued the job, if any: for the log. */
  requestId: string | null
}

export interface ClaimedJob {
  id: string
  name: string
  payload: unknown
  /** Counted attempts, including this one. */
  attempts: number
  /** Outcome of the previous attempt; `unknown` means that it may have been sent. */
  before: DeliveryOutcome
}

const requestIds = new AsyncLocalStorage<string>()

/** Stores the request id with every job that `work` and its asynchronous calls queue, for the log of the worker. */
export function withRequestId<Result>(requestId: string, work: () => Result): Result {
  return requestIds.run(requestId, work)
}

/** Inserts the job in the caller's transaction, so that it exists exactly when its cause does. */
export async function queueJob<J extends Job>(trx: Knex.Transaction, job: J, payload: PayloadOf<J>): Promise<void> {
  const sql = 'INSERT INTO job_outbox (key, name, payload) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING'
  await runPrepared(trx, 'queue-job', sql, jobRow(job, payload))
}

/** Returns key, name and payload of a job, for a statement that inserts it together with its cause. */
export function jobRow<J extends Job>(job: J, payload: PayloadOf<J>): [key: string, name: string, payload: string] {
  // mutation test: job-names-request
  return [job.key(payload), job.name, JSON.stringify({ ...(payload as object), requestId: requestIds.getStore() })]
}

/** Marks due jobs as dispatched, oldest first, and returns them: the caller adds them to the queue. */
export async function markDispatched(db: Db, limit: number): Promise<DispatchedJob[]> {
  const rows = await runPrepared<DispatchedJob>(
    db,
    'mark-batch',
    `WITH due AS (
         SELECT id FROM job_outbox
         WHERE done_at IS NULL AND not_before <= now() AND (lease_until IS NULL OR lease_until < now())
           AND (dispatched_at IS NULL OR dispatched_at < now() - make_interval(secs => ?))
         ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
       )
       UPDATE job_outbox SET dispatched_at = now(), generation = generation + 1 FROM due WHERE job_outbox.id = due.id
       RETURNING job_outbox.id, name, generation, can_wait AS "canWait", payload->>'orderId' AS "order",
         payload->>'requestId' AS "requestId"`,
    [REDISPATCH_S, limit],
  )
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}

/** Removes the mark after Redis failed to accept the jobs. */
export async function unmarkDispatched(db: Db, ids: readonly string[]): Promise<void> {
  await db('job_outbox').whereIn('id', ids).whereNull('done_at').update({ dispatched_at: null })
}

/**
 * Claims one job for LEASE_S seconds; returns undefined when it is done, paused, or claimed by another worker.
 *
 * From here to `finishJob` or `postponeJob` its outcome is `unknown`: a later claim may send it a second time.
 */
export async function claimJob(db: Db, id: string): Promise<ClaimedJob | undefined> {
  const [claimed] = await runPrepared<ClaimedJob>(
    db,
    'claim-job',
    // mutation test: paused-entry-not-relayed
    `WITH free AS (
         SELECT id, outcome FROM job_outbox
         WHERE id = ? AND done_at IS NULL AND (lease_until IS NULL OR lease_until < now()) AND not_before < 'infinity'
         FOR UPDATE SKIP LOCKED
       )
       UPDATE job_outbox
       SET lease_until = now() + make_interval(secs => ?), attempts = attempts + 1, outcome = 'unknown'
       FROM free WHERE job_outbox.id = free.id
       RETURNING job_outbox.id, name, payload, attempts, free.outcome AS before`,
    [id, LEASE_S],
  )
  return claimed
}

/**
 * Marks the job as done, in one transaction with the caller's own record of the delivery.
 *
 * @param messageId the receiver's id of the message, null when it returns none; absent when there was nothing to send
 */
export async function finishJob(trx: Knex.Transaction, id: string, messageId?: number | null): Promise<void> {
  await trx('job_outbox')
    .where({ id })
    .whereNull('done_at')
    .update({
      done_at: trx.fn.now(),
      outcome: messageId === undefined ? 'not_sent' : 'sent',
      message_id: messageId ?? null,
      lease_until: null,
      last_error: null,
    })
}

export interface Postponement {
  /** `not_sent` only when the message certainly did not arrive. */
  outcome: Exclude<DeliveryOutcome, 'sent'>
  waitMs: number
  reason: string
  /** False when the failure is not caused by this job: the channel was unavailable. */
  countsAsAttempt: boolean
}

/** Releases the claim; the relay dispatches the job again after the wait. */
export async function postponeJob(
  db: Db,
  id: string,
  { outcome, waitMs, reason, countsAsAttempt }: Postponement,
): Promise<void> {
  await db('job_outbox')
    .where({ id })
    .whereNull('done_at')
    .update({
      outcome,
      last_error: reason,
      lease_until: null,
      dispatched_at: null,
      not_before: db.raw('now() + make_interval(secs => ?)', [waitMs / 1_000]),
      ...(!countsAsAttempt && { attempts: db.raw('greatest(attempts - 1, 0)') }),
    })
}

export interface OutboxBacklog {
  open: number
  /** Open jobs with so many failures that they are retried only once a minute. */
  dead: number
  /** Open jobs that wait for an operator to release them. */
  paused: number
  /** Age in seconds of the oldest job that is not paused; 0 without one. */
  oldestS: number
  /** Seconds since the oldest job became due, without paused and claimed jobs; 0 without one. */
  oldestDueS: number
}

/** Attempts after which a job counts as a dead letter: stored, reported, retried once a minute. */
export const DEAD_AFTER_ATTEMPTS = 20

export async function readOutboxBacklog(db: Db): Promise<OutboxBacklog> {
  const { rows } = await db.raw<{ rows: Record<keyof OutboxBacklog, number | null>[] }>(
    `SELECT count(*)::int AS open, count(*) FILTER (WHERE attempts >= ?)::int AS dead,
       count(*) FILTER (WHERE not_before = 'infinity')::int AS paused,
       extract(epoch FROM now() - min(created_at) FILTER (WHERE not_before < 'infinity'))::float8 AS "oldestS",
       extract(epoch FROM now() - min(not_before)
         FILTER (WHERE not_before < 'infinity' AND (lease_until IS NULL OR lease_until < now())))::float8 AS "oldestDueS"
     FROM job_outbox WHERE done_at IS NULL`,
    [DEAD_AFTER_ATTEMPTS],
  )
  const { open, dead, paused, oldestS, oldestDueS } = rows[0] ?? {}
  return {
    open: open ?? 0,
    dead: dead ?? 0,
    paused: paused ?? 0,
    oldestS: oldestS ?? 0,
    oldestDueS: Math.max(0, oldestDueS ?? 0),
  }
}

/** Pauses all unsent jobs: after a restore, jobs sent since the backup are not marked as sent. */
export async function pauseJobs(trx: Knex.Transaction): Promise<number> {
  return trx('job_outbox')
    .whereNull('done_at')
    .update({ not_before: 'infinity', lease_until: null, dispatched_at: null })
}

/** Releases paused jobs; returns how many they were. */
export async function releaseJobs(db: Db): Promise<number> {
  return db('job_outbox').whereNull('done_at').where({ not_before: 'infinity' }).update({ not_before: db.fn.now() })
}
