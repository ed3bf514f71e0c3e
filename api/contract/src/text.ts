import * as z from 'zod/mini'
import { parseLanguage } from './language.ts'
import { parseMoney } from './money.ts'
import { packageSizes, parsePackage } from './packages.ts'

/** Marks that reorder text on a screen, and the byte order mark: they come along when text is copied. */
const removed = /[\u202a-\u202e\u2066-\u2069\ufeff]/g
/** Line breaks of other systems than phones and browsers. */
const otherBreaks = /[\v\f\u0085]/g
/** Control characters that no keyboard writes. */
const controls = '\\u0000-\\u0008\\u000e-\\u001f\\u007f-\\u0084\\u0086-\\u009f'
/** What leaves no mark on a screen: spaces, invisible letters (Hangul fillers), accents alone, the empty Braille cell. */
const invisible = '\\p{White_Space}\\p{Default_Ignorable_Code_Point}\\p{M}\\p{Cc}\\p{Cf}\\p{Cs}\\u2800'

/** The patterns that the API document states. */
const plain = `^[^${controls}]*$`
const plainAndVisible = `^[^${controls}]*[^${invisible}][^${controls}]*$`

// Two searches: the pattern of both takes quadratic time where it fails.
const hasControls = new RegExp(`[${controls}]`, 'u')
const isVisible = new RegExp(`[^${invisible}]`, 'u')

/**
 * Text that people typed: NFC, trimmed, well-formed Unicode. Bidi overrides are removed and unusual line breaks become plain
 * ones. Control characters are refused, and text that has to be there (`min`) needs a visible character.
 *
 * What was accepted once keeps its result for ever: the fingerprint of a stored order is made of it.
 *
 * @param max length in code points after trimming
 */
export function text(max: number, { min = 0, lines = false }: { min?: number; lines?: boolean } = {}) {
  const pattern = min > 0 ? plainAndVisible : plain
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

const lengthOf = (value: string): number => [...value].length

/** A language as clients write it: `ua`, `uk`, `uk-UA`, `UA`, … */
export const languageInput = z.pipe(
  z.string().check(z.minLength(2), z.maxLength(12)),
  z.transform((value, context) => {
    const language = parseLanguage(value)
    if (language) return language
    context.issues.push({ code: 'custom', message: 'one of ua, ru, en', input: value })
    return z.NEVER
  }),
)

/** One of the four sizes in any spelling people use; refused when it is none of them. */
export const packageInput = z.pipe(
  z.string().check(z.maxLength(50)),
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
    z.string().check(z.regex(/^\d{1,9}$/)),
    z.transform((value, context) => {
      const number = Number(value)
      if (number >= min && number <= max) return number
      context.issues.push({ code: 'custom', message: `a whole number from ${min} to ${max}`, input: value })
      return z.NEVER
    }),
  )
}

/** A sum in hryvnia written in a query string, with at most two digits after the point or comma; inside it is kopiykas. */
export const queryMoney = z.pipe(
  z.string().check(z.maxLength(20)),
  z.transform((value, context) => {
    const kopiykas = parseMoney(value)
    if (kopiykas !== undefined) return kopiykas
    context.issues.push({ code: 'custom', message: 'a sum like 120 or 119.50', input: value })
    return z.NEVER
  }),
)

export const slug = z.string().check(z.minLength(1), z.maxLength(255), z.regex(/^[a-z0-9]+(?:-[a-z0-9]+)*$/))
