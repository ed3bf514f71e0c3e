import { Refusal } from '../http/refusal.ts'
import { parsePhone } from '../phone/parse-phone.ts'

/** An e-mail address or phone number of a user: unique in the shop once it is normalised. */
export interface Identity {
  kind: 'email' | 'phone'
  /** E-mail in lower case, or E.164. */
  value: string
}

const emailPattern = /^[^\s@"<>(),:;\\[\]]+@[^\s@"<>(),:;\\[\]]+\.[^\s@".<>(),:;\\[\]]{2,}$/u

/**
 * Parses an e-mail address when the input has an @, else a phone number when it begins with + or a digit.
 *
 * Returns undefined for all other input and for a number that is valid in no country.
 */
export function parseIdentity(input: string): Identity | undefined {
  const text = input.normalize('NFC').trim()
  if (text.includes('@')) {
    const value = text.toLowerCase()
    return emailPattern.test(value) && value.length <= 254 ? { kind: 'email', value } : undefined
  }
  if (!/^[+\p{Nd}]/u.test(text)) return undefined
  const { number, isValid } = parsePhone(text)
  return isValid ? { kind: 'phone', value: number } : undefined
}

/** Parses an e-mail address or phone number. @throws Refusal `invalid_request`, like a schema error of the field */
export function requireIdentity(emailOrPhone: string): Identity {
  const identity = parseIdentity(emailOrPhone)
  if (identity) return identity
  const fields = ['body.emailOrPhone']
  throw new Refusal('invalid_request', 'Invalid fields: body.emailOrPhone.', { fields })
}
