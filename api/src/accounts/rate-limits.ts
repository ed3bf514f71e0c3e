import { createHmac } from 'node:crypto'
import type { Db } from '@tsedra/database/connection'
import type { Knex } from 'knex'
import { tooManyRequests } from '../http/refusal.ts'

interface Limit {
  hits: number
  windowS: number
  /** What happens beyond it: nothing until the window ends, one more each so many seconds, or waits that double. */
  beyond: 'nothing' | 'doubling' | number
}

const MINUTE_S = 60
const QUARTER_S = 15 * MINUTE_S
const HOUR_S = 60 * MINUTE_S
const DAY_S = 24 * HOUR_S

/**
 * Every limit on people and their browsers (infra/decisions/0020-brute-force-limits.md).
 *
 * Carriers put thousands of people behind one address: generous by address, strict by account.
 */
export const accountLimits = {
  /** Tries of one address at any account. */
  'login-address': { hits: 50, windowS: QUARTER_S, beyond: 'nothing' },
  /** Tries of one address at one account. */
  'login-pair': { hits: 5, windowS: QUARTER_S, beyond: 'doubling' },
  /** Tries at one account from anywhere. */
  'login-account': { hits: 50, windowS: DAY_S, beyond: 5 * MINUTE_S },
  /** Tries of a browser that has signed in to the account before: these count nowhere else. */
  'login-device': { hits: 5, windowS: QUARTER_S, beyond: 'nothing' },
  /** Right passwords for one account: more than guesses at it can be under way at once (`login-account`). */
  'right-account': { hits: 60, windowS: HOUR_S, beyond: 'nothing' },
  /** Right passwords of one address, in browsers that are new to their account. */
  'right-address': { hits: 300, windowS: HOUR_S, beyond: 'nothing' },
  'register-address': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  /** The same asked for by a browser that the account knows, or by whoever is signed in. */
  'register-device': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  'register-user': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  /** Codes for one mailbox that one address or one known browser asks for. */
  'letter-asker-hour': { hits: 5, windowS: HOUR_S, beyond: 'nothing' },
  'letter-asker-day': { hits: 10, windowS: DAY_S, beyond: 'nothing' },
  /** Of them those that count as the first ones of an address. */
  'letter-asker-first': { hits: 2, windowS: DAY_S, beyond: 'nothing' },
  /** Codes for one mailbox that all addresses ask for: the first ones of each, and the others. */
  'letter-mailbox-first': { hits: 60, windowS: DAY_S, beyond: 'nothing' },
  'letter-mailbox-more': { hits: 20, windowS: DAY_S, beyond: 'nothing' },
  'resend-address': { hits: 20, windowS: HOUR_S, beyond: 'nothing' },
  'resend-device': { hits: 20, windowS: HOUR_S, beyond: 'nothing' },
  'code-address': { hits: 30, windowS: QUARTER_S, beyond: 'nothing' },
  'code-device': { hits: 30, windowS: QUARTER_S, beyond: 'nothing' },
  'poll-attempt': { hits: 40, windowS: MINUTE_S, beyond: 'nothing' },
  'poll-address': { hits: 300, windowS: MINUTE_S, beyond: 'nothing' },
  /** Wrong codes of an app at one account, of browsers that have not given a right one. */
  'second-factor': { hits: 5, windowS: QUARTER_S, beyond: 'nothing' },
  /** The same in a browser that has. */
  'second-factor-device': { hits: 5, windowS: QUARTER_S, beyond: 'nothing' },
  /** Order ids that a refusal or a cancel uses up: their rows stay for ever. */
  'used-up-ids': { hits: 100, windowS: DAY_S, beyond: 5 * MINUTE_S },
  /** The same for the wider networks of an IPv6 address. */
  'used-up-ids-56': { hits: 200, windowS: DAY_S, beyond: MINUTE_S },
  'used-up-ids-48': { hits: 400, windowS: DAY_S, beyond: MINUTE_S },
  /** Refusals of one person at what is for staff that are written down. */
  'denied-user': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  'follow-order': { hits: 10, windowS: HOUR_S, beyond: 'nothing' },
  'change-user': { hits: 120, windowS: MINUTE_S, beyond: 'nothing' },
  'upload-user': { hits: 30, windowS: HOUR_S, beyond: 'nothing' },
} as const satisfies Record<string, Limit>

export type Bucket = keyof typeof accountLimits
const MAX_WAIT_S = QUARTER_S

