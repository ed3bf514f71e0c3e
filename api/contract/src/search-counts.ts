import * as z from 'zod/mini'
import { MAX_COUNTED_LENGTH, MAX_REPORTED_SEARCHES, MAX_SEARCH_COUNT } from './counted-query.ts'
import { endpoint } from './endpoint.ts'
import { staffOnlyErrors } from './errors.ts'
import { queryInteger, text } from './text.ts'

/** Anonymous counts of searches: infra/decisions/0041-drinks-and-synonyms.md. */

/** Days that the shop stores counts. */
export const SEARCH_COUNT_DAYS = 90

const countedSearch = z.strictObject({
  query: text(MAX_COUNTED_LENGTH, { min: 1 }),
  /** Whether the search had no result. */
  isEmpty: z.boolean(),
  count: z.int().check(z.gte(1), z.lte(MAX_SEARCH_COUNT)),
})
export type CountedSearch = z.infer<typeof countedSearch>

/** Queries that may contain personal data are ignored (counted-query.ts). */
export const countSearches = endpoint({
  route: 'POST /api/search-counts',
  summary: 'Counts finished searches, without any reference to who searched.',
  body: z.strictObject({ searches: z.array(countedSearch).check(z.maxLength(MAX_REPORTED_SEARCHES)) }),
  response: z.object({ counted: z.literal(true) }),
})

export const listSearchCounts = endpoint({
  route: 'GET /api/admin/search-counts',
  summary: 'The most frequent searches of the last days, with results or without, the most frequent first.',
  access: 'staff',
  query: z.strictObject({
    /** `top`: searches with results, also if omitted; `empty`: searches without. */
    kind: z.optional(z.enum(['top', 'empty'])),
    /** Days in Kyiv up to today; 30 if omitted. */
    days: z.optional(queryInteger(1, SEARCH_COUNT_DAYS)),
    /** 50 if omitted. */
    limit: z.optional(queryInteger(1, 100)),
  }),
  response: z.object({
    searches: z.array(
      z.object({
        query: z.string(),
        count: z.int(),
        /** Last day in Kyiv with this search. */
        lastDay: z.iso.date(),
      }),
    ),
  }),
  errors: [...staffOnlyErrors],
})
