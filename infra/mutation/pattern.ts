/** What the placeholders of a pattern matched, by name without the `$`. */
export type PlaceholderValues = ReadonlyMap<string, string>

export interface Match {
  start: number
  end: number
  values: PlaceholderValues
}

/** One after the other: a quoted placeholder, a placeholder, white space, a word, any other character. */
const tokens = /(['"`])\$([A-Za-z]\w*)\1|\$([A-Za-z]\w*)|\s+|\w+|[^]/g

/** Returns every place in the text that has the shape of the pattern. */
export function findMatches(pattern: string, text: string, knownValues: PlaceholderValues = new Map()): Match[] {
  const matches = [...text.matchAll(compilePattern(pattern, knownValues))]
  return matches.map(({ 0: { length }, index, groups }) => ({
    start: index,
    end: index + length,
    values: new Map([...knownValues, ...Object.entries(groups ?? {})]),
  }))
}

/** @throws when the text has a placeholder that matched nothing */
export function fillPlaceholders(text: string, names: PlaceholderValues): string {
  return text.replace(/\$([A-Za-z]\w*)/g, (placeholder, name: string) => {
    const value = names.get(name)
    if (value === undefined) throw new Error(`${placeholder} is not in the pattern`)
    return value
  })
}

/** White space may differ between tokens, and a wrapped list may end with a comma: the formatter decides on both. */
function compilePattern(pattern: string, knownValues: PlaceholderValues): RegExp {
  const seenNames = new Set<string>()
  const placeholder = (name: string, shape: string) => {
    const value = knownValues.get(name)
    if (value !== undefined) return escapeRegExp(value)
    if (seenNames.has(name)) return `\\k<${name}>`
    seenNames.add(name)
    return `(?<${name}>${shape})`
  }
  const parts = [...pattern.trim().matchAll(tokens)].map(([token, quote, quotedName, name]) => {
    if (quote && quotedName) return `${quote}${placeholder(quotedName, `[^${quote}\\n]+`)}${quote}`
    if (name) return `(?<![\\w$])${placeholder(name, '[A-Za-z_]\\w*')}(?![\\w$])`
    if (/^\s/.test(token)) return '\\s+'
    if (/^\w/.test(token)) return `(?<!\\w)${token}(?!\\w)`
    if (/[)\]}]/.test(token)) return `\\s*,?\\s*${escapeRegExp(token)}`
    return /[(.[{]/.test(token) ? `\\s*${escapeRegExp(token)}\\s*` : escapeRegExp(token)
  })
  return new RegExp(parts.join('').replaceAll(/(?:\\s\*)*\\s\+(?:\\s\*)*/g, '\\s*'), 'g')
}

const escapeRegExp = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')
