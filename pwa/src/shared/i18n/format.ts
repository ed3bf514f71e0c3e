import type { Language } from '@tsedra/contract/language'
import { type PackageSize, packageGrams } from '@tsedra/contract/packages'

/**
 * How each language writes hryvnias. It is what Intl writes, which the test compares; but the first number that Intl writes
 * costs a desktop 20 to 60 ms, and every start would pay it (infra/decisions/0014-performance-budgets.md).
 */
const moneyFormats: Record<Language, { prefix: string; group: string; point: string; suffix: string }> = {
  ua: { prefix: '', group: '\u00a0', point: ',', suffix: '\u00a0₴' },
  ru: { prefix: '', group: '\u00a0', point: ',', suffix: '\u00a0₴' },
  en: { prefix: '₴', group: ',', point: '.', suffix: '' },
}

const groupDigits = (hryvnias: number, group: string): string => `${hryvnias}`.replace(/\B(?=(?:\d{3})+$)/g, group)

/** `1 250,00 ₴` from kopiykas. */
export const formatMoney = (kopiykas: number, language: Language): string =>
  formatMoneyParts(kopiykas, language)
    .map(({ text }) => text)
    .join('')

/** `1 250 ₴` from kopiykas, rounded. */
export function formatWholeMoney(kopiykas: number, language: Language): string {
  const { prefix, group, suffix } = moneyFormats[language]
  return `${prefix}${groupDigits(Math.round(kopiykas / 100), group)}${suffix}`
}

/** The sum in two voices: what is read first, and the rest (decimals and sign) in the order of the language. */
export function formatMoneyParts(kopiykas: number, language: Language): { text: string; isStrong: boolean }[] {
  const { prefix, group, point, suffix } = moneyFormats[language]
  const hryvnias = Math.trunc(kopiykas / 100)
  const fraction = `${kopiykas % 100}`.padStart(2, '0')
  return [
    { text: prefix, isStrong: false },
    { text: groupDigits(hryvnias, group), isStrong: true },
    { text: `${point}${fraction}${suffix}`, isStrong: false },
  ].filter(({ text }) => text !== '')
}

const units: Record<Language, [string, string]> = { ua: ['г', 'кг'], ru: ['г', 'кг'], en: ['g', 'kg'] }

/** `50 г`, `1 kg`: the stored key in the reader's language. */
export function formatPackage(size: PackageSize, language: Language): string {
  const grams = packageGrams(size)
  const [small, large] = units[language]
  return grams < 1_000 ? `${grams}\u00a0${small}` : `${grams / 1_000}\u00a0${large}`
}
