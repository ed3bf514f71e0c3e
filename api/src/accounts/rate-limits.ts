import { createHmac } from 'node:crypto'
import type { Db } from '@tsedra/database/connection'
import { runPrepared } from '@tsedra/database/prepared-statement'
import type { Knex } from 'knex'
import { tooManyRequests } from '../http/refusal.ts'

interface Limit {
  hits: number
  windowS: number
  /** Beyond the limit: nothing until the window ends, one more every so many seconds, or waits that double. */
  beyond: 'nothing' | 'doubling' | number
}

const MINUTE_S = 60
const QUARTER_S = 15 * MINUTE_S
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/**
 * Rate limits of accounts, stored in Postgres (infra/decisions/0020-brute-force-limits.md).
 *
 * Mobile carriers share one address between thousands of users, so limits are generous by address and strict by account.
 */
export const accountLimits = {
  /** Tries of one address at any account. */
  'login-address': { hits: 50, windowS: QUARTER_S, beyond: 'nothing' },
  /** Tries of one address at one account. */
  'login-pair': { hits: 5, windowS: QUARTER_S, beyond: 'doubling' },
  /** Tries at one account from anywhere. */
  'login-account': { hits: 50, windowS: DAY_S, beyond: 5 * MINUTE_S },
  /** Tries of a known device, which count in no other bucket. */
  'login-device': { hits: 5, windowS: QUARTER_S, beyond: 'nothing' },
  /** Correct passwords for one account; higher than the guesses that can run concurrently (`login-account`). */
  'right-account': { hits: 60, windowS: HOUR_S, beyond: 'nothing' },
  /** Correct passwords of one address, on unknown devices. */
  'right-address': { hits: 300, windowS: HOUR_S, beyond: 'nothing' },
  'register-address': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  /** The same for a known device, and for a signed-in user. */
  'register-device': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  'register-user': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  /** Codes for one mailbox, requested by one address or one known device. */
  'letter-asker-hour': { hits: 5, windowS: HOUR_S, beyond: 'nothing' },
  'letter-asker-day': { hits: 10, windowS: DAY_S, beyond: 'nothing' },
  /** The part of them that counts as the first ones of an address. */
  'letter-asker-first': { hits: 2, windowS: DAY_S, beyond: 'nothing' },
  /** Codes for one mailbox, requested by all addresses: the first ones of each, and the others. */
  'letter-mailbox-first': { hits: 60, windowS: DAY_S, beyond: 'nothing' },
  'letter-mailbox-more': { hits: 20, windowS: DAY_S, beyond: 'nothing' },
  'resend-address': { hits: 20, windowS: HOUR_S, beyond: 'nothing' },
  'resend-device': { hits: 20, windowS: HOUR_S, beyond: 'nothing' },
  'code-address': { hits: 30, windowS: QUARTER_S, beyond: 'nothing' },
  'code-device': { hits: 30, windowS: QUARTER_S, beyond: 'nothing' },
  'poll-attempt': { hits: 40, windowS: MINUTE_S, beyond: 'nothing' },
  'poll-address': { hits: 300, windowS: MINUTE_S, beyond: 'nothing' },
  /** Wrong TOTP codes for one account, from devices that have not confirmed the second factor. */
  'second-factor': { hits: 5, windowS: QUARTER_S, beyond: 'nothing' },
  /** The same for one device that has. */
  'second-factor-device': { hits: 5, windowS: QUARTER_S, beyond: 'nothing' },
  /** Order ids that a refusal or a cancel uses up: their rows are never deleted. */
  'used-up-ids': { hits: 100, windowS: DAY_S, beyond: 5 * MINUTE_S },
  /** The same for the wider networks of an IPv6 address. */
  'used-up-ids-56': { hits: 200, windowS: DAY_S, beyond: MINUTE_S },
  'used-up-ids-48': { hits: 400, windowS: DAY_S, beyond: MINUTE_S },
  /** Audited refusals of staff calls to one user. */
  'denied-user': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  'follow-order': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  /** Invitations that one admin sends, and those to one mailbox. */
  'invite-user': { hits: 30, windowS: HOUR_S, beyond: 'nothing' },
  'invite-mailbox': { hits: 5, windowS: DAY_S, beyond: 'nothing' },
  /** Tokens of invitations that one address tries. */
  'invitation-address': { hits: 30, windowS: QUARTER_S, beyond: 'nothing' },
  'change-user': { hits: 120, windowS: MINUTE_S, beyond: 'nothing' },
  'upload-user': { hits: 30, windowS: HOUR_S, beyond: 'nothing' },
} as const satisfies Record<string, Limit>

