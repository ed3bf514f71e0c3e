import type { SearchIndex } from './search-index.ts'
import type { Word } from './search-words.ts'
import { areNeighbours, normaliseSpelling } from './spelling.ts'
import { stemWord } from './stemming.ts'

/** Minimum length of a word with one typo, and with two. */
const MIN_LENGTH_ONE = 4
const MIN_LENGTH_TWO = 8
/** Minimum length of a word whose stem is compared. */
const MIN_LENGTH_STEM = 6
/** Minimum length of a word whose first character may be wrong. */
const MIN_LENGTH_FIRST = 5
/** Added to the number of typos if the first character is wrong. */
const FIRST_COST = 0.3

/** Returns whether the word begins another one. */
export const isPrefix = (word: Pick<Word, 'plain'>, other: Pick<Word, 'plain'>): boolean =>
  other.plain.startsWith(word.plain)

/** Returns the nearest word of the vocabulary; undefined if all have too many typos. */
export function correctWord(index: SearchIndex, word: Word): Word | undefined {
  const limit = maxTypos(word)
  if (limit === 0) return undefined
  const respelled = respell(word).find(({ stem }) => index.knownStems.has(stem))
  if (respelled) return respelled
  let nearest: Word | undefined
  let least = Number.POSITIVE_INFINITY
  for (const other of index.vocabulary) {
    const cost = measure(word, other, limit)
    if (cost < least) {
      least = cost
      nearest = other
    }
  }
  return nearest
}

const maxTypos = ({ plain }: Pick<Word, 'plain'>): number =>
  plain.length < MIN_LENGTH_ONE ? 0 : plain.length < MIN_LENGTH_TWO ? 1 : 2

/** Latin characters that stand for several Cyrillic ones, by custom of the writer: korica, mojjevelnik, xurma. */
const alternatives = [
  [/c(?!h)/g, 'ц'],
  [/j/g, 'ж'],
  [/x/g, 'х'],
  [/ch/g, 'х'],
  [/w/g, 'ш'],
] as const

function respell({ text }: Word): Word[] {
  if (/[^a-z]/.test(text)) return []
  return alternatives
    .filter(([latin]) => text.search(latin) >= 0)
    .map(([latin, cyrillic]) => {
      const plain = normaliseSpelling(text.replace(latin, cyrillic))
      return { text: text.replace(latin, cyrillic), plain, stem: stemWord(plain) }
    })
}

/**
 * Returns the number of typos, lowered for probable ones; infinite above the limit. Stems are compared too, so that
 * endings do not count, and words as written: я is one character, ia are two.
 */
function measure(word: Word, other: Word, limit: number): number {
  if (Math.abs(word.plain.length - other.plain.length) > limit + 2 || other.stem.length < MIN_LENGTH_ONE - 1)
    return Number.POSITIVE_INFINITY
  const isFirstWrong = other.plain[0] !== word.plain[0]
  if (isFirstWrong && (word.plain.length < MIN_LENGTH_FIRST || !isProbableStart(word.text, other.text)))
    return Number.POSITIVE_INFINITY
  const plain = countTypos(word.plain, other.plain, limit)
  // The ending of a misspelt word may not be recognised; short stems have too many neighbours.
  const stem = word.plain.length < MIN_LENGTH_STEM ? limit + 1 : countTypos(word.stem, other.stem, limit)
  const text = countTypos(word.text, other.text, limit)
  const typos = Math.min(plain, stem, text)
  if (typos > (isFirstWrong ? 1 : limit)) return Number.POSITIVE_INFINITY
  const [a, b] =
    text === typos ? [word.text, other.text] : plain === typos ? [word.plain, other.plain] : [word.stem, other.stem]
  return typos - (typos === 1 ? findProbability(a, b) : 0) + (isFirstWrong ? FIRST_COST : 0)
}

/** Returns whether two beginnings differ by a transposition, a missing, a neighbouring or a similar character. */
const isProbableStart = (a: string, b: string): boolean =>
  (a[0] === b[1] && a[1] === b[0]) ||
  a.startsWith(b.slice(1, 4)) ||
  (a.slice(1, 3) === b.slice(1, 3) && areNeighbours(a[0] ?? '', b[0] ?? ''))

const TRANSPOSITION = 0.3
const NEIGHBOUR = 0.2
const MISSING = 0.1

/** Returns by how much one typo is more probable than any other. */
function findProbability(a: string, b: string): number {
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  if (a.length !== b.length) return a[start] === a[start - 1] || b[start] === b[start - 1] ? NEIGHBOUR : MISSING
  if (a[start] === b[start + 1] && a[start + 1] === b[start]) return TRANSPOSITION
  return areNeighbours(a[start] ?? '', b[start] ?? '') ? NEIGHBOUR : 0
}

/** Damerau–Levenshtein distance (optimal string alignment): a transposition is one typo. Stops above `limit`. */
function countTypos(a: string, b: string, limit: number): number {
  if (Math.abs(a.length - b.length) > limit) return limit + 1
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, at) => at)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = a[i - 1] === b[j - 1] ? 0 : 1
      let typos = Math.min((last[j] ?? 0) + 1, (row[j - 1] ?? 0) + 1, (last[j - 1] ?? 0) + substitution)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1])
        typos = Math.min(typos, (beforeLast[j - 2] ?? 0) + 1)
      row.push(typos)
    }
    if (Math.min(...row) > limit) return limit + 1
    beforeLast = last
    last = row
  }
  return last[b.length] ?? limit + 1
}
