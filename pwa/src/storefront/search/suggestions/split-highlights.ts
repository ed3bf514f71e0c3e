export interface TextPart {
  text: string
  isMatch: boolean
}

/** Splits a text into its matched parts, as [start, end) in ascending order, and the text between them. */
export function splitHighlights(text: string, matches: readonly (readonly [start: number, end: number])[]): TextPart[] {
  const parts: TextPart[] = []
  let end = 0
  for (const [matchStart, matchEnd] of matches) {
    parts.push({ text: text.slice(end, matchStart), isMatch: false })
    parts.push({ text: text.slice(matchStart, matchEnd), isMatch: true })
    end = matchEnd
  }
  parts.push({ text: text.slice(end), isMatch: false })
  return parts.filter((part) => part.text !== '')
}
