import MiniSearch, { type SearchResult } from 'minisearch'
import { normaliseSpelling, swapKeyboard } from './spelling.ts'

/** The indexed texts of a product: the same on the server and on the phone. */
export interface SearchDocument {
  id: string
  /** Names in every language. */
  names: string
  /** Category names and short descriptions in every language. */
  about: string
}

export interface ProductSearch {
  /** Returns the ids of the matching products, best first; empty without a match. */
  find(query: string): string[]
}

/** Minimum length of a search query. */
const MIN_QUERY = 2

/** Returns whether the text is a search; without one every product is listed. */
export const isSearch = (query: string | undefined): query is string => query !== undefined && query.length >= MIN_QUERY

/**
 * Creates the search of the shop (infra/decisions/0006-search.md): the same code and the same documents, in the same
 * order, return the same ids in the same order online and offline.
 *
 * Matches prefixes, then the other keyboard layout, then typos, then any of the words. Every stage covers three
 * languages and transliteration, because documents and queries are normalised to one spelling first.
 */
export function createSearch(documents: readonly SearchDocument[]): ProductSearch {
  const index = new MiniSearch<SearchDocument>({
    fields: ['names', 'about'],
    tokenize: splitWords,
    processTerm: normaliseSpelling,
  })
  index.addAll(documents)
  const position = new Map(documents.map(({ id }, rank) => [id, rank]))

  return { find }

  function find(query: string): string[] {
    if (
      query.trim().length < MIN_QUERY ||
      !splitWords(query).some((word) => normaliseSpelling(word).length >= MIN_QUERY)
    )
      return []
    const swapped = swapKeyboard(query)
    return findExact(query) ?? findExact(swapped) ?? findFuzzy(query) ?? findFuzzy(swapped) ?? findAnyWord(query) ?? []
  }

  /** Matches every word exactly or as a prefix; endings may differ, so that яблуко also matches яблучні. */
  function findExact(query: string): string[] | undefined {
    const wholeWords = { ...allWordsOptions, queries: [query], boost: { names: 8 } }
    const stems = { ...allWordsOptions, queries: [query], processTerm: stem }
    return rankResults(index.search({ combineWith: 'OR', queries: [wholeWords, stems] }))
  }

  /** Matches words with one or two typos; the first character must match. */
  function findFuzzy(query: string): string[] | undefined {
    const initials = new Set(splitWords(query).map((word) => normaliseSpelling(word)[0]))
    const results = index.search(query, { ...allWordsOptions, boost: { names: 8 }, fuzzy: maxEdits })
    return rankResults(results.filter(({ terms }) => terms.every((term) => initials.has(term[0]))))
  }

  function findAnyWord(query: string): string[] | undefined {
    return rankResults(index.search(query, { prefix: true, boost: { names: 8 }, combineWith: 'OR' }))
  }

  function rankResults(results: readonly SearchResult[]): string[] | undefined {
    if (results.length === 0) return undefined
    return results
      .map(({ id, score }) => ({ id: id as string, score: Math.round(score * 1e6) }))
      .sort((a, b) => b.score - a.score || (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0))
      .map(({ id }) => id)
  }
}

/** A prefix match scores nearly as high as the word: лимонні is a result of лимон. */
const allWordsOptions = { prefix: true, combineWith: 'AND', weights: { prefix: 0.95, fuzzy: 0.45 } } as const

/** Maximum edits: one in a short word, two from five characters on, because a transposition is two edits. */
const maxEdits = (term: string): number => (term.length < 3 ? 0 : term.length < 5 ? 1 : 2)

/** Returns the word without a variable ending, long enough to stay meaningful. */
function stem(word: string): string {
  const plain = normaliseSpelling(word)
  return plain.length > 6 ? plain.slice(0, -2) : plain.length > 4 ? plain.slice(0, -1) : plain
}

const splitWords = (input: string): string[] =>
  input
    .replace(/['’ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
