import { STAFF_PASSWORD_MIN } from '@tsedra/contract/account-limits'
import type { ErrorCode } from '@tsedra/contract/errors'
import { useTranslations } from 'use-intl'
import type texts from '../shared/i18n/locales/accounts.ua.json'
import { formatTimeUntil } from '../shared/i18n/format-date-time.ts'
import { ApiError, getFailure } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'

type ErrorTextKey = keyof (typeof texts)['refused']

/** Error codes of the contract that have a text of the same name. */
const translatedCodes: readonly string[] = [
  'unauthorized',
  'wrong_credentials',
  'password_wrong',
  'password_reset_required',
  'code_wrong',
  'code_dead',
  'identity_taken',
  'forbidden',
  'second_factor_required',
  'invalid_request',
  'bot_unavailable',
] satisfies (ErrorTextKey & ErrorCode)[]

/** Returns the key of the text for an error. */
export function errorTextKeyOf(error: unknown): ErrorTextKey {
  if (!(error instanceof ApiError)) return getFailure(error).kind === 'trouble' ? 'trouble' : 'unreachable'
  const { code, details } = error
  if (code === 'password_weak') {
    const reason = details['reason']
    return reason === 'short' || reason === 'personal' ? reason : 'common'
  }
  if (code === 'too_many_requests') return Number(details['waitS']) > 0 ? 'wait' : 'often'
  if (code === 'code_wrong' && typeof details['triesLeft'] === 'number') return 'triesLeft'
  return translatedCodes.includes(code) ? (code as ErrorTextKey) : 'unknown'
}

/** Returns a function that translates an error of an account request; the API's `message` is never shown. */
export function useApiErrorText(): (error: unknown) => string {
  const t = useTranslations('refused')
  const language = useLanguage()
  return (error) => {
    const details = error instanceof ApiError ? error.details : {}
    const now = Date.now()
    const key = errorTextKeyOf(error)
    if (key === 'short') return t(key, { count: STAFF_PASSWORD_MIN })
    if (key === 'triesLeft') return t(key, { count: Number(details['triesLeft']) })
    if (key === 'wait') return t(key, { when: formatTimeUntil(now + Number(details['waitS']) * 1000, now, language) })
    return t(key)
  }
}
