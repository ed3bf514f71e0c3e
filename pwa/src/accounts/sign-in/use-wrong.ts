import { useTranslations } from 'use-intl'
import { ApiRefusal } from '../../shared/api.ts'
import type { Wrong } from './rules.ts'

/** What is wrong with a field, in the reader's words. */
export function useWrong(): (wrong: Wrong | undefined) => string | undefined {
  const t = useTranslations('signIn.wrong')
  return (wrong) => wrong && t(wrong)
}

/** What the shop said of single fields: a password that is too weak, an address that is none. */
export function refusedFields(error: unknown, said: string, unreadable: string): { id?: string; password?: string } {
  if (!(error instanceof ApiRefusal)) return {}
  if (error.code === 'password_weak') return { password: said }
  return JSON.stringify(error.details['fields'] ?? '').includes('emailOrPhone') ? { id: unreadable } : {}
}

/** This browser began nothing that could be gone on with, or not any more. */
export const isForeign = (error: unknown): boolean => error instanceof ApiRefusal && error.code === 'unauthorized'

/** Nothing can come of this verification any more: it is another browser's, used up, or its address belongs to somebody else. */
export const isOver = (error: unknown): boolean =>
  isForeign(error) ||
  (error instanceof ApiRefusal &&
    (error.code === 'identity_taken' || (error.code === 'code_dead' && error.details['canResend'] === false)))
