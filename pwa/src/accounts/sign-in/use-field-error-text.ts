import { useTranslations } from 'use-intl'
import { ApiError } from '../../shared/api.ts'
import type { FieldErrorKey } from './validation.ts'

/** Returns a function that translates the validation error of a field. */
export function useFieldErrorText(): (key: FieldErrorKey | undefined) => string | undefined {
  const t = useTranslations('signIn.wrong')
  return (key) => key && t(key)
}

/** Returns the API's errors for single fields: a weak password, an unreadable address. */
export function serverFieldErrors(
  error: unknown,
  weakPasswordText: string,
  unreadableIdText: string,
): { id?: string; password?: string } {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'password_weak') return { password: weakPasswordText }
  return JSON.stringify(error.details['fields'] ?? '').includes('emailOrPhone') ? { id: unreadableIdText } : {}
}

/** Returns whether the server has no pending verification for this browser. */
export const isUnknownVerification = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthorized'

/** Returns whether a verification cannot succeed any more: unknown, used up, or its address belongs to another account. */
export const isVerificationOver = (error: unknown): boolean =>
  isUnknownVerification(error) ||
  (error instanceof ApiError &&
    (error.code === 'identity_taken' || (error.code === 'code_dead' && error.details['canResend'] === false)))
