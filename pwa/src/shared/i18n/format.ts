import type { Language } from '@tsedra/contract/language'

/**
 * Notation of hryvnias by language. A test compares it with Intl, whose first formatted number costs a desktop 20 to
 * 60 ms per start (infra/decisions/0014-performance-budgets.md).
 */
const moneyFormats: Record<Language, { prefix: string; group: string; point: string; suffix: string; unit: string }> = {
  ua: { prefix: '', group: '\u00a0', point: ',', suffix: '\u00a0₴', unit: 'грн' },
  ru: { prefix: '', group: '\u00a0', point: ',', suffix: '\u00a0₴', unit: 'грн' },
  en: { prefix: '₴', group: ',', point: '.', suffix: '', unit: 'hryvnias' },
}

const groupDigits = (hryvnias: number, group: string): string => `${hryvnias}`.replace(/\B(?=(?:\d{3})+$)/g, group)

/** Returns a sum in kopiykas as `1 250,00 ₴`. */
export const formatMoney = (kopiykas: number, language: Language): string =>
  formatMoneyParts(kopiykas, language)
    .map(({ text }) => text)
    .join('')

/** Returns a sum in kopiykas as `1 250 ₴`, rounded. */
export function formatWholeMoney(kopiykas: number, language: Language): string {
  const { prefix, group, suffix } = moneyFormats[language]
  return `${prefix}${groupDigits(Math.round(kopiykas / 100), group)}${suffix}`
}

/** Returns the parts of a sum in the order of the language: the integer part is strong, decimals and sign are not. */
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

/** Returns a sum for screen readers, which read `1 158` as two numbers and may leave out `₴`: `1158,50 грн`. */
export function formatAccessibleMoney(kopiykas: number, language: Language): string {
  const { point, unit } = moneyFormats[language]
  const fraction = kopiykas % 100
  return `${Math.trunc(kopiykas / 100)}${fraction ? `${point}${`${fraction}`.padStart(2, '0')}` : ''} ${unit}`
}