export interface AccountRateLimits {
  /**
   * Counts one; answers how many seconds to wait when it was one too many, else 0.
   *
   * @param connection the transaction that the caller is in: who holds a connection asks for no second one
   */
  consume(bucket: Bucket, key: string, connection?: Knex): Promise<number>
  /** @throws Refusal `too_many_requests` with Retry-After */
  consumeOrReject(bucket: Bucket, key: string): Promise<void>
  /** Takes one back: what was counted in advance turned out to be right. */
  refund(bucket: Bucket, key: string): Promise<void>
  /** Forgets what was counted. */
  clear(bucket: Bucket, key: string): Promise<void>
}

/**
 * Counters in Postgres: a lost Redis frees no one. Each is one statement, so tries in parallel are counted one by one.
 *
 * Take before the work and give back after it, else tries that arrive together would all be let in.
 */
export function createAccountRateLimits(db: Db, secret: string): AccountRateLimits {
  const hashKey = (bucket: Bucket, key: string) => createHmac('sha256', secret).update(`${bucket} ${key}`).digest()

  return { consume, consumeOrReject, refund, clear }

  async function consume(bucket: Bucket, key: string, connection: Knex = db): Promise<number> {
    const { hits, windowS, beyond }: Limit = accountLimits[bucket]
    const hash = hashKey(bucket, key)
    const everyS = typeof beyond === 'number' ? beyond : null
    const doubles = beyond === 'doubling'
    const { rows } = await connection
      .raw<{ rows: { waitS: number }[] }>(consumeSql, [bucket, hash, windowS, hits, everyS, doubles, MAX_WAIT_S])
      .options({ name: 'take' })
    // No row: somebody who came at the same moment was the last one let in.
    return rows[0]?.waitS ?? 1
  }

  async function consumeOrReject(bucket: Bucket, key: string): Promise<void> {
    const waitS = await consume(bucket, key)
    if (waitS > 0) throw tooManyRequests(waitS)
  }

  async function refund(bucket: Bucket, key: string): Promise<void> {
    await db('throttles')
      .where({ bucket, key_hash: hashKey(bucket, key) })
      .where('hits', '>', 0)
      .decrement('hits', 1)
  }

  async function clear(bucket: Bucket, key: string): Promise<void> {
    await db('throttles')
      .where({ bucket, key_hash: hashKey(bucket, key) })
      .delete()
  }
}

/**
 * The limit reached, the next one is let in at `next_at` at the earliest; a doubling wait carries the window along,
 * so that who comes back at once waits longer still, and who stays away for a whole window begins anew.
 *
 * Whoever must wait is told by a read alone: thousands of guesses neither write nor stand in line for one row. Of those
 * that come together the row lets one in after the other.
 */
const consumeSql = `
  WITH asked AS (
    SELECT ?::text AS bucket, ?::bytea AS key_hash, make_interval(secs => ?) AS win, ?::int AS most, ?::float8 AS every_s,
      ?::boolean AS doubles, ?::float8 AS longest_s
  ), waits AS (
    SELECT greatest(1, ceil(extract(epoch FROM least(window_ends, next_at) - now())))::int AS wait_s
    FROM throttles JOIN asked USING (bucket, key_hash) WHERE window_ends > now() AND hits >= most AND next_at > now()
  ), taken AS (
    INSERT INTO throttles AS t (bucket, key_hash, hits, window_ends, next_at)
    SELECT bucket, key_hash, 1, now() + win, now() FROM asked WHERE NOT EXISTS (SELECT FROM waits)
    ON CONFLICT (bucket, key_hash) DO UPDATE SET (hits, window_ends, next_at) = (
      SELECT counted.hits, greatest(counted.ends, CASE WHEN doubles AND counted.hits >= most THEN counted.next_at + win END),
        counted.next_at
      FROM asked, LATERAL (
        SELECT n.hits, n.ends, CASE WHEN n.hits < most THEN now() ELSE now() + make_interval(secs =>
          CASE WHEN doubles THEN least(longest_s, 2.0 ^ least(n.hits - most + 1, 20))
               ELSE coalesce(every_s, extract(epoch FROM n.ends - now())) END) END AS next_at
        FROM (SELECT CASE WHEN t.window_ends <= now() THEN 1 ELSE t.hits + 1 END AS hits,
                     CASE WHEN t.window_ends <= now() THEN now() + win ELSE t.window_ends END AS ends) n
      ) counted)
    WHERE t.window_ends <= now() OR t.hits < (SELECT most FROM asked) OR t.next_at <= now()
    RETURNING 0 AS wait_s
  )
  SELECT wait_s AS "waitS" FROM taken UNION ALL SELECT wait_s FROM waits
`
