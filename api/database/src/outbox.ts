import type { Job, PayloadOf } from '@tsedra/contract/jobs'
import type { Knex } from 'knex'
import type { Db } from './connection.ts'

/** Seconds one worker may be at a job before another one may take it; longer than any send takes. */
export const LEASE_S = 15
/** Seconds after which a job that Redis was given, and nobody is at, is given again: Redis may have lost it. */
export const REDISPATCH_S = 20

export type DeliveryOutcome = 'not_sent' | 'unknown' | 'sent'

/** A job as it is carried: Redis gets no more than this. */
export interface DispatchedJob {
  id: string
  name: string
  /** How often it has been given to Redis: part of the entry's name there, so that each entry is a new one. */
  generation: number
  /** All others go first. */
  canWait: boolean
}

export interface ClaimedJob {
  id: string
  name: string
  payload: unknown
  /** Attempts that counted, this one included. */
  attempts: number
  /** What the attempt before left behind; `unknown` means that it may have been sent. */
  before: DeliveryOutcome
}

/** Writes the job down in the caller's transaction, so that it exists exactly when its cause does. */
export async function queueJob<J extends Job>(trx: Knex.Transaction, job: J, payload: PayloadOf<J>): Promise<void> {
  await trx
    .raw('INSERT INTO job_outbox (key, name, payload) VALUES (?, ?, ?) ON CONFLICT (key) DO NOTHING', [
      ...jobRow(job, payload),
    ])
    .options({ name: 'queue-job' })
}

/** Key, name and payload of a job, for a statement that writes it together with its cause. */
export function jobRow<J extends Job>(job: J, payload: PayloadOf<J>): [key: string, name: string, payload: string] {
  return [job.key(payload), job.name, JSON.stringify(payload)]
}

/** Marks what is due as given to Redis, oldest first, and answers it: the caller gives it. */
export async function markDispatched(db: Db, limit: number): Promise<DispatchedJob[]> {
  const { rows } = await db
    .raw<{ rows: DispatchedJob[] }>(
      `WITH due AS (
         SELECT id FROM job_outbox
         WHERE done_at IS NULL AND not_before <= now() AND (lease_until IS NULL OR lease_until < now())
           AND (dispatched_at IS NULL OR dispatched_at < now() - make_interval(secs => ?))
         ORDER BY id LIMIT ? FOR UPDATE SKIP LOCKED
       )
       UPDATE job_outbox SET dispatched_at = now(), generation = generation + 1 FROM due WHERE job_outbox.id = due.id
       RETURNING job_outbox.id, name, generation, can_wait AS "canWait"`,
      [REDISPATCH_S, limit],
    )
    .options({ name: 'mark-batch' })
  return rows.sort((a, b) => Number(a.id) - Number(b.id))
}

/** Takes the mark back: Redis did not take them. */
export async function unmarkDispatched(db: Db, ids: readonly string[]): Promise<void> {
  await db('job_outbox').whereIn('id', ids).whereNull('done_at').update({ dispatched_at: null })
}

/**
 * Takes one job for LEASE_S seconds; undefined when it is done, paused, or another worker is at it.
 *
 * From here to `finish` or `postpone` its outcome is `unknown`: whoever finds it so may be about to send it again.
 */
export async function claimJob(db: Db, id: string): Promise<ClaimedJob | undefined> {
  const { rows } = await db
    .raw<{ rows: ClaimedJob[] }>(
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
    .options({ name: 'claim-job' })
  return rows[0]
}

/**
 * Done. Belongs into one transaction with whatever else says so.
 *
 * @param messageId what the receiver called the message, null when it has no name for it; left out when there was nothing
 *   to send
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
  /** `not_sent` when it is known that nothing has arrived. */
  outcome: Exclude<DeliveryOutcome, 'sent'>
  waitMs: number
  reason: string
  /** False when the failure says nothing about this job: the way out was closed. */
  countsAsAttempt: boolean
}

/** Gives the claim back; the relay carries the job again after the wait. */
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
  /** Open ones that have failed so often that they are only tried once a minute. */
  dead: number
  /** Open ones that wait for somebody to release them. */
  paused: number
  /** Seconds that the oldest has waited that is not paused; 0 when none does. */
  oldestS: number
  /** The same of those that nothing keeps from being sent. */
  oldestDueS: number
}

/** Attempts after which a job counts as dead: kept, shown, tried once a minute. */
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

/** Whatever is not sent waits until it is released: after a restore nobody knows what was sent since the backup. */
export async function pauseJobs(trx: Knex.Transaction): Promise<number> {
  return trx('job_outbox')
    .whereNull('done_at')
    .update({ not_before: 'infinity', lease_until: null, dispatched_at: null })
}

/** Lets what is paused be sent; answers how many jobs it was. */
export async function releaseJobs(db: Db): Promise<number> {
  return db('job_outbox').whereNull('done_at').where({ not_before: 'infinity' }).update({ not_before: db.fn.now() })
}
