import MiniSearch, { type SearchResult } from 'minisearch'
import { canonical, swapKeyboard } from './spelling.ts'

/** What the search knows of a product: the same texts on the server and on the phone. */
export interface SearchDocument {
  id: string
  /** Names in every language. */
  names: string
  /** Category names and short descriptions in every language. */
  about: string
}

export interface ProductSearch {
  /** Ids of the products found, best first; empty when nothing fits. */
  find(query: string): string[]
}

/** Shorter queries are no search. */
const MIN_QUERY = 2

/** Whether a text asks for anything; without it every product is listed. */
export const isSearch = (query: string | undefined): query is string => query !== undefined && query.length >= MIN_QUERY

/**
 * The one search of the shop (infra/decisions/0006-search.md): the same code and the same documents, in the same order,
 * give the same ids in the same order online and offline.
 *
 * Finds prefixes, then the other keyboard layout, then typos, then any of the words. Every stage knows three languages
 * and transliteration, because documents and queries are brought to one spelling first.
 */
export function createSearch(documents: readonly SearchDocument[]): ProductSearch {
  const index = new MiniSearch<SearchDocument>({ fields: ['names', 'about'], tokenize: words, processTerm: canonical })
  index.addAll(documents)
  const position = new Map(documents.map(({ id }, place) => [id, place]))

  return { find }

  function find(query: string): string[] {
    if (query.trim().length < MIN_QUERY || !words(query).some((word) => canonical(word).length >= MIN_QUERY)) return []
    const swapped = swapKeyboard(query)
    return exact(query) ?? exact(swapped) ?? misspelt(query) ?? misspelt(swapped) ?? anyWord(query) ?? []
  }

  /** Every word as it stands or as a beginning; endings may differ, so that яблуко also finds яблучні. */
  function exact(query: string): string[] | undefined {
    const whole = { ...everyWord, queries: [query], boost: { names: 8 } }
    const stems = { ...everyWord, queries: [query], processTerm: stem }
    return ranked(index.search({ combineWith: 'OR', queries: [whole, stems] }))
  }

  /** Words with a slip or two; nobody slips on the first letter. */
  function misspelt(query: string): string[] | undefined {
    const initials = new Set(words(query).map((word) => canonical(word)[0]))
    const found = index.search(query, { ...everyWord, boost: { names: 8 }, fuzzy: slips })
    return ranked(found.filter(({ terms }) => terms.every((term) => initials.has(term[0]))))
  }

  function anyWord(query: string): string[] | undefined {
    return ranked(index.search(query, { prefix: true, boost: { names: 8 }, combineWith: 'OR' }))
  }

  function ranked(found: readonly SearchResult[]): string[] | undefined {
    if (found.length === 0) return undefined
    return found
      .map(({ id, score }) => ({ id: id as string, score: Math.round(score * 1e6) }))
      .sort((a, b) => b.score - a.score || (position.get(a.id) ?? 0) - (position.get(b.id) ?? 0))
      .map(({ id }) => id)
  }
}

/** A beginning counts nearly as much as the word: лимонні is what лимон asks for. */
const everyWord = { prefix: true, combineWith: 'AND', weights: { prefix: 0.95, fuzzy: 0.45 } } as const

/** One slip in a short word, two from five letters on: a transposition is two. */
const slips = (term: string): number => (term.length < 3 ? 0 : term.length < 5 ? 1 : 2)

/** A word without what its ending changes, long enough to still mean something. */
function stem(word: string): string {
  const plain = canonical(word)
  return plain.length > 6 ? plain.slice(0, -2) : plain.length > 4 ? plain.slice(0, -1) : plain
}

const words = (input: string): string[] =>
  input
    .replace(/['’ʼ`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean)
