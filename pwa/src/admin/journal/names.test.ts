import { expect, test } from 'vitest'
import { nameById } from './names.ts'

const names = { product: { ua: 'Лимон', en: 'Lemon' }, person: { ua: 'Єва Коваль' } }

test('an id is shown as its name in the reader’s language, or in another one', () => {
  expect(nameById(names, 'product', 'en')).toBe('Lemon')
  expect(nameById(names, 'product', 'ru')).toBe('Lemon')
  expect(nameById(names, 'person', 'en')).toBe('Єва Коваль')
  expect(nameById(names, 'order', 'ua')).toBeUndefined()
  expect(nameById(undefined, 'product', 'ua')).toBeUndefined()
})
