import { findColour, isShade } from './search-colours.ts'
import { ABOUT_SCORE, DESCRIPTION_SCORE, type SearchIndex } from './search-index.ts'
import type { Scores } from './search-scores.ts'
import { dropBelow, matchDrinkWord, matchMeaning, matchPhrase, matchPrefix, merge } from './search-match.ts'
import type { Meaning, PhraseMeaning } from './search-meanings.ts'
import { isGeneric, meansGarnish } from './search-query.ts'
import { getVocabulary } from './search-vocabulary.ts'
import type { Word } from './search-words.ts'

/** One or more words of a query with one meaning: `dragon fruit`, `лимон`. */
export interface Unit {
  scores: Scores
  /** Products whose description contains the word, which alone is no match. */
  weak: ReadonlyMap<number, number> | undefined
  /** Products that staff assigned to the drink that the words name. */
  drink: ReadonlyMap<number, number> | undefined
  /** Grows with the rarity of the match. */
  weight: number
  /** A colour or a shape describes goods, a purpose follows a preposition; the shop does not sell the others. */
  kind: 'goods' | 'attribute' | 'purpose' | 'other purpose' | 'other product'
  /** Names goods, also after a preposition: `до дошки інжир`. */
  isGoods: boolean
  /** Neither the catalogue nor the vocabulary contains it. */
  isUnknown: boolean
  /** Describes every product of the shop. */
  isGeneric: boolean
  /** Names a kind of goods: `квіти`. */
  isKind: boolean
  /** Names goods, a kind, a colour or a shape, also after a preposition. */
  isSubject: boolean
  /** Names a colour. */
  isColour: boolean
  /** Is a part of a question for anything that fits. */
  isOpen: boolean
  /** Only descriptions contain it, and it is no purpose. */
  isVague: boolean
}

/** Shortest beginning of a word that finds it; while the customer types, two characters are enough. */
const MIN_PREFIX = 3
/** A beginning of a word scores less than the word; so does one word of a drink's name. */
const PREFIX_FACTOR = 0.8
/** Below this part of the best score, a member of the kind is one by a side remark. */
const KIND_CUT = 0.6
/** Added to products whose texts name the shade itself: for `ruby`, ruby flesh comes before other red goods. */
const SHADE_BONUS = 1
/** Score of the shortest names: tea is a product named so, a tea rose is none. */
const MIN_OTHER = 7
/** Weight of a word that the catalogue does not contain, in the unit of `weigh`. */
const UNKNOWN_WEIGHT = 3
/** Weight of a word that only descriptions contain. */
const WEAK_WEIGHT = 1

/**
 * Splits words of a query into units; phrases of drinks and synonyms come before single words. Drops words that describe
 * every product, unless the query has no others.
 */
export function splitUnits(index: SearchIndex, words: readonly Word[], typing: boolean): Unit[] {
  const units: Unit[] = []
  for (let at = 0; at < words.length; ) {
    const found = findPhrases(index, words, at)
    const length = found[0]?.phrase.length ?? 1
    const meanings = found.filter(({ phrase }) => phrase.length === length).map(({ meaning }) => meaning)
    const unit = createUnit(index, words.slice(at, at + length), meanings, typing && at + length === words.length)
    if (unit.scores.size > 0 || length === 1) units.push(unit)
    // A phrase that no product has: each of its words is searched.
    else units.push(...words.slice(at, at + length).map((word) => createUnit(index, [word], [], false)))
    at += length
  }
  // A category beside the members of the one kind is a side remark: berries & flowers.
  const [kind, ...others] = units.filter(({ isKind }) => isKind)
  if (kind && others.length === 0) dropBelow(kind.scores, KIND_CUT * Math.max(...kind.scores.values()))
  const specific = units.filter(({ isGeneric }) => !isGeneric)
  if (specific.length > 0 && !wantsGlass(units, words)) return specific
  // Garnishes for mocktails are not those of every drink.
  const kinds = units.filter(({ kind, scores }) => kind === 'purpose' && scores.size > 0)
  return specific.length === 0 && kinds.length > 0 ? kinds : units
}

/** Returns whether glasses are the goods, not what a garnish decorates: `бокали для вина`. */
const wantsGlass = (units: readonly Unit[], words: readonly Word[]): boolean =>
  units.some(({ kind }) => kind === 'other product') &&
  units.every(({ kind, isGeneric }) => isGeneric || kind === 'purpose') &&
  !words.some(meansGarnish)

/** Returns the phrases that begin at a word, longest first; two words match in either order: `чилі перець`. */
function findPhrases(index: SearchIndex, words: readonly Word[], at: number): PhraseMeaning[] {
  const [first = '', second = ''] = words.slice(at, at + 2).map(({ stem }) => stem)
  const found = (index.meanings.get(first) ?? []).filter(({ phrase }) =>
    phrase.every((stem, offset) => words[at + offset]?.stem === stem),
  )
  if (found[0] && found[0].phrase.length > 1) return found
  const swapped = (index.meanings.get(second) ?? []).filter(({ phrase }) => phrase.length === 2 && phrase[1] === first)
  return [...swapped, ...found]
}

