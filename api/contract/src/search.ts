import type { PackageSize } from './packages.ts'
import { runSteps, runStepsInSlices, type Steps } from './run-steps.ts'
import { isPrefix } from './search-corrections.ts'
import { correctWords } from './search-correct-words.ts'
import { buildIndex, type SearchIndex } from './search-index.ts'
import { isNotSold, splitUnits, type Unit } from './search-units.ts'
import { meansEverything, readQuery } from './search-query.ts'
import { matchAll, matchBest } from './search-rank.ts'
import type { SearchSource } from './search-source.ts'
import { createSplitWords, splitQuery, type SplitWords, type Word } from './search-words.ts'
import { swapKeyboard } from './spelling.ts'

export { findHighlights } from './search-highlights.ts'
export type { SearchSource } from './search-source.ts'

export interface SearchResult {
  /** Best first; empty without a match. */
  ids: string[]
  /** The package that the query names: `лимон 500 г`. */
  package: PackageSize | undefined
  /** The query that was searched instead: other keyboard layout, or typos corrected. */
  correction: string | undefined
}

export interface Suggestions {
  /** Ids, best first. */
  products: string[]
  /** Slugs. */
  drinks: string[]
  /** Slugs. */
  categories: string[]
  correction: string | undefined
}

export interface ProductSearch {
  find(query: string): SearchResult
  /** Returns what a query that is still typed may mean: its last word counts as a beginning. */
  suggest(query: string): Suggestions
}

/** Minimum length of a search query. */
const MIN_QUERY = 2
/** Maximum number of suggested drinks, and of suggested categories. */
const MAX_LINKS = 3
/** Minimum number of words of a sentence, without those that say nothing about the goods. */
const MIN_SENTENCE = 3

/** Returns whether the text is a search; without one every product is listed. */
export const isSearch = (query: string | undefined): query is string => query !== undefined && query.length >= MIN_QUERY

/**
 * Creates the search of the shop (infra/decisions/0006-search.md): the same code and the same catalogue return the same
 * ids in the same order online and offline.
 */
export const createSearch = (source: SearchSource): ProductSearch => runSteps(buildSearch(source))

/** Does the same in short tasks, with `pause` between them: other work runs there. */
export const createSearchInSlices = (source: SearchSource, pause: () => Promise<unknown>): Promise<ProductSearch> =>
  runStepsInSlices(buildSearch(source), pause)

function* buildSearch(source: SearchSource): Steps<ProductSearch> {
  const splitWords = createSplitWords()
  const index = yield* buildIndex(source, splitWords)
  const drinks = (source.drinks ?? []).map((drink) => nameDrink(drink, splitWords))
  const categories = source.categories.map((category) => nameCategory(category, splitWords))
  return createQueries(index, {
    packages: source.packages,
    products: source.products.map(({ id, categoryId }) => ({ id, categoryId })),
    drinks,
    categories,
  })
}

const nameDrink = ({ slug, names }: { slug: string; names: string }, splitWords: SplitWords): NamedLink => ({
  slug,
  names: names.split(' · ').map(splitWords),
})

const nameCategory = (
  { id, slug, translations }: SearchSource['categories'][number],
  splitWords: SplitWords,
): NamedLink & { id: string } => ({
  id,
  slug,
  names: translations.map(({ name }) => splitWords(name)),
})

/** A drink or a category by its names. */
interface NamedLink {
  slug: string
  names: Word[][]
}

interface Catalogue {
  packages: SearchSource['packages']
  products: Pick<SearchSource['products'][number], 'id' | 'categoryId'>[]
  drinks: NamedLink[]
  categories: (NamedLink & { id: string })[]
}

