import { Refusal } from '../http/refusal.ts'
import { parsePhone } from '../phone/parse-phone.ts'

/** How a person is known: unique in the shop once it is normalised. */
export interface Identity {
  kind: 'email' | 'phone'
  /** E-mail in lower case, or E.164. */
  value: string
}

const emailPattern = /^[^\s@"<>(),:;\\[\]]+@[^\s@"<>(),:;\\[\]]+\.[^\s@".<>(),:;\\[\]]{2,}$/u

/**
 * An e-mail address when it has an @, else a phone when it begins with + or a digit.
 *
 * Undefined for everything else, and for a phone that no country has.
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

/** @throws Refusal `invalid_request` naming the field, as any other input that does not fit */
export function requireIdentity(emailOrPhone: string): Identity {
  const identity = parseIdentity(emailOrPhone)
  if (identity) return identity
  const fields = ['body.emailOrPhone']
  throw new Refusal('invalid_request', 'The request does not fit: body.emailOrPhone.', { fields })
}
