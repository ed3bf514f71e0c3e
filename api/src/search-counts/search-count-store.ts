import type { CountedSearch } from '@tsedra/contract/search-counts'
import type { Db } from '@tsedra/database/connection'

/** Maximum number of rows per day: beyond it only existing rows increment, so made-up queries cannot fill the table. */
const MAX_ROWS_PER_DAY = 5_000
/** Maximum of the column. */
const MAX_COUNT = 2_147_483_647

/**
 * Adds the counts of a day atomically. Concurrent calls may exceed `maxRows` by the searches of the calls that run at
 * the same time.
 *
 * @param searches normalised; each query occurs once with results and once without, at most
 */
export async function addSearchCounts(
  db: Db,
  day: string,
  searches: readonly CountedSearch[],
  maxRows = MAX_ROWS_PER_DAY,
): Promise<void> {
  if (searches.length === 0) return
  // Sorted: concurrent calls lock the rows in the same order, which prevents deadlocks.
  await db.raw(
    `WITH sent AS (
       SELECT s.query, s.is_empty, s.count, EXISTS (
         SELECT FROM search_counts c WHERE c.day = ?::date AND c.query = s.query AND c.is_empty = s.is_empty) AS is_known
       FROM unnest(?::text[], ?::boolean[], ?::int[]) AS s (query, is_empty, count)
     ), ranked AS (
       SELECT *, row_number() OVER (PARTITION BY is_known ORDER BY query, is_empty) AS position FROM sent
     )
     INSERT INTO search_counts (day, query, is_empty, count)
     SELECT ?::date, query, is_empty, count FROM ranked
     WHERE is_known OR position <= ?::int - (SELECT count(*) FROM search_counts WHERE day = ?::date)
     ORDER BY query, is_empty
     ON CONFLICT (day, query, is_empty)
     DO UPDATE SET count = least(search_counts.count::bigint + excluded.count, ?::bigint)`,
    [
      day,
      searches.map(({ query }) => query),
      searches.map(({ isEmpty }) => isEmpty),
      searches.map(({ count }) => count),
      day,
      maxRows,
      day,
      MAX_COUNT,
    ],
  )
}

interface SearchCountFilter {
  isEmpty: boolean
  firstDay: string
  lastDay?: string
  limit: number
}

export interface SearchTotal {
  query: string
  count: number
  /** ISO date. */
  lastDay: string
}

/** Returns the most frequent searches since a day, up to another if there is one, the most frequent first. */
export async function readSearchCounts(
  db: Db,
  { isEmpty, firstDay, lastDay = 'infinity', limit }: SearchCountFilter,
): Promise<SearchTotal[]> {
  const { rows } = await db.raw<{ rows: (Omit<SearchTotal, 'count'> & { count: string })[] }>(
    `SELECT query, sum(count) AS count, max(day)::text AS "lastDay" FROM search_counts
     WHERE is_empty = ? AND day BETWEEN ?::date AND ?::date GROUP BY query ORDER BY sum(count) DESC, query LIMIT ?`,
    [isEmpty, firstDay, lastDay, limit],
  )
  return rows.map((row) => ({ ...row, count: Number(row.count) }))
}
