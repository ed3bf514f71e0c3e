import type { AnswerFigures } from '@tsedra/contract/admin-figures'
import type { Db } from '@tsedra/database/connection'
import { promiseHoursSql } from '@tsedra/database/orders'
import { type FigurePeriod, placedIn } from './figure-period.ts'

type AnswerRow = Pick<AnswerFigures, 'answered' | 'waiting' | 'late' | 'promiseHours'> & {
  /** Median and p95 in minutes; null without an answer. */
  percentiles: number[] | null
}

/**
 * Returns how fast staff answered the orders of a period. An answer is the first status that staff set, in the admin area
 * or in Telegram.
 */
export async function readAnswerFigures(db: Db, period: FigurePeriod): Promise<AnswerFigures> {
  const placed = placedIn('created_at', period)
  // An answer follows its order, so older events are not read.
  const { rows } = await db.raw<{ rows: AnswerRow[] }>(
    // mutation test: answer-by-staff-only
    `WITH answers AS (
       SELECT order_id, min(created_at) AS answered_at FROM order_events
       WHERE kind = 'status' AND actor = 'staff' AND created_at >= ?::timestamp AT TIME ZONE 'Europe/Kyiv'
       GROUP BY order_id
     ), placed AS (
       SELECT id, status, created_at FROM orders WHERE ${placed.sql}
     ), times AS (
       SELECT a.answered_at, coalesce(a.answered_at, clock_timestamp()) - p.created_at AS duration
       FROM placed p LEFT JOIN answers a ON a.order_id = p.id
       WHERE a.answered_at IS NOT NULL OR p.status = 'pending'
     )
     SELECT count(answered_at)::int AS answered,
       (count(*) - count(answered_at))::int AS waiting,
       (count(*) FILTER (WHERE duration > make_interval(hours => ${promiseHoursSql})))::int AS late,
       ${promiseHoursSql} AS "promiseHours",
       percentile_cont(ARRAY[0.5, 0.95]) WITHIN GROUP (ORDER BY date_part('epoch', duration) / 60)
         FILTER (WHERE answered_at IS NOT NULL) AS percentiles
     FROM times`,
    [period.from, ...placed.bindings],
  )
  const { percentiles, ...counts } = rows[0] as AnswerRow // an aggregate without GROUP BY returns one row
  const [medianMinutes = null, p95Minutes = null] = (percentiles ?? []).map(Math.round)
  return { ...counts, medianMinutes, p95Minutes }
}
