import * as z from 'zod/mini'
import { languages, parseLanguage } from './language.ts'
import { parseMoney } from './money.ts'
import { packageSizePattern, packageSizes, packageUnits, parsePackage } from './packages.ts'

/** Marks that reorder text on a screen, and the byte order mark: copied text often contains them. */
const strippedMarks = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Line breaks that phones and browsers do not produce. */
const unusualLineBreaks = /[\v\f\u0085]/g
/** Control characters that no keyboard produces. */
const controlCharacters = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f'
/** Invisible characters: spaces, Hangul fillers, accents alone, the empty Braille cell. */
const invisibleCharacters = '\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{M}\\p{Cc}\\p{Cf}\\p{Cs}\\u2800'

/** Returns the number of code points, the unit of JSON Schema; Zod counts UTF-16 units. */
const countCodePoints = (value: string): number => [...value].length

/** Returns the schema of a string with a length limit in code points and no other check. */
export function shortString(max: number, { min = 0 }: { min?: number } = {}) {
  const hasValidLength = (value: string) =>
    value.length >= min && value.length <= max * 2 && countCodePoints(value) >= min && countCodePoints(value) <= max
  return z
    .string()
    .check(z.refine(hasValidLength, `${min} to ${max} characters`), z.meta({ minLength: min, maxLength: max }))
}

/** Patterns in the API document. */
export const phonePattern = `^(?:[^\\p{Nd}${controlCharacters}]*\\p{Nd}){7,15}[^\\p{Nd}${controlCharacters}]*$`
export const threeVisiblePattern = `^[^${controlCharacters}]*[^${invisibleCharacters}][^${controlCharacters}]+[^${invisibleCharacters}][^${controlCharacters}]*$`
const plainPattern = `^[^${controlCharacters}]*$`
const visiblePattern = `^[^${controlCharacters}]*[^${invisibleCharacters}][^${controlCharacters}]*$`

// Two searches: one pattern for both takes quadratic time where it fails.
const controlCharacterRegExp = new RegExp(`[${controlCharacters}]`, 'u')
const visibleCharacterRegExp = new RegExp(`[^${invisibleCharacters}]`, 'u')

interface TextOptions {
  min?: number
  /** Allows several lines. */
  lines?: boolean
  /** For the API document, when the caller checks more than this function does. */
  pattern?: string
}

/**
 * Returns the schema of text that users type: NFC, trimmed, well-formed Unicode. Removes bidi overrides, replaces
 * unusual line breaks by plain ones and rejects control characters; with `min` the text needs a visible character.
 *
 * Accepted text must keep its result in later releases: fingerprints of stored orders are computed from it.
 *
 * @param max length in code points after trimming
 */
export function text(
  max: number,
  { min = 0, lines = false, pattern = min > 0 ? visiblePattern : plainPattern }: TextOptions = {},
) {
  return z.pipe(
    z.string().check(z.maxLength(max * 4), z.meta({ minLength: min, maxLength: max, pattern })),
    z.transform((value, context) => {
      const trimmed = value.isWellFormed()
        ? normaliseLineBreaks(value.replace(strippedMarks, ''), lines).trim()
        : undefined
      const normalised = trimmed?.normalize('NFC').trim()
      // NFC shortens most texts and lengthens some: the smaller count decides.
      const length =
        trimmed === undefined || normalised === undefined
          ? -1
          : Math.min(countCodePoints(trimmed), countCodePoints(normalised))
      const isRejected =
        normalised === undefined ||
        controlCharacterRegExp.test(normalised) ||
        (min > 0 && !visibleCharacterRegExp.test(normalised))
      if (isRejected || length < min || length > max) {
        context.issues.push({ code: 'custom', message: `text of ${min} to ${max} plain characters`, input: value })
        return z.NEVER
      }
      return normalised
    }),
  )
}

const normaliseLineBreaks = (value: string, lines: boolean): string =>
  lines ? value.replace(unusualLineBreaks, '\n') : value.replace(unusualLineBreaks, ' ').replace(/[\n\r\t]/g, ' ')

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

const caseInsensitive = (word: string): string =>
  [...word].map((character) => `[${character.toUpperCase()}${character}]`).join('')
const unitPattern = (grams: number): string =>
  Object.keys(packageUnits)
    .filter((word) => packageUnits[word] === grams)
    .map(caseInsensitive)
    .join('|')

/** Input of `parsePackage`, for the API document. */
const packagePattern = `^\\s*0*(?:[1-9]\\d{0,4}\\s*(?:${unitPattern(1)})|[1-9]\\d?\\s*(?:${unitPattern(1000)}))\\.?\\s*$`

/** A package size in any common spelling, parsed into its label; the server checks whether the product is sold in it. */
export const packageInput = z.pipe(
  z.string().check(z.maxLength(50), z.meta({ pattern: packagePattern, examples: packageSizes })),
  z.transform((value, context) => {
    const size = parsePackage(value)
    if (size) return size
    context.issues.push({ code: 'custom', message: 'a weight like 50г or 1кг', input: value })
    return z.NEVER
  }),
)

/** The label of a package size. */
export const packageSize = z.string().check(z.regex(packageSizePattern))

/** Returns the schema of an integer in a query string. */
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

/** Input of `parseMoney`, for the API document. */
export const moneyPattern = '^\\s*\\d{1,10}(?:[.,]\\d{1,2})?\\s*$'

/** A sum in hryvnia in a query string, with at most two digits after the point or comma; parsed into kopiykas. */
export const queryMoney = z.pipe(
  z.string().check(z.maxLength(20), z.meta({ pattern: moneyPattern, examples: ['120', '119.50'] })),
  z.transform((value, context) => {
    const kopiykas = parseMoney(value)
    if (kopiykas !== undefined) return kopiykas
    context.issues.push({ code: 'custom', message: 'a sum like 120 or 119.50', input: value })
    return z.NEVER
  }),
)

export const slug = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/))
