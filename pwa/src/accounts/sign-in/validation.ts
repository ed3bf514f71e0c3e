import { CODE_LENGTH, PASSWORD_MAX, PASSWORD_MIN } from '@tsedra/contract/accounts'

export type FieldErrorKey = 'id' | 'password' | 'passwordLong' | 'repeat' | 'code' | 'firstName' | 'lastName'

/** Counted as the shop counts: letters, not bytes, and nothing is trimmed. */
export function validatePassword(password: string): FieldErrorKey | undefined {
  const length = [...password.normalize('NFC')].length
  if (length < PASSWORD_MIN) return 'password'
  return length > PASSWORD_MAX ? 'passwordLong' : undefined
}

export const validateId = (typed: string): FieldErrorKey | undefined => (typed.trim() ? undefined : 'id')

export const validateCode = (code: string): FieldErrorKey | undefined =>
  code.length === CODE_LENGTH ? undefined : 'code'

/** A code as it is copied from a letter, `123 456`, without what stands around it. */
export const normaliseCode = (typed: string): string => typed.replace(/[\s-]/g, '').slice(0, CODE_LENGTH)
