import { normaliseCountedQuery } from '@tsedra/contract/counted-query'
import { kyivDay } from '@tsedra/contract/kyiv-day'
import { type CountedSearch, countSearches, listSearchCounts } from '@tsedra/contract/search-counts'
import { shiftDay } from '@tsedra/contract/shift-day'
import type { Db } from '@tsedra/database/connection'
import { sanitiseLine } from '@tsedra/service/sanitise-text'
import type { Router } from 'express'
import type { RateLimiter } from '../http/rate-limiter.ts'
import { tooManyRequests } from '../http/refusal.ts'
import { createRouter } from '../http/router.ts'
import { serve } from '../http/serve.ts'
import { addSearchCounts, readSearchCounts } from './search-count-store.ts'

/** Counts searches anonymously and lists them to staff: infra/decisions/0041-drinks-and-synonyms.md. */
export function searchCountRoutes({ db, limiter }: { db: Db; limiter: RateLimiter }): Router {
  const router = createRouter()

  serve(router, countSearches, async ({ body: { searches } }, { req }) => {
    const waitS = limiter(req)
    if (waitS > 0) throw tooManyRequests(waitS)
    await addSearchCounts(db, kyivDay(Date.now()), mergeSearches(searches))
    return { counted: true } as const
  })

  serve(router, listSearchCounts, async ({ query: { kind, days = 30, limit = 50 } }) => {
    // mutation test: search-count-calendar-days
    const firstDay = shiftDay(kyivDay(Date.now()), 1 - days)
    const searches = await readSearchCounts(db, { isEmpty: kind === 'empty', firstDay, limit })
    return { searches: searches.map((search) => ({ ...search, query: sanitiseLine(search.query) })) }
  })

  return router
}

/** Normalises the queries, drops those that are not counted, and adds up equal ones. */
function mergeSearches(searches: readonly CountedSearch[]): CountedSearch[] {
  const merged = new Map<string, CountedSearch>()
  for (const { query, isEmpty, count } of searches) {
    const normalised = normaliseCountedQuery(query)
    if (normalised === undefined) continue
    const key = `${isEmpty} ${normalised}`
    merged.set(key, { query: normalised, isEmpty, count: (merged.get(key)?.count ?? 0) + count })
  }
  return [...merged.values()]
}
