import type { Steps } from './run-steps.ts'
import { colourGoods, findColour } from './search-colours.ts'
import { collectMeanings, type MeaningIndex, splitNames } from './search-meanings.ts'
import { addScore, type Scores } from './search-scores.ts'
import type { SearchSource } from './search-source.ts'
import { prepareVocabulary } from './search-vocabulary.ts'
import type { SplitWords, Word } from './search-words.ts'

export interface SearchIndex extends MeaningIndex {
  size: number
  /** Stems of names, categories, short descriptions, and of proper names and colours in descriptions. */
  strong: Map<string, Scores>
  /** Positions of products by the other stems of their descriptions, ascending: they find nothing alone. */
  weak: Map<string, number[]>
  /** Words that may correct or complete another: of names, categories, drinks, synonyms and the vocabulary. */
  vocabulary: Word[]
  /** Stems of `vocabulary`: these words are never corrected. */
  knownStems: ReadonlySet<string>
}

/** The score of a short description: above it, a name, a category or a drink matches. */
export const ABOUT_SCORE = 2

/** The score of a description. */
export const DESCRIPTION_SCORE = 0.5

const weights = { name: 12, category: 6, about: ABOUT_SCORE, properName: 1.5, usualColour: 4 }
/** Names of more words list several goods, as sets do: their colours are not those of the goods. */
const MAX_COLOUR_NAME = 3

const scoreName = (weight: number, words: number): number => weight * (0.25 + 0.75 / words)

/** Builds the index of a catalogue in one language, one product a step; weights: infra/decisions/0006-search.md. */
export function* buildIndex(source: SearchSource, splitWords: SplitWords): Steps<SearchIndex> {
  const { words: generalWords } = yield* prepareVocabulary()
  const strong: SearchIndex['strong'] = new Map()
  const weak: SearchIndex['weak'] = new Map()
  const vocabulary = new Map<string, Word>()
  const addWord = (word: Word) => vocabulary.set(word.plain, word)
  const categories = new Map(
    source.categories.map(({ id, translations }) => [id, translations.map(({ name }) => name)]),
  )

  for (const [position, product] of source.products.entries()) {
    for (const name of splitNames(product.names)) addName(name, weights.name, position)
    for (const name of categories.get(product.categoryId ?? '') ?? []) addName(name, weights.category, position)
    addText(product.about, weights.about, position)
    const description = product.translations[0]?.description
    if (description) addDescription(description, position)
    yield
  }
  addUsualColours(strong, splitWords)
  // A copy is only as long as it must be: an array grows ahead of its items.
  for (const [stem, positions] of weak) weak.set(stem, positions.slice())
  const meanings = yield* collectMeanings(source, splitWords, addWord)
  for (const word of generalWords) addWord(word)
  const words = [...vocabulary.values()]
  const knownStems = new Set(words.map(({ stem }) => stem))
  return { size: source.products.length, strong, weak, vocabulary: words, knownStems, ...meanings }

  /**
   * A word of a short name weighs more than one of many: `lemon` finds lemon chips before a set with lemon. A colon ends
   * the name of a set; its contents follow.
   */
  function addName(name: string, weight: number, position: number): void {
    const [head = [], ...contents] = name.split(':').map(splitWords)
    const words = [...head, ...contents.flat()]
    for (const [at, word] of words.entries()) {
      addScore(strong, word.stem, position, scoreName(weight, at < head.length ? head.length : words.length))
      addWord(word)
    }
  }

  function addDescription(text: string, position: number): void {
    const words = splitWords(text)
    for (const stem of new Set(words.map(({ stem }) => stem))) {
      const positions = weak.get(stem)
      if (positions) positions.push(position)
      else weak.set(stem, [position])
    }
    for (const word of splitWords(findProperNames(text))) addScore(strong, word.stem, position, weights.properName)
    addColours(words, weights.properName, position)
  }

  function addText(text: string, weight: number, position: number): void {
    const words = splitWords(text)
    for (const word of words) addScore(strong, word.stem, position, weight)
    addColours(words, weight, position)
  }

  function addColours(words: readonly Word[], weight: number, position: number): void {
    for (const word of words) {
      const colour = findColour(word)
      if (colour) addScore(strong, colour, position, weight)
    }
  }
}

/** Adds colours to products that are named after goods of this colour; one that the texts name scores more. */
function addUsualColours(strong: SearchIndex['strong'], splitWords: SplitWords): void {
  const minimum = scoreName(weights.name, MAX_COLOUR_NAME)
  for (const [colour, goods] of colourGoods) {
    const positions = new Set<number>()
    for (const phrase of goods) {
      const [first, ...rest] = splitWords(phrase).map(({ stem }) => strong.get(stem) ?? new Map<number, number>())
      for (const [position, score] of first ?? [])
        if (score >= minimum && rest.every((scores) => scores.has(position))) positions.add(position)
    }
    const described = strong.get(colour)
    for (const position of positions)
      addScore(strong, colour, position, weights.usualColour + (described?.get(position) ?? 0))
  }
}

/** Returns the capitalised words inside sentences: names of drinks and brands. */
const findProperNames = (text: string): string =>
  (text.match(/(?<![.!?:…]\s*|^|[\p{L}\p{N}’'])\p{Lu}[\p{L}’'-]+(?:\s+\p{Lu}[\p{L}’'-]+)*/gu) ?? []).join(' ')
