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
])('%s parses as %s', (input, language) => {
  expect(parseLanguage(input)).toBe(language)
})

test.each(['', 'de', 'ukr', 'u', 'constructor'])('%j is not a language of the shop', (input) => {
  expect(parseLanguage(input)).toBeUndefined()
})

test.each([
  ['ua', ['ua', 'en', 'ru']],
  ['ru', ['ru', 'en', 'ua']],
  ['en', ['en', 'ua', 'ru']],
] as const)('requesting %s sorts translations as %j', (requested, order) => {
  expect(sortTranslations(all, requested).map(({ language }) => language)).toEqual(order)
})

test('a missing translation falls back to en, ua, ru, then undefined', () => {
  expect(pickTranslation([{ language: 'ru' }, { language: 'ua' }], 'en')).toEqual({ language: 'ua' })
  expect(pickTranslation([{ language: 'ru' }], 'ua')).toEqual({ language: 'ru' })
  expect(pickTranslation([], 'ua')).toBeUndefined()
})
