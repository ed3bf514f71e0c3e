import type { Steps } from './run-steps.ts'
import { addScore, type Scores } from './search-scores.ts'
import type { SearchSource } from './search-source.ts'
import { getVocabulary } from './search-vocabulary.ts'
import type { SplitWords, Word } from './search-words.ts'

/** Words that mean the same, and the products of the drink that they name. */
export interface Meaning {
  phrases: string[][]
  /** Phrases of the goods that belong to the kind that the words name. */
  members: readonly string[][]
  drink: Scores | undefined
  isDrink: boolean
}

export interface PhraseMeaning {
  phrase: string[]
  meaning: Meaning
}

export interface MeaningIndex {
  /** Meanings by the first stem of their phrases. */
  meanings: Map<string, PhraseMeaning[]>
  /** Drinks by every stem of their names. */
  drinkWords: Map<string, ReadonlySet<Meaning>>
  /** Products that go with the drinks of a base, by its stems. */
  bases: Map<string, Scores>
}

const DRINK_WEIGHT = 6
/** Maximum part of its weight that the last drink of a product loses. */
const DRINK_RANK_LOSS = 0.3

/** Added to a product for each further drink of a base. */
const SHARED_BONUS = 0.3
/** Part of their score that products of each further drink of a base lose: the most typical drink is the first. */
const BASE_RANK_LOSS = 0.03

/** Collects drinks, synonyms of the catalogue and the vocabulary by the first stem of their phrases. */
export function* collectMeanings(
  source: SearchSource,
  splitWords: SplitWords,
  addWord: (word: Word) => void,
): Steps<MeaningIndex> {
  const products = collectDrinkProducts(source)
  const byPhrase = new Map<string, Meaning>()
  const meanings: Meaning[] = []
  for (const { slug, names } of source.drinks ?? [])
    add(splitNames(names).map(splitWords), { phrases: [], members: [], drink: products.get(slug), isDrink: true })
  yield
  for (const { phrases, members, isDrink } of getVocabulary().groups) join(phrases, members, isDrink)
  yield
  for (const group of source.synonyms ?? []) join(group.map(splitWords), [], false)
  yield
  return { meanings: groupByFirstStem(meanings), drinkWords: groupByDrinkWord(meanings), bases: collectBases() }

  /** A product that goes with several drinks of a base scores more. */
  function collectBases(): MeaningIndex['bases'] {
    const bases: MeaningIndex['bases'] = new Map()
    for (const { phrases, members } of getVocabulary().drinkBases) {
      const scores: Scores = new Map()
      for (const [rank, stems] of members.entries())
        for (const [position, points] of byPhrase.get(stems.join(' '))?.drink ?? []) {
          const score = points * (1 - BASE_RANK_LOSS * rank)
          const former = scores.get(position)
          scores.set(position, former === undefined ? score : Math.max(former, score) + SHARED_BONUS)
        }
      for (const [word] of phrases) if (word) bases.set(word.stem, scores)
    }
    return bases
  }

  /** Adds the phrases to the meaning that has one of them. */
  function join(phrases: readonly Word[][], members: readonly string[][], isDrink: boolean): void {
    const known = phrases.map((words) => byPhrase.get(keyOf(words))).find((meaning) => meaning?.members.length === 0)
    add(phrases, (members.length === 0 && known) || { phrases: [], members, drink: undefined, isDrink })
  }

  function add(phrases: readonly Word[][], meaning: Meaning): void {
    if (meaning.phrases.length === 0) meanings.push(meaning)
    for (const words of phrases) {
      if (words.length === 0) continue
      const key = keyOf(words)
      if (byPhrase.get(key) === meaning) continue
      meaning.phrases.push(words.map(({ stem }) => stem))
      if (!byPhrase.has(key)) byPhrase.set(key, meaning)
      for (const word of words) addWord(word)
    }
  }
}

const keyOf = (words: readonly Word[]): string => words.map(({ stem }) => stem).join(' ')

export const splitNames = (names: string): string[] => names.split(' · ')

function groupByFirstStem(meanings: readonly Meaning[]): MeaningIndex['meanings'] {
  const byFirstStem: MeaningIndex['meanings'] = new Map()
  for (const meaning of meanings)
    for (const phrase of meaning.phrases) {
      const first = phrase[0] ?? ''
      const list = byFirstStem.get(first) ?? []
      if (list.length === 0) byFirstStem.set(first, list)
      list.push({ phrase, meaning })
      // `oldfashioned`, `джинтонік`: a phrase without its spaces.
      if (phrase.length > 1) {
        const joined = phrase.join('')
        const joinedList = byFirstStem.get(joined) ?? []
        if (joinedList.length === 0) byFirstStem.set(joined, joinedList)
        joinedList.push({ phrase: [joined], meaning })
      }
    }
  for (const list of byFirstStem.values()) list.sort((a, b) => b.phrase.length - a.phrase.length)
  return byFirstStem
}

/** Returns the drinks whose names contain a word. */
function groupByDrinkWord(meanings: readonly Meaning[]): MeaningIndex['drinkWords'] {
  const byWord = new Map<string, Set<Meaning>>()
  for (const meaning of meanings)
    if (meaning.drink)
      for (const stem of meaning.phrases.flat()) byWord.set(stem, (byWord.get(stem) ?? new Set()).add(meaning))
  return byWord
}

/** Returns the products of each drink; the most characteristic product scores most. */
function collectDrinkProducts({ products }: SearchSource): Map<string, Scores> {
  const byDrink = new Map<string, Scores>()
  for (const [position, { drinks = [] }] of products.entries())
    for (const [rank, slug] of drinks.entries())
      addScore(byDrink, slug, position, DRINK_WEIGHT * (1 - DRINK_RANK_LOSS * (rank / (rank + 3))))
  return byDrink
}
