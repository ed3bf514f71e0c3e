import { correctWord } from './search-corrections.ts'
import type { SearchIndex } from './search-index.ts'
import { isGeneric } from './search-query.ts'
import { splitUnits } from './search-units.ts'
import { splitQuery, type Word } from './search-words.ts'

/** Returns the words with typos corrected; words of the index stay. */
export const correctWords = (index: SearchIndex, words: readonly Word[]): Word[] =>
  joinWords(index, words).map((word) => {
    const nearest = isKnown(index, word) ? undefined : correctWord(index, word)
    return nearest
      ? { ...nearest, ...(word.isPurpose && { isPurpose: true }), ...(word.isOpen && { isOpen: true }) }
      : word
  })

/** Joins two words that are one: `грейп фрут`. */
function joinWords(index: SearchIndex, words: readonly Word[]): Word[] {
  const joined: Word[] = []
  for (let at = 0; at < words.length; at++) {
    const [word, next] = [words[at], words[at + 1]]
    if (!word) continue
    const [both] = next && !(isKnown(index, word) && isKnown(index, next)) ? splitQuery(word.text + next.text) : []
    const isOne = both !== undefined && index.knownStems.has(both.stem)
    if (isOne) at++
    joined.push(isOne ? both : word)
  }
  return joined
}

const isKnown = (index: SearchIndex, word: Word): boolean =>
  index.knownStems.has(word.stem) ||
  index.weak.has(word.stem) ||
  isGeneric(word) ||
  splitUnits(index, [word], false).some((unit) => unit.scores.size > 0)