/** The queries keep the index and ids, and nothing else of the catalogue: the server holds one search per language. */
function createQueries(index: SearchIndex, { packages, products, drinks, categories }: Catalogue): ProductSearch {
  return {
    find: (query) => search(query, false),
    suggest(query) {
      const { ids, correction } = search(query, true)
      const words = splitQuery(correction ?? readQuery(query, packages).text, true)
      const findLinks = (items: readonly NamedLink[]) =>
        items
          .filter(({ names }) => words.length > 0 && names.some((name) => startsWithWords(name, words)))
          .map(({ slug }) => slug)
          .slice(0, MAX_LINKS)
      return {
        products: ids,
        drinks: findLinks(drinks),
        categories: findLinks(categories),
        correction,
      }
    },
  }

  function search(query: string, typing: boolean): SearchResult {
    const read = readQuery(query, packages)
    const words = splitQuery(read.text, typing)
    const isEverything = meansEverything(words) && !words.some(({ stem }) => index.bases.has(stem))
    if (isEverything || (!read.text && read.package))
      return { ids: products.map(({ id }) => id), package: read.package, correction: undefined }
    if (!isLongEnough(words)) {
      // The punctuation of one layout is a character of another: `[` is х.
      return searchSwapped(query, typing) ?? { ids: [], package: read.package, correction: undefined }
    }
    const found = matchExactly(words, typing) ?? searchSwapped(query, typing) ?? matchCorrected(words, typing)
    return { package: read.package, correction: undefined, ...found }
  }

  function matchExactly(words: readonly Word[], typing: boolean): Pick<SearchResult, 'ids'> | undefined {
    const category = categories.find(({ names }) => names.some((name) => stemsOf(name) === stemsOf(words)))
    if (category) return { ids: products.filter(isIn(category)).map(({ id }) => id) }
    const units = splitUnits(index, words, typing)
    if (isNotSold(units)) return { ids: [] }
    const ids = rank(matchAll(units))
    return ids && { ids }
  }

  function searchSwapped(query: string, typing: boolean): SearchResult | undefined {
    const swapped = swapKeyboard(query)
    const read = readQuery(swapped, packages)
    const words = splitQuery(read.text, typing)
    if (!isLongEnough(words)) return undefined
    const units = splitUnits(index, words, typing)
    const ids = isNotSold(units) ? undefined : rank(matchAll(units))
    return ids && { ids, package: read.package, correction: read.text }
  }

  function matchCorrected(words: readonly Word[], typing: boolean): Omit<SearchResult, 'package'> {
    const corrected = correctWords(index, words)
    const units = splitUnits(index, corrected, typing)
    const isSold = !isNotSold(units)
    const found = isSold ? (rank(matchAll(units)) ?? matchSentence(units, words)) : undefined
    const asTyped = found ? undefined : matchSentence(splitUnits(index, words, typing), words)
    if (asTyped || !isSold) return { ids: asTyped ?? [], correction: undefined }
    const ids = found ?? rank(matchBest(units))
    const isChanged =
      ids && (corrected.length < words.length || corrected.some((word, at) => word.text !== words[at]?.text))
    return { ids: ids ?? [], correction: isChanged ? corrected.map(({ text }) => text).join(' ') : undefined }
  }

  /** Finds what a question or a sentence is about: its other words say little about the goods. */
  function matchSentence(units: readonly Unit[], words: readonly Word[]): string[] | undefined {
    if (isNotSold(units) || (words.length < MIN_SENTENCE && !units.some(({ isOpen }) => isOpen))) return undefined
    const known = units.filter(({ isUnknown }) => !isUnknown)
    const clear = known.filter(({ isVague }) => !isVague)
    const drinks = clear.filter(({ drink }) => drink)
    // Goods of the trade that the shop does not have; a colour alone is that of anything.
    const isUnclear =
      clear.some(({ scores }) => scores.size === 0) || clear.every(({ isColour, isOpen }) => isColour && !isOpen)
    if (isUnclear) return clear.some(({ isOpen }) => isOpen) ? rank(matchAll(drinks)) : undefined
    return (
      rank(matchAll(known)) ??
      rank(matchAll(clear)) ??
      rank(matchAll(clear.filter(({ isSubject }) => isSubject))) ??
      rank(matchAll(drinks))
    )
  }

  function rank(scores: ReadonlyMap<number, number>): string[] | undefined {
    if (scores.size === 0) return undefined
    return [...scores]
      .map(([position, score]) => ({ position, score: Math.round(score * 1e6) }))
      .sort((a, b) => b.score - a.score || a.position - b.position)
      .map(({ position }) => products[position]?.id ?? '')
  }
}

const stemsOf = (words: readonly Word[]): string => words.map(({ stem }) => stem).join(' ')

const isIn =
  ({ id }: { id: string }) =>
  ({ categoryId }: Catalogue['products'][number]): boolean =>
    categoryId === id

const isLongEnough = (words: readonly Word[]): boolean =>
  words.reduce((length, { plain }) => length + plain.length, 0) >= MIN_QUERY

/** Returns whether every typed word begins one of the name's, or is another form of one. */
const startsWithWords = (name: readonly Word[], words: readonly Word[]): boolean =>
  words.every((word) => name.some((other) => other.stem === word.stem || isPrefix(word, other)))
