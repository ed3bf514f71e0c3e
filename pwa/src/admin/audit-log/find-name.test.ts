import { expect, test } from 'vitest'
import { findName } from './find-name.ts'

const names = { product: { ua: 'Лимон', en: 'Lemon' }, person: { ua: 'Єва Коваль' } }

test('a name is returned in the user’s language, otherwise in another one', () => {
  expect(findName(names, 'product', 'en')).toBe('Lemon')
  expect(findName(names, 'product', 'ru')).toBe('Lemon')
  expect(findName(names, 'person', 'en')).toBe('Єва Коваль')
  expect(findName(names, 'order', 'ua')).toBeUndefined()
  expect(findName(undefined, 'product', 'ua')).toBeUndefined()
})
