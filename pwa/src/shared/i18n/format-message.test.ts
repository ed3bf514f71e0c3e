import { languages, locale } from '@tsedra/contract/language'
import compile from 'icu-minify/compile'
import { _createCache, _createIntlFormatters } from 'use-intl'
import format from 'use-intl/format-message/format-only'
import { expect, test } from 'vitest'
import formatMessage from './format-message.ts'

const counted = compile('{count, plural, one {one #} few {few #} many {many #} other {other #}}')
const ordered = compile('{count, selectordinal, one {one #} two {two #} few {few #} other {other #}}')
const plain = compile('{count, number}')
const counts = [...Array(2_500).keys(), 1e6, 1.5, 0.1, -1, -21]

test('counts in texts are formatted as Intl does in every language', () => {
  const cache = _createCache()
  const formatters = _createIntlFormatters(cache)
  for (const language of languages) {
    const options = { cache, formatters, locale: locale[language] }
    for (const message of [counted, ordered, plain])
      for (const count of counts)
        expect(formatMessage('', message, { count }, options)).toBe(format('', message, { count }, options))
  }
})

test('counts below 1,000 are formatted without Intl', () => {
  const throwError = () => {
    throw new Error('Intl was used')
  }
  const cache = _createCache()
  const formatters = { ..._createIntlFormatters(cache), getNumberFormat: throwError, getPluralRules: throwError }
  for (const language of languages)
    for (let count = 0; count < 1_000; count += 1)
      expect(formatMessage('', counted, { count }, { cache, formatters, locale: locale[language] })).toMatch(`${count}`)
})
