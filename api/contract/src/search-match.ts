import { isPrefix } from './search-corrections.ts'
import { ABOUT_SCORE, type SearchIndex } from './search-index.ts'
import type { Scores } from './search-scores.ts'
import type { Meaning } from './search-meanings.ts'
import type { Word } from './search-words.ts'

const SYNONYM_FACTOR = 0.9
/** Added to products of a drink that are named after it. */
const NAMED_BONUS = 0.5

/** Matches all stems of a phrase. */
export function matchPhrase(index: SearchIndex, stems: readonly string[]): ReadonlyMap<number, number> {
  const [first, ...rest] = stems.map((stem) => index.strong.get(stem) ?? new Map<number, number>())
  if (!first || rest.length === 0) return first ?? new Map()
  const all: Scores = new Map()
  for (const [position, score] of first) {
    if (!rest.every((scores) => scores.has(position))) continue
    all.set(position, rest.reduce((sum, scores) => sum + (scores.get(position) ?? 0), score) / stems.length)
  }
  return all
}

export function matchPrefix(index: SearchIndex, word: Word): Scores {
  const scores: Scores = new Map()
  for (const other of index.vocabulary) {
    if (!isPrefix(word, other)) continue
    merge(scores, index.strong.get(other.stem) ?? new Map(), 1)
    for (const { phrase, meaning } of index.meanings.get(other.stem) ?? [])
      if (phrase.length === 1 || meaning.drink) merge(scores, matchMeaning(index, meaning), 1)
  }
  return scores
}

/** Matches drinks whose name contains the word: `колада`. */
export function matchDrinkWord(index: SearchIndex, word: Word): Scores {
  const scores: Scores = new Map()
  for (const meaning of index.drinkWords.get(word.stem) ?? []) merge(scores, meaning.drink ?? new Map(), 1)
  return scores
}

export function matchMeaning(index: SearchIndex, { phrases, members, drink, isDrink }: Meaning): Scores {
  const scores: Scores = new Map()
  for (const phrase of members.length > 0 ? members : phrases) {
    for (const [position, score] of matchPhrase(index, phrase))
      if (score > (isDrink ? 0 : ABOUT_SCORE)) merge(scores, new Map([[position, score]]), SYNONYM_FACTOR)
  }
  for (const [position, score] of drink ?? [])
    scores.set(
      position,
      Math.max(score, scores.get(position) ?? 0) + ((scores.get(position) ?? 0) > ABOUT_SCORE ? NAMED_BONUS : 0),
    )
  return scores
}

export function dropBelow(scores: Scores, minimum: number): void {
  for (const [position, score] of scores) if (score < minimum) scores.delete(position)
}

export function merge(into: Scores, scores: ReadonlyMap<number, number>, factor: number): void {
  for (const [position, score] of scores) into.set(position, Math.max(into.get(position) ?? 0, score * factor))
}
