import * as z from 'zod/mini'
import { languages, parseLanguage } from './language.ts'
import { parseMoney } from './money.ts'
import { packageSizes, packageUnits, parsePackage } from './packages.ts'

/** Marks that reorder text on a screen, and the byte order mark: they come along when text is copied. */
const removed = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Line breaks of other systems than phones and browsers. */
const otherBreaks = /[\v\f\u0085]/g
/** Control characters that no keyboard writes. */
const controls = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f'
/** What leaves no mark on a screen: spaces, invisible letters (Hangul fillers), accents alone, the empty Braille cell. */
const invisible = '\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{M}\\p{Cc}\\p{Cf}\\p{Cs}\\u2800'

/** How many code points a string has, which is how JSON Schema counts; Zod counts UTF-16 units. */
const lengthOf = (value: string): number => [...value].length

/** A string of so many code points, with nothing else asked of it. */
export function shortString(max: number, { min = 0 }: { min?: number } = {}) {
  const fits = (value: string) =>
    value.length >= min && value.length <= max * 2 && lengthOf(value) >= min && lengthOf(value) <= max
  return z.string().check(z.refine(fits, `${min} to ${max} characters`), z.meta({ minLength: min, maxLength: max }))
}

/** The patterns that the API document states. */
export const phonePattern = `^(?:[^\\p{Nd}${controls}]*\\p{Nd}){7,15}[^\\p{Nd}${controls}]*$`
export const threeVisible = `^[^${controls}]*[^${invisible}][^${controls}]+[^${invisible}][^${controls}]*$`
const plain = `^[^${controls}]*$`
const plainAndVisible = `^[^${controls}]*[^${invisible}][^${controls}]*$`

// Two searches: the pattern of both takes quadratic time where it fails.
const hasControls = new RegExp(`[${controls}]`, 'u')
const isVisible = new RegExp(`[^${invisible}]`, 'u')

interface TextOptions {
  min?: number
  /** Whether it may have several lines. */
  lines?: boolean
  /** For the API document, where the caller checks more than this function does. */
  pattern?: string
}

/**
 * Text that people typed: NFC, trimmed, well-formed Unicode. Bidi overrides are removed and unusual line breaks become plain
 * ones. Control characters are refused, and text that has to be there (`min`) needs a visible character.
 *
 * What was accepted once keeps its result for ever: the fingerprint of a stored order is made of it.
 *
 * @param max length in code points after trimming
 */
export function text(
  max: number,
  { min = 0, lines = false, pattern = min > 0 ? plainAndVisible : plain }: TextOptions = {},
) {
  return z.pipe(
    z.string().check(z.maxLength(max * 4), z.meta({ minLength: min, maxLength: max, pattern })),
    z.transform((value, context) => {
      const tidy = value.isWellFormed() ? withPlainBreaks(value.replace(removed, ''), lines).trim() : undefined
      const normal = tidy?.normalize('NFC').trim()
      // NFC shortens most texts and lengthens some: the kinder count decides.
      const length = tidy === undefined || normal === undefined ? -1 : Math.min(lengthOf(tidy), lengthOf(normal))
      const isRefused = normal === undefined || hasControls.test(normal) || (min > 0 && !isVisible.test(normal))
      if (isRefused || length < min || length > max) {
        context.issues.push({ code: 'custom', message: `text of ${min} to ${max} plain characters`, input: value })
        return z.NEVER
      }
      return normal
    }),
  )
}

const withPlainBreaks = (value: string, lines: boolean): string =>
  lines ? value.replace(otherBreaks, '\n') : value.replace(otherBreaks, ' ').replace(/[\n\r\t]/g, ' ')

/** A language as clients write it: `ua`, `uk`, `uk-UA`, `UA`, … */
export const languageInput = z.pipe(
  z
    .string()
    .check(
      z.minLength(2),
      z.maxLength(12),
      z.meta({ pattern: '^\\s*(?:[Uu][AaKk]|[Rr][Uu]|[Ee][Nn])(?:\\s*|[-_][ -~]*)$', examples: languages }),
    ),
  z.transform((value, context) => {
    const language = parseLanguage(value)
    if (language) return language
    context.issues.push({ code: 'custom', message: 'one of ua, ru, en', input: value })
    return z.NEVER
  }),
)

const anyCase = (word: string): string => [...word].map((letter) => `[${letter.toUpperCase()}${letter}]`).join('')
const wordsOf = (each: number): string =>
  Object.keys(packageUnits)
    .filter((word) => packageUnits[word] === each)
    .map(anyCase)
    .join('|')

/** What `parsePackage` reads, for the API document. */
const packagePattern = `^\\s*(?:(?:0{0,2}50|0?100|0?500|1000)\\s*(?:${wordsOf(1)})|0{0,3}1\\s*(?:${wordsOf(1000)}))\\.?\\s*$`

/** One of the four sizes in any spelling people use; refused when it is none of them. */
export const packageInput = z.pipe(
  z.string().check(z.maxLength(50), z.meta({ pattern: packagePattern, examples: packageSizes })),
  z.transform((value, context) => {
    const size = parsePackage(value)
    if (size) return size
    context.issues.push({ code: 'custom', message: `one of ${packageSizes.join(', ')}`, input: value })
    return z.NEVER
  }),
)

/** A whole number written in a query string. */
export function queryInteger(min: number, max: number) {
  return z.pipe(
    z.string().check(z.meta({ type: 'integer', minimum: min, maximum: max })),
    z.transform((value, context) => {
      const number = /^\d{1,9}$/.test(value) ? Number(value) : Number.NaN
      if (number >= min && number <= max) return number
      context.issues.push({ code: 'custom', message: `a whole number from ${min} to ${max}`, input: value })
      return z.NEVER
    }),
  )
}

/** A sum as people write it, for the API document; `parseMoney` reads it. */
export const sumPattern = '^\\s*\\d{1,10}(?:[.,]\\d{1,2})?\\s*$'

/** A sum in hryvnia written in a query string, with at most two digits after the point or comma; inside it is kopiykas. */
export const queryMoney = z.pipe(
  z.string().check(z.maxLength(20), z.meta({ pattern: sumPattern, examples: ['120', '119.50'] })),
  z.transform((value, context) => {
    const kopiykas = parseMoney(value)
    if (kopiykas !== undefined) return kopiykas
    context.issues.push({ code: 'custom', message: 'a sum like 120 or 119.50', input: value })
    return z.NEVER
  }),
)

export const slug = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/))
