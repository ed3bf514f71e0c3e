import { formatPackage } from '@tsedra/contract/packages'
import { languages, locale } from '@tsedra/contract/language'
import { expect, test } from 'vitest'
import { formatMoney, formatAccessibleMoney, formatWholeMoney, formatMoneyParts } from './format.ts'

/** Replaces no-break spaces by ordinary ones. */
const normaliseSpaces = (text: string) => text.replace(/[\u00a0\u202f]/g, ' ')

test('`formatMoney` shows kopiykas in each language’s notation', () => {
  expect(normaliseSpaces(formatMoney(125_000, 'ua'))).toBe('1 250,00 ₴')
  expect(normaliseSpaces(formatMoney(125_000, 'ru'))).toBe('1 250,00 ₴')
  expect(normaliseSpaces(formatMoney(125_000, 'en'))).toBe('₴1,250.00')
  expect(normaliseSpaces(formatMoney(5, 'ua'))).toBe('0,05 ₴')
})

test('`formatWholeMoney` rounds to whole hryvnias', () => {
  expect(normaliseSpaces(formatWholeMoney(125_050, 'ua'))).toBe('1 251 ₴')
  expect(normaliseSpaces(formatWholeMoney(125_049, 'en'))).toBe('₴1,250')
})

test('sums equal those that Intl formats', () => {
  const sums = [...Array(3_000).keys(), ...Array.from({ length: 3_000 }, () => Math.trunc(Math.random() ** 4 * 1e12))]
  for (const language of languages) {
    const of = (more: Intl.NumberFormatOptions) =>
      new Intl.NumberFormat(locale[language], {
        style: 'currency',
        currency: 'UAH',
        currencyDisplay: 'narrowSymbol',
        ...more,
      })
    const [exact, whole] = [of({}), of({ maximumFractionDigits: 0 })]
    for (const sum of sums) {
      expect(formatMoney(sum, language)).toBe(exact.format(sum / 100))
      expect(formatWholeMoney(sum, language)).toBe(whole.format(sum / 100))
    }
  }
})

test('the parts of a sum join to the sum, and only the integer part is strong', () => {
  for (const language of ['ua', 'ru', 'en'] as const) {
    const parts = formatMoneyParts(123_456, language)
    expect(parts.map(({ text }) => text).join('')).toBe(formatMoney(123_456, language))
    expect(normaliseSpaces(parts.map(({ text, isStrong: strong }) => (strong ? text : '')).join(''))).toMatch(
      /^1[ ,]234$/,
    )
  }
})

test('`formatAccessibleMoney` is one number with the currency in a word', () => {
  expect(formatAccessibleMoney(115_800, 'ua')).toBe('1158 грн')
  expect(formatAccessibleMoney(1_234_505, 'ru')).toBe('12345,05 грн')
  expect(formatAccessibleMoney(115_850, 'en')).toBe('1158.50 hryvnias')
})

test('a package size has the units of the language and a no-break space', () => {
  expect(formatPackage('50г', 'ua')).toBe('50\u00a0г')
  expect(formatPackage('1кг', 'ru')).toBe('1\u00a0кг')
  expect(formatPackage('500г', 'en')).toBe('500\u00a0g')
  expect(formatPackage('1кг', 'en')).toBe('1\u00a0kg')
})
