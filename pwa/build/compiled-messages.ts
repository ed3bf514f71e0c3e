import compile from 'icu-minify/compile'
import type { Plugin } from 'vite'

type Messages = { [key: string]: string | Messages }

/** Compiles the ICU texts of `locales/*.json` at build time: the page carries a formatter, not a parser. */
export function compiledMessages(): Plugin {
  return {
    name: 'compiled-messages',
    enforce: 'pre',
    transform(code, id) {
      if (!/\/locales\/[\w.]+\.json$/.test(id)) return null
      return { code: JSON.stringify(compiled(JSON.parse(code) as Messages)), map: null }
    },
  }
}

function compiled(messages: Messages): object {
  return Object.fromEntries(
    Object.entries(messages).map(([key, value]) => [
      key,
      typeof value === 'string' ? compile(unbroken(value)) : compiled(value),
    ]),
  )
}

/** One- and two-letter words stay with the next word, a dash with the word before it. */
function unbroken(text: string): string {
  return text.replace(/(?<=^|[\s(«"])([\p{Script=Cyrillic}]{1,2}) (?=\S)/gu, '$1\u00a0').replace(/ —/g, '\u00a0—')
}
