import { normaliseCountedQuery } from '@tsedra/contract/counted-query'
import { useSyncExternalStore } from 'react'
import { readLocal, writeLocal } from './local-storage.ts'

/** Name in local storage. */
const STORED_SEARCHES = 'recentSearches'
const MAX_STORED = 6
/** Called after a change on this page; other tabs receive `storage`. */
const listeners = new Set<() => void>()

/** Returns the searches of this device, the latest first. */
export function readRecentSearches(): string[] {
  try {
    return JSON.parse(readLocal(STORED_SEARCHES) ?? '[]') as string[] // only this module writes it
  } catch {
    return []
  }
}

/** Stores a search as the latest one. Text that may contain personal data is not stored. */
export function addRecentSearch(query: string): void {
  const text = query.trim()
  if (normaliseCountedQuery(text) !== undefined) write([text, ...withoutQuery(text)].slice(0, MAX_STORED))
}

export const removeRecentSearch = (query: string): void => write(withoutQuery(query))

export const deleteRecentSearches = (): void => write([])

/** Subscribes a component to the searches of this device. */
export function useRecentSearches(): string[] {
  useSyncExternalStore(subscribe, () => readLocal(STORED_SEARCHES))
  return readRecentSearches()
}

/** Returns the other searches: two spellings of one query in different case are one search. */
const withoutQuery = (query: string): string[] =>
  readRecentSearches().filter((recent) => normaliseCountedQuery(recent) !== normaliseCountedQuery(query))

function write(queries: readonly string[]): void {
  writeLocal(STORED_SEARCHES, queries.length > 0 ? JSON.stringify(queries) : undefined)
  for (const listener of listeners) listener()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  addEventListener('storage', listener)
  return () => {
    listeners.delete(listener)
    removeEventListener('storage', listener)
  }
}
