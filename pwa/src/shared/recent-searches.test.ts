import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { addRecentSearch, deleteRecentSearches, readRecentSearches, removeRecentSearch } from './recent-searches.ts'

let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => vi.unstubAllGlobals())

test('the latest search is the first, once in any case, and at most six are stored', () => {
  for (const query of ['лимон', 'лайм', ' Лимон ', 'троянда', 'кокос', 'сіль', 'цукор', 'чилі']) addRecentSearch(query)

  expect(readRecentSearches()).toEqual(['чилі', 'цукор', 'сіль', 'кокос', 'троянда', 'Лимон'])
})

test('searches are removed one by one and all at once', () => {
  for (const query of ['лимон', 'лайм', 'троянда']) addRecentSearch(query)
  removeRecentSearch('лайм')
  expect(readRecentSearches()).toEqual(['троянда', 'лимон'])

  deleteRecentSearches()
  expect(readRecentSearches()).toEqual([])
  expect(stored.size).toBe(0)
})

test('personal data and single characters are not stored', () => {
  for (const query of ['olena@bar.example', '+380 50 123 45 67', 'л']) addRecentSearch(query)

  expect(stored.size).toBe(0)
})

test('a broken stored value counts as none', () => {
  stored.set('tsedra.recentSearches', '{')

  expect(readRecentSearches()).toEqual([])
})
