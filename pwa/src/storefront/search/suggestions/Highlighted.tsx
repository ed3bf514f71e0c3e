import { findHighlights } from '@tsedra/contract/search'
import { splitHighlights } from './split-highlights.ts'

/** A name with the parts that the query matches marked. */
export function Highlighted({ text, query }: { text: string; query: string }) {
  return splitHighlights(text, findHighlights(text, query)).map(({ text: part, isMatch }, index) =>
    // The parts are replaced together, so the index is a stable key.
    isMatch ? <mark key={index}>{part}</mark> : part,
  )
}
