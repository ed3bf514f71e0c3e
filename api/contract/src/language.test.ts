import { expect, test } from 'vitest'
import { parseLanguage, pickTranslation, sortTranslations } from './language.ts'

const all = [{ language: 'ru' }, { language: 'en' }, { language: 'ua' }] as const

test.each([
  ['ua', 'ua'],
  ['UA', 'ua'],
  ['uk', 'ua'],
  ['uk-UA', 'ua'],
  ['en_GB', 'en'],
  [' ru ', 'ru'],
])('%s is read as %s', (input, language) => {
  expect(parseLanguage(input)).toBe(language)
})

test.each(['', 'de', 'ukr', 'u', 'constructor'])('%j is no language of the shop', (input) => {
  expect(parseLanguage(input)).toBeUndefined()
})

test.each([
  ['ua', ['ua', 'en', 'ru']],
  ['ru', ['ru', 'en', 'ua']],
  ['en', ['en', 'ua', 'ru']],
] as const)('asked for %s, translations come as %j', (requested, order) => {
  expect(sortTranslations(all, requested).map(({ language }) => language)).toEqual(order)
})

test('what is missing falls back to en, ua, ru, and to nothing', () => {
  expect(pickTranslation([{ language: 'ru' }, { language: 'ua' }], 'en')).toEqual({ language: 'ua' })
  expect(pickTranslation([{ language: 'ru' }], 'ua')).toEqual({ language: 'ru' })
  expect(pickTranslation([], 'ua')).toBeUndefined()
})
