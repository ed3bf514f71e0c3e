/** Package sizes as stored and sent; screens show them per language (infra/decisions/0004-money.md). */
export const packageSizes = ['50г', '100г', '500г', '1кг'] as const
export type PackageSize = (typeof packageSizes)[number]

const grams: Record<PackageSize, number> = { '50г': 50, '100г': 100, '500г': 500, '1кг': 1000 }

export const packageGrams = (size: PackageSize): number => grams[size]

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

/** Parses `50г`, `50g`, `50 гр.`, `1 KG`, …; returns undefined for a size that the shop does not sell. */
export function parsePackage(input: string): PackageSize | undefined {
  const parts = /^(\d{1,4})\s*(\p{L}+)\.?$/u.exec(input.normalize('NFKC').trim().toLowerCase())
  const unit = packageUnits[parts?.[2] ?? '']
  if (!parts || !unit) return undefined
  return packageSizes.find((size) => grams[size] === Number(parts[1]) * unit)
}