const findWeak = ({ weak }: SearchIndex, { stem }: Word): Unit['weak'] => {
  const positions = weak.get(stem)
  return positions && new Map(positions.map((position) => [position, DESCRIPTION_SCORE]))
}

function createUnit(index: SearchIndex, words: readonly Word[], meanings: readonly Meaning[], typing: boolean): Unit {
  const scores: Scores = new Map()
  const stems = words.map(({ stem }) => stem)
  merge(scores, matchPhrase(index, stems), 1)
  for (const meaning of meanings) merge(scores, matchMeaning(index, meaning), 1)
  const isKind = meanings.some(({ members }) => members.length > 0)
  const drink = meanings.find((meaning) => meaning.drink)?.drink
  const [word] = words
  if (!word || words.length > 1) {
    const weight = weigh(index.size, scores.size)
    const kind = words.every(({ isPurpose }) => isPurpose) ? 'purpose' : 'goods'
    return {
      scores,
      weak: undefined,
      drink,
      weight,
      kind,
      isGoods: kind === 'goods',
      isUnknown: false,
      isGeneric: false,
      isKind,
      isSubject: kind === 'goods' || isKind,
      isColour: false,
      isOpen: words.some(({ isOpen }) => isOpen),
      isVague: false,
    }
  }

  const colour = findColour(word)
  const weak = colour ? undefined : findWeak(index, word)
  if (colour) {
    merge(scores, index.strong.get(colour) ?? new Map(), 1)
    if (isShade(word))
      for (const position of index.strong.get(word.stem)?.keys() ?? [])
        scores.set(position, (scores.get(position) ?? 0) + SHADE_BONUS)
  }
  const { goods, others, otherKinds, shapes } = getVocabulary()
  // In an open question, what the shop does not sell is what the customer has: `чим прикрасити торт`.
  const isOwned = word.isOpen && others.has(word.stem) && !otherKinds.has(word.stem)
  const base = word.isPurpose || word.isOpen ? index.bases.get(word.stem) : undefined
  const isPurpose = word.isPurpose || isOwned || base !== undefined
  if (base) {
    // Its drinks decide, and not a name that contains it: a tea rose is nothing for tea.
    dropBelow(scores, MIN_OTHER)
    merge(scores, base, 1)
  }
  const isGoods = goods.has(word.stem)
  // A text that mentions goods is no evidence for them: raspberry pink is no raspberry, a tea rose no tea.
  // Cocoa is a drink here: what staff assigned to it is evidence.
  if (isGoods && !isPurpose && !drink) dropBelow(scores, others.has(word.stem) ? MIN_OTHER : ABOUT_SCORE + 0.01)
  // A word that the texts contain is not the beginning of another: чай is not чайна троянда.
  if (typing || (scores.size === 0 && !weak && !isGoods && word.plain.length >= MIN_PREFIX))
    merge(scores, matchPrefix(index, word), PREFIX_FACTOR)
  if (scores.size === 0 && (isPurpose || (!weak && !isGoods))) merge(scores, matchDrinkWord(index, word), PREFIX_FACTOR)
  const isVague = scores.size === 0 && !isPurpose && !isGoods
  if (scores.size === 0 && (isPurpose || (word.isOpen && isVague)) && weak) merge(scores, weak, 1)
  const kind = classify(isPurpose ? { ...word, isPurpose } : word, scores, colour !== undefined)
  const isWanted = kind === 'goods' || (kind === 'purpose' && isGoods && scores.size > 0 && !others.has(word.stem))
  return {
    scores,
    weak,
    drink,
    weight: weak && scores.size === 0 ? WEAK_WEIGHT : weigh(index.size, scores.size),
    kind,
    isGoods: isWanted,
    isUnknown: scores.size === 0 && !weak && !isGoods,
    isGeneric: isGeneric(word),
    isKind,
    isSubject: isWanted || isKind || colour !== undefined || shapes.has(word.stem),
    isColour: colour !== undefined,
    isOpen: word.isOpen ?? false,
    isVague,
  }
}

function classify(word: Word, { size }: Scores, isColour: boolean): Unit['kind'] {
  const { others, otherKinds, shapes } = getVocabulary()
  if (word.isPurpose) return size === 0 && others.has(word.stem) ? 'other purpose' : 'purpose'
  if (size === 0 && otherKinds.has(word.stem)) return 'other product'
  return isColour || shapes.has(word.stem) ? 'attribute' : 'goods'
}

/** Returns whether the query is for something that the shop does not sell: juice, or sticks for sushi. */
export const isNotSold = (units: readonly Unit[]): boolean =>
  units.some(({ kind }) => kind === 'other product') ||
  (units.some(({ kind }) => kind === 'other purpose') && !units.some(({ isGoods }) => isGoods))

const weigh = (size: number, matches: number): number =>
  matches === 0 ? UNKNOWN_WEIGHT : Math.min(UNKNOWN_WEIGHT, Math.log(1 + size / matches))
