import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Messages = { [key: string]: string | Messages }

/**
 * Compiles the ICU texts of `locales/*.json` at build time, so that the page ships a formatter but no parser.
 *
 * These texts and those of the footer pages also get no-break spaces, so that no line ends after a short word.
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

/** Binds words of one or two characters to the next word, a number to its noun, and a dash to the word before it. */
export function addNoBreakSpaces(text: string): string {
  return text
    .replace(/(?<=^|[\s('«"])(\p{Script=Cyrillic}{1,2}) (?=\S)/gu, '$1\u00a0')
    .replace(/(?<=\d|#) (?=\p{L})/gu, '\u00a0')
    .replace(/ —/g, '\u00a0—')
}
