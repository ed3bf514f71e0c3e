import { CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN } from '@tsedra/contract/account-limits'

export type FieldErrorKey = 'id' | 'password' | 'passwordLong' | 'repeat' | 'code' | 'firstName' | 'lastName'

/** Returns the error of a password. Its length is counted as in the API: in code points after NFC, untrimmed. */
export function validatePassword(password: string): FieldErrorKey | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < PASSWORD_MIN) return 'password'
  return length > PASSWORD_MAX ? 'passwordLong' : undefined
}

export const validateId = (typed: string): FieldErrorKey | undefined => (typed.trim() ? undefined : 'id')

export const validateCode = (code: string): FieldErrorKey | undefined =>
  code.length === CODE_LENGTH ? undefined : 'code'

/** Returns the digits of a copied code such as `123 456`. */
export const normaliseCode = (typed: string): string => typed.replace(/[\s-]/g, '').slice(0, CODE_LENGTH)
