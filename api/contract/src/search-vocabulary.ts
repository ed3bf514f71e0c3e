import { runSteps, type Steps } from './run-steps.ts'
import { drinkBases, drinkSpellings, otherDrinks } from './search-vocabulary-drinks.ts'
import { goods, groups, kinds } from './search-vocabulary-goods.ts'
import { otherGoods, otherKinds, shapes } from './search-vocabulary-others.ts'
import { createSplitWords, type SplitWords, type Word } from './search-words.ts'

/** Words that mean the same, or a kind of goods with its members. */
export interface VocabularyGroup {
  phrases: Word[][]
  /** Stems of the goods that belong to a kind; empty otherwise. */
  members: string[][]
  /** A drink, which descriptions name too. */
  isDrink: boolean
}

/** General words of the trade in three languages, which no catalogue has to contain. */
export interface Vocabulary {
  groups: VocabularyGroup[]
  /** Words that no group contains. */
  words: Word[]
  /** Stems of goods: only names of products are evidence for them. */
  goods: ReadonlySet<string>
  /** Stems of `words`. */
  others: ReadonlySet<string>
  otherKinds: ReadonlySet<string>
  shapes: ReadonlySet<string>
  /** Bases of drinks, whose members are names of drinks. */
  drinkBases: VocabularyGroup[]
}

let vocabulary: Vocabulary | undefined

/** Returns the vocabulary, parsed once per process. */
export const getVocabulary = (): Vocabulary => (vocabulary ??= runSteps(parseVocabulary()))

/** Does the same in steps. */
export function* prepareVocabulary(): Steps<Vocabulary> {
  vocabulary ??= yield* parseVocabulary()
  return vocabulary
}

function* parseVocabulary(): Steps<Vocabulary> {
  const splitWords = createSplitWords()
  const drinkGroups = yield* parseLines(drinkSpellings, splitWords, true)
  const goodsGroups = yield* parseLines(goods, splitWords)
  const otherGroups = [...(yield* parseLines(kinds, splitWords)), ...(yield* parseLines(groups, splitWords))]
  const bases = yield* parseLines(drinkBases, splitWords)
  const others = splitWords(`${otherKinds} ${otherGoods} ${otherDrinks}`)
  yield
  return {
    groups: [...drinkGroups, ...goodsGroups, ...otherGroups],
    words: others,
    goods: stemsOf([
      ...others,
      ...goodsGroups.flatMap(({ phrases }) => phrases.filter(({ length }) => length === 1).flat()),
    ]),
    others: stemsOf(others),
    otherKinds: stemsOf(splitWords(otherKinds)),
    shapes: stemsOf(splitWords(shapes)),
    drinkBases: bases,
  }
}

/** Parses one group a line and a step: `phrase, phrase > member, member`. */
function* parseLines(text: string, splitWords: SplitWords, isDrink = false): Steps<VocabularyGroup[]> {
  const parsePhrases = (list: string) =>
    list
      .split(',')
      .map(splitWords)
      .filter((phrase) => phrase.length > 0)
  const parsed: VocabularyGroup[] = []
  for (const line of text.trim().split('\n')) {
    const [words = '', members = ''] = line.split('>')
    parsed.push({
      phrases: parsePhrases(words),
      members: parsePhrases(members).map((phrase) => phrase.map(({ stem }) => stem)),
      isDrink,
    })
    yield
  }
  return parsed
}

const stemsOf = (words: readonly Word[]) => new Set(words.map(({ stem }) => stem))
