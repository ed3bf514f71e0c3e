import type { Language } from './language.ts'

/** A package size by its label, as stored and sent: `50г`; screens show it per language (infra/decisions/0004-money.md). */
export type PackageSize = string

/** Sizes of a shop that has not set its own (infra/decisions/0047-packages-and-prices.md). */
export const packageSizes: readonly PackageSize[] = ['50г', '100г', '500г', '1кг']

/** Labels as `parsePackage` returns them: one label per weight. */
export const packageSizePattern = /^(?:[1-9]\d{0,4}г|[1-9]\d?кг)$/

const MAX_PACKAGE_GRAMS = 99_999

export const packageGrams = (size: PackageSize): number => Number.parseInt(size, 10) * (size.endsWith('кг') ? 1000 : 1)

const units: Record<Language, [small: string, large: string]> = { ua: ['г', 'кг'], ru: ['г', 'кг'], en: ['g', 'kg'] }

/** Returns a package size as `50 г` or `1 kg` in the given language. */
export function formatPackage(size: PackageSize, language: Language): string {
  const grams = packageGrams(size)
  const [small, large] = units[language]
  return grams % 1_000 ? `${grams}\u00a0${small}` : `${grams / 1_000}\u00a0${large}`
}

/** Returns the size to show: the preferred one if it is sold, else the first one that is sold. */
export const pickPackage = (available: readonly PackageSize[], preferred: PackageSize = '50г'): PackageSize =>
  available.includes(preferred) ? preferred : (available[0] ?? preferred)

/** Latin look-alikes of Cyrillic characters, and the usual words for grams and kilograms. */
export const packageUnits: Record<string, number> = {
  г: 1,
  гр: 1,
  грам: 1,
  грамм: 1,
  грамів: 1,
  граммов: 1,
  g: 1,
  gr: 1,
  r: 1,
  gram: 1,
  grams: 1,
  кг: 1000,
  kg: 1000,
  kг: 1000,
  кg: 1000,
  кr: 1000,
  kr: 1000,
  кило: 1000,
  кіло: 1000,
}

/** Parses `50г`, `50g`, `50 гр.`, `1 KG`, `1000 г`, … into the label of its weight, whether or not the shop sells it. */
export function parsePackage(input: string): PackageSize | undefined {
  const parts = /^0*([1-9]\d{0,4})\s*(\p{L}+)\.?$/u.exec(input.normalize('NFKC').trim().toLowerCase())
  const unit = Object.hasOwn(packageUnits, parts?.[2] ?? '') ? packageUnits[parts?.[2] ?? ''] : undefined
  const grams = Number(parts?.[1]) * (unit ?? Number.NaN)
  if (!(grams <= MAX_PACKAGE_GRAMS)) return undefined
  return grams % 1000 === 0 ? `${grams / 1000}кг` : `${grams}г`
}
