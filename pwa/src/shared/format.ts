import { type Language, locale } from '@tsedra/contract/language'
import { type PackageSize, packageGrams } from '@tsedra/contract/packages'

const currencies = new Map<string, Intl.NumberFormat>()

function currency(language: Language, whole: boolean): Intl.NumberFormat {
  const key = `${language}${whole}`
  const known = currencies.get(key)
  if (known) return known
  const made = new Intl.NumberFormat(locale[language], {
    style: 'currency',
    currency: 'UAH',
    currencyDisplay: 'narrowSymbol',
    ...(whole && { maximumFractionDigits: 0 }),
  })
  currencies.set(key, made)
  return made
}

/** `1 250,00 ₴` from kopiykas. */
export const formatMoney = (kopiykas: number, language: Language): string =>
  currency(language, false).format(kopiykas / 100)

/** `1 250 ₴` from kopiykas, rounded. */
export const formatWholeMoney = (kopiykas: number, language: Language): string =>
  currency(language, true).format(kopiykas / 100)

/** The sum in two voices: what is read first, and the rest (decimals and sign) in the order of the language. */
export function moneyParts(kopiykas: number, language: Language): { text: string; strong: boolean }[] {
  return currency(language, false)
    .formatToParts(kopiykas / 100)
    .map(({ type, value }) => ({ text: value, strong: type === 'integer' || type === 'group' }))
}

const units: Record<Language, [string, string]> = { ua: ['г', 'кг'], ru: ['г', 'кг'], en: ['g', 'kg'] }

/** `50 г`, `1 kg`: the stored key in the reader's language. */
export function formatPackage(size: PackageSize, language: Language): string {
  const grams = packageGrams(size)
  const [small, large] = units[language]
  return grams < 1_000 ? `${grams}\u00a0${small}` : `${grams / 1_000}\u00a0${large}`
}
