import { expect, test } from 'vitest'
import { unbroken } from './compiled-messages.ts'

const shown = (text: string) => unbroken(text).replaceAll('\u00a0', '·')

test('short words stay with the next one, numbers with what they count, dashes with the word before', () => {
  expect(shown('Додано в кошик і на полицю')).toBe('Додано в·кошик і·на·полицю')
  expect(shown('протягом 24 годин')).toBe('протягом 24·годин')
  expect(shown('Коктейлі — на рівень вище')).toBe('Коктейлі·— на·рівень вище')
  expect(shown('{count, plural, one {# товар} other {# товару}}')).toBe(
    '{count, plural, one {#·товар} other {#·товару}}',
  )
})
