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

test('texts with counts are those of Intl, in every language', () => {
  const cache = _createCache()
  const formatters = _createIntlFormatters(cache)
  for (const language of languages) {
    const options = { cache, formatters, locale: locale[language] }
    for (const message of [counted, ordered, plain])
      for (const count of counts)
        expect(formatMessage('', message, { count }, options)).toBe(format('', message, { count }, options))
  }
})

test('counts as a shop has them are written without asking Intl', () => {
  const nobody = () => {
    throw new Error('Intl was asked')
  }
  const cache = _createCache()
  const formatters = { ..._createIntlFormatters(cache), getNumberFormat: nobody, getPluralRules: nobody }
  for (const language of languages)
    for (let count = 0; count < 1_000; count += 1)
      expect(formatMessage('', counted, { count }, { cache, formatters, locale: locale[language] })).toMatch(`${count}`)
})
