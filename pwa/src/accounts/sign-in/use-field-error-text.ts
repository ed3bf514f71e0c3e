import { useTranslations } from 'use-intl'
import { ApiError } from '../../shared/api.ts'
import type { FieldErrorKey } from './validation.ts'

/** What is wrong with a field, in the reader's words. */
export function useFieldErrorText(): (key: FieldErrorKey | undefined) => string | undefined {
  const t = useTranslations('signIn.wrong')
  return (key) => key && t(key)
}

/** What the shop said of single fields: a password that is too weak, an address that is none. */
export function serverFieldErrors(
  error: unknown,
  weakPasswordText: string,
  unreadableIdText: string,
): { id?: string; password?: string } {
  if (!(error instanceof ApiError)) return {}
  if (error.code === 'password_weak') return { password: weakPasswordText }
  return JSON.stringify(error.details['fields'] ?? '').includes('emailOrPhone') ? { id: unreadableIdText } : {}
}

/** This browser began nothing that could be gone on with, or not any more. */
export const isUnknownVerification = (error: unknown): boolean =>
  error instanceof ApiError && error.code === 'unauthorized'

/** Nothing can come of this verification any more: it is another browser's, used up, or its address belongs to somebody else. */
export const isVerificationOver = (error: unknown): boolean =>
  isUnknownVerification(error) ||
  (error instanceof ApiError &&
    (error.code === 'identity_taken' || (error.code === 'code_dead' && error.details['canResend'] === false)))
