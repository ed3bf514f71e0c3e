import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

export interface ParsedPhone {
  /** E.164 when it could be parsed, else as typed. */
  number: string
  isValid: boolean
}

/**
 * Parses a phone number in the notations of Ukraine; other numbers need their country code.
 *
 * An unparsable number stays as typed: staff can often still read it, and no order is lost over it.
 */
export function parsePhone(input: string): ParsedPhone {
  const parsed = parsePhoneNumberFromString(input, { defaultCountry: 'UA', extract: false })
  return parsed?.isValid() && !parsed.ext ? { number: parsed.number, isValid: true } : { number: input, isValid: false }
}