export type Bucket = keyof typeof accountLimits
const MAX_WAIT_S = QUARTER_S

export interface AccountRateLimits {
  /**
   * Counts one hit; returns the seconds to wait when it exceeds the limit, else 0.
   *
   * @param connection the caller's transaction: waiting for a second connection could deadlock the pool
   */
  consume(bucket: Bucket, key: string, connection?: Knex): Promise<number>
  /** @throws Refusal `too_many_requests` with Retry-After */
  consumeOrReject(bucket: Bucket, key: string): Promise<void>
  /** Refunds one hit that was counted in advance. */
  refund(bucket: Bucket, key: string): Promise<void>
  /** Resets a counter. */
  clear(bucket: Bucket, key: string): Promise<void>
}

/**
 * Creates rate limits that count in Postgres, so that a restart of Redis resets none. Each hit is one atomic statement.
 *
 * Consume before the work and refund after it: otherwise concurrent tries would all pass.
 */
export function createAccountRateLimits(db: Db, secret: string): AccountRateLimits {
  const hashKey = (bucket: Bucket, key: string) => createHmac('sha256', secret).update(`${bucket} ${key}`).digest()
  const rowOf = (bucket: Bucket, key: string) => db('throttles').where({ bucket, key_hash: hashKey(bucket, key) })
  const consume = (bucket: Bucket, key: string, connection: Knex = db) =>
    consumeHit(connection, bucket, hashKey(bucket, key))

  return {
    consume,
    async consumeOrReject(bucket, key) {
      const waitS = await consume(bucket, key)
      if (waitS > 0) throw tooManyRequests(waitS)
    },
    async refund(bucket, key) {
      await rowOf(bucket, key).where('hits', '>', 0).decrement('hits', 1)
    },
    async clear(bucket, key) {
      await rowOf(bucket, key).delete()
    },
  }
}

async function consumeHit(connection: Knex, bucket: Bucket, hash: Buffer): Promise<number> {
  const { hits, windowS, beyond }: Limit = accountLimits[bucket]
  const everyS = typeof beyond === 'number' ? beyond : null
  const doubles = beyond === 'doubling'
  const values = [bucket, hash, windowS, hits, everyS, doubles, MAX_WAIT_S]
  const [row] = await runPrepared<{ waitS: number }>(connection, 'take', consumeSql, values)
  // Without a row a concurrent hit was the last one within the limit.
  return row?.waitS ?? 1
}

/**
 * Beyond the limit, the next hit passes at `next_at` at the earliest. A doubling wait extends the window: an early retry
 * waits longer, and a whole window without hits resets the counter.
 *
 * Blocked callers take a read-only path: thousands of guesses neither write nor queue for the row lock.
 */
const consumeSql = `
  WITH input AS (
    SELECT ?::text AS bucket, ?::bytea AS key_hash, make_interval(secs => ?) AS win, ?::int AS most, ?::float8 AS every_s,
      ?::boolean AS doubles, ?::float8 AS longest_s
  ), waits AS (
    SELECT greatest(1, ceil(extract(epoch FROM least(window_ends, next_at) - now())))::int AS wait_s
    FROM throttles JOIN input USING (bucket, key_hash) WHERE window_ends > now() AND hits >= most AND next_at > now()
  ), taken AS (
    INSERT INTO throttles AS t (bucket, key_hash, hits, window_ends, next_at)
    SELECT bucket, key_hash, 1, now() + win, now() FROM input WHERE NOT EXISTS (SELECT FROM waits)
    ON CONFLICT (bucket, key_hash) DO UPDATE SET (hits, window_ends, next_at) = (
      SELECT counted.hits, greatest(counted.ends, CASE WHEN doubles AND counted.hits >= most THEN counted.next_at + win END),
        counted.next_at
      FROM input, LATERAL (
        SELECT n.hits, n.ends, CASE WHEN n.hits < most THEN now() ELSE now() + make_interval(secs =>
          CASE WHEN doubles THEN least(longest_s, 2.0 ^ least(n.hits - most + 1, 20))
               ELSE coalesce(every_s, extract(epoch FROM n.ends - now())) END) END AS next_at
        FROM (SELECT CASE WHEN t.window_ends <= now() THEN 1 ELSE t.hits + 1 END AS hits,
                     CASE WHEN t.window_ends <= now() THEN now() + win ELSE t.window_ends END AS ends) n
      ) counted)
    WHERE t.window_ends <= now() OR t.hits < (SELECT most FROM input) OR t.next_at <= now()
    RETURNING 0 AS wait_s
  )
  SELECT wait_s AS "waitS" FROM taken UNION ALL SELECT wait_s FROM waits
`
