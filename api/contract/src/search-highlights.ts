import { readQuery } from './search-query.ts'
import { splitQuery } from './search-words.ts'
import { normaliseSpelling } from './spelling.ts'
import { stemWord } from './stemming.ts'

/** Returns the parts of a text that a query matches, as [start, end): whole words, or their matching beginnings. */
export function findHighlights(text: string, query: string): [start: number, end: number][] {
  const words = splitQuery(readQuery(query).text)
  const parts: [number, number][] = []
  for (const { 0: part, index } of text.matchAll(/[\p{L}\p{M}\p{N}’']+/gu)) {
    const length = Math.max(0, ...words.map((word) => matchLength(part, word)))
    if (length > 0) parts.push([index, index + length])
  }
  return parts
}

/** Returns the number of characters that the word matches: a beginning, or all of another form of it. */
function matchLength(part: string, word: { plain: string; stem: string }): number {
  const plain = normaliseSpelling(part)
  if (!plain.startsWith(word.plain)) return stemWord(plain) === word.stem ? part.length : 0
  let length = 1
  while (length < part.length && normaliseSpelling(part.slice(0, length)).length < word.plain.length) length++
  return length
}
