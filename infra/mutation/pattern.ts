/** What the placeholders of a pattern matched, by name without the `$`. */
export type Names = ReadonlyMap<string, string>

export interface Match {
  start: number
  end: number
  names: Names
}

/** One after the other: a quoted placeholder, a placeholder, white space, a word, any other character. */
const tokens = /(['"`])\$([A-Za-z]\w*)\1|\$([A-Za-z]\w*)|\s+|\w+|[^]/g

/** Returns every place in the text that has the shape of the pattern. */
export function matchesOf(pattern: string, text: string, known: Names = new Map()): Match[] {
  const found = [...text.matchAll(expressionOf(pattern, known))]
  return found.map(({ 0: { length }, index, groups }) => ({
    start: index,
    end: index + length,
    names: new Map([...known, ...Object.entries(groups ?? {})]),
  }))
}

/** @throws when the text has a placeholder that matched nothing */
export function fillIn(text: string, names: Names): string {
  return text.replace(/\$([A-Za-z]\w*)/g, (placeholder, name: string) => {
    const value = names.get(name)
    if (value === undefined) throw new Error(`${placeholder} is not in the pattern`)
    return value
  })
}

/** White space may differ between tokens, and a wrapped list may end with a comma: the formatter decides on both. */
function expressionOf(pattern: string, known: Names): RegExp {
  const seen = new Set<string>()
  const placeholder = (name: string, shape: string) => {
    const value = known.get(name)
    if (value !== undefined) return escaped(value)
    if (seen.has(name)) return `\\k<${name}>`
    seen.add(name)
    return `(?<${name}>${shape})`
  }
  const parts = [...pattern.trim().matchAll(tokens)].map(([token, quote, quoted, name]) => {
    if (quote && quoted) return `${quote}${placeholder(quoted, `[^${quote}\\n]+`)}${quote}`
    if (name) return `(?<![\\w$])${placeholder(name, '[A-Za-z_]\\w*')}(?![\\w$])`
    if (/^\s/.test(token)) return '\\s+'
    if (/^\w/.test(token)) return `(?<!\\w)${token}(?!\\w)`
    if (/[)\]}]/.test(token)) return `\\s*,?\\s*${escaped(token)}`
    return /[(.[{]/.test(token) ? `\\s*${escaped(token)}\\s*` : escaped(token)
  })
  return new RegExp(parts.join('').replaceAll(/(?:\\s\*)*\\s\+(?:\\s\*)*/g, '\\s*'), 'g')
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
