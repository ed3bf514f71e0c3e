import { useEffect } from 'react'
import { countSearch, reportSearches } from './search-counts.ts'

/** Counts a search once its results are shown, and reports it: at once, or when the network is back. */
export function useSearchCount(query: string, resultCount: number | undefined): void {
  const isEmpty = resultCount === undefined ? undefined : resultCount === 0
  useEffect(() => {
    if (isEmpty !== undefined) countSearch(query, isEmpty)
    const report = () => void reportSearches()
    report()
    addEventListener('online', report)
    return () => removeEventListener('online', report)
  }, [query, isEmpty])
}
