import * as z from 'zod/mini'
import { parseLanguage } from './language.ts'
import { parseMoney } from './money.ts'
import { packageSizes, parsePackage } from './packages.ts'

/** Control characters (newline and tab aside) and the marks that reorder text on a screen. */
const unseen = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069\ufeff]/u

/**
 * Text that people typed: NFC, trimmed, well-formed Unicode, no control or bidi-override characters.
 *
 * @param max length in code points after trimming
 */
export function text(max: number, { min = 0, lines = false }: { min?: number; lines?: boolean } = {}) {
  return z.pipe(
    z.string().check(z.maxLength(max * 4)),
    z.transform((value, context) => {
      const tidy = value.isWellFormed() ? value.normalize('NFC').trim() : undefined
      const length = tidy === undefined ? -1 : [...tidy].length
      if (
        tidy === undefined ||
        unseen.test(tidy) ||
        (!lines && /[\n\r\t]/.test(tidy)) ||
        length < min ||
        length > max
      ) {
        context.issues.push({ code: 'custom', message: `text of ${min} to ${max} plain characters`, input: value })
        return z.NEVER
      }
      return tidy
    }),
  )
}

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
