import { type PackageSize, packageSizes, parsePackage } from './packages.ts'

const kilo = '(?:к|k)[гgr]|(?:кіло|кило|kilo)(?:гр?ам\\p{L}*|gram\\p{L}*)?|kilos'
const measurePattern = new RegExp(
  `(?<![\\p{L}\\p{N}])(\\d{1,4}(?:[.,]\\d{1,3})?)\\s*(?:(${kilo})|г(?:р|рам\\p{L}*)?|g(?:r|ram\\p{L}*)?|r)(?![\\p{L}\\p{N}])\\.?`,
  'giu',
)
/** Packages in words: a half and a whole kilogram. */
const packageWords = [
  [/(?<!\p{L})(?:пів\s?кіло(?:грам\p{L}*)?|пол\s?кило(?:грам\p{L}*)?|half (?:a )?kilo(?:gram)?)(?!\p{L})/giu, '500г'],
  [/(?<!\p{L})(?:кіло(?:грам\p{L}*)?|кило(?:грам\p{L}*)?|kilo(?:gram)?)(?!\p{L})/giu, '1кг'],
] as const

/** Extracts the package from a query: `лайм 500г` is лайм in 500 g. Weights that the shop does not sell are removed. */
export function splitPackage(
  query: string,
  packages: readonly PackageSize[] = packageSizes,
): { text: string; package: PackageSize | undefined } {
  let size: PackageSize | undefined
  const findSize = (label: PackageSize | undefined) => packages.find((candidate) => candidate === label)
  let text = query.replace(measurePattern, (_measure, amount: string, kilograms: string | undefined) => {
    const grams = Number(amount.replace(',', '.')) * (kilograms ? 1000 : 1)
    size ??= findSize(parsePackage(`${grams}г`))
    return ' '
  })
  for (const [pattern, named] of packageWords)
    text = text.replace(pattern, () => {
      size ??= findSize(named)
      return ' '
    })
  return { text: text.replace(/\s+/g, ' ').trim(), package: size }
}
