import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Messages = { [key: string]: string | Messages }

/**
 * Compiles the ICU texts of `locales/*.json` at build time: the page carries a formatter, not a parser.
 *
 * They and the pages of the footer are typeset on the way: no line ends where a reader would stumble.
 */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      if (/\/info\/texts\/\w+\.ts$/.test(id)) return { code: addNoBreakSpaces(code), map: null }
      if (!/\/locales\/[\w.]+\.json$/.test(id)) return null
      return { code: JSON.stringify(compileAll(JSON.parse(code) as Messages)), map: null }
    },
  }
}

function compileAll(messages: Messages): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(addNoBreakSpaces(value)) : compileAll(value),
    ]),
  )
}

/** One- and two-letter words stay with the next word, a number with what it counts, a dash with the word before it. */
export function addNoBreakSpaces(text: string): string {
  return text
    .replace(/(?<=^|[\s('«"])(\p{Script=Cyrillic}{1,2}) (?=\S)/gu, '$1\u00a0')
    .replace(/(?<=\d|#) (?=\p{L})/gu, '\u00a0')
    .replace(/ —/g, '\u00a0—')
}
