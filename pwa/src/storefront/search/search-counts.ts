import { MAX_REPORTED_SEARCHES, MAX_SEARCH_COUNT, normaliseCountedQuery } from '@tsedra/contract/counted-query'
import type { CountedSearch, countSearches } from '@tsedra/contract/search-counts'
import { ApiError, callApi } from '../../shared/api.ts'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'

/** Name in local storage. */
const STORED_COUNTS = 'searchCounts'
/** Maximum number of stored searches; beyond it the oldest is deleted. */
const MAX_STORED = 100

/** Deletes the searches that this device has not reported yet. */
export const deleteSearchCounts = (): void => writeLocal(STORED_COUNTS, undefined)

/** Counts a finished search on this device, until `reportSearches` sends it; queries with personal data are ignored. */
export function countSearch(query: string, isEmpty: boolean): void {
  const normalised = normaliseCountedQuery(query)
  if (normalised !== undefined) addCounts([{ query: normalised, isEmpty, count: 1 }])
}

/**
 * Sends one report of stored searches, anonymously. Each is deleted before it is sent, so a lost response never counts
 * it twice; a report beyond the rate limit is stored again. Failures are ignored: the counts are for statistics.
 */
export async function reportSearches(): Promise<void> {
  if (!navigator.onLine) return
  const stored = readCounts()
  const searches = stored.slice(0, MAX_REPORTED_SEARCHES)
  if (searches.length === 0) return
  writeCounts(stored.slice(MAX_REPORTED_SEARCHES))
  try {
    await callApi<typeof countSearches>('POST /api/search-counts', { body: { searches } })
  } catch (error) {
    if (error instanceof ApiError && error.code === 'too_many_requests') addCounts(searches)
  }
}

function addCounts(searches: readonly CountedSearch[]): void {
  const counts = readCounts()
  for (const { query, isEmpty, count } of searches) {
    const known = counts.find((search) => search.query === query && search.isEmpty === isEmpty)
    if (known) known.count = Math.min(known.count + count, MAX_SEARCH_COUNT)
    else counts.push({ query, isEmpty, count })
  }
  writeCounts(counts.slice(-MAX_STORED))
}

function readCounts(): CountedSearch[] {
  try {
    return JSON.parse(readLocal(STORED_COUNTS) ?? '[]') as CountedSearch[] // only this module writes it
  } catch {
    return []
  }
}

const writeCounts = (counts: readonly CountedSearch[]): void =>
  writeLocal(STORED_COUNTS, counts.length > 0 ? JSON.stringify(counts) : undefined)
