import type { Language } from '@tsedra/contract/language'
import { type PackageSize, packageGrams } from '@tsedra/contract/packages'

/**
 * How each language writes hryvnias. It is what Intl writes, which the test compares; but the first number that Intl writes
 * costs a desktop 20 to 60 ms, and every start would pay it (infra/decisions/0014-performance-budgets.md).
 */
const writing: Record<Language, { before: string; group: string; point: string; after: string }> = {
  ua: { before: '', group: '\u00a0', point: ',', after: '\u00a0₴' },
  ru: { before: '', group: '\u00a0', point: ',', after: '\u00a0₴' },
  en: { before: '₴', group: ',', point: '.', after: '' },
}

const grouped = (whole: number, group: string): string => `${whole}`.replace(/\B(?=(?:\d{3})+$)/g, group)

/** `1 250,00 ₴` from kopiykas. */
export const formatMoney = (kopiykas: number, language: Language): string =>
  moneyParts(kopiykas, language)
    .map(({ text }) => text)
    .join('')

/** `1 250 ₴` from kopiykas, rounded. */
export function formatWholeMoney(kopiykas: number, language: Language): string {
  const { before, group, after } = writing[language]
  return `${before}${grouped(Math.round(kopiykas / 100), group)}${after}`
}

/** The sum in two voices: what is read first, and the rest (decimals and sign) in the order of the language. */
export function moneyParts(kopiykas: number, language: Language): { text: string; strong: boolean }[] {
  const { before, group, point, after } = writing[language]
  const whole = Math.trunc(kopiykas / 100)
  const rest = `${kopiykas % 100}`.padStart(2, '0')
  return [
    { text: before, strong: false },
    { text: grouped(whole, group), strong: true },
    { text: `${point}${rest}${after}`, strong: false },
  ].filter(({ text }) => text !== '')
}

const units: Record<Language, [string, string]> = { ua: ['г', 'кг'], ru: ['г', 'кг'], en: ['g', 'kg'] }

/** `50 г`, `1 kg`: the stored key in the reader's language. */
export function formatPackage(size: PackageSize, language: Language): string {
  const grams = packageGrams(size)
  const [small, large] = units[language]
  return grams < 1_000 ? `${grams}\u00a0${small}` : `${grams / 1_000}\u00a0${large}`
}
