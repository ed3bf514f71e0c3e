import { expect, test } from 'vitest'
import { addNoBreakSpaces } from './compiled-messages.ts'

const typeset = (text: string) => addNoBreakSpaces(text).replaceAll('\u00a0', '·')

test('no-break spaces bind short words to the next word, numbers to their noun, dashes to the word before', () => {
  expect(typeset('Додано в кошик і на полицю')).toBe('Додано в·кошик і·на·полицю')
  expect(typeset('протягом 24 годин')).toBe('протягом 24·годин')
  expect(typeset('Коктейлі — на рівень вище')).toBe('Коктейлі·— на·рівень вище')
  expect(typeset('{count, plural, one {# товар} other {# товару}}')).toBe(
    '{count, plural, one {#·товар} other {#·товару}}',
  )
})
