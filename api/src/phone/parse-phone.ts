import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface ParsedPhone {
  /** E.164 when it could be read, else as it was typed. */
  number: string
  isValid: boolean
}

/**
 * Reads a phone number as people in Ukraine type it; others need their country's code.
 *
 * One that cannot be read is kept as typed: staff can often still make sense of it, and no order is lost over it.
 */
export function parsePhone(input: string): ParsedPhone {
  const parsed = parsePhoneNumberFromString(input, { defaultCountry: 'UA', extract: false })
  return parsed?.isValid() && !parsed.ext ? { number: parsed.number, isValid: true } : { number: input, isValid: false }
}
