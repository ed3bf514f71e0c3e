import { STAFF_PASSWORD_MIN } from '@tsedra/contract/accounts'
import type { ErrorCode } from '@tsedra/contract/errors'
import { useTranslations } from 'use-intl'
import type texts from '../locales/people.ua.json'
import { formatUntil } from '../orders/moment.ts'
import { ApiRefusal } from '../shared/api.ts'
import { useLanguage } from '../shared/language.ts'

type Said = keyof (typeof texts)['refused']

/** What of the contract's refusals is said in words of its own. */
const said: readonly string[] = [
  'unauthorized',
  'wrong_credentials',
  'password_wrong',
  'code_wrong',
  'code_dead',
  'identity_taken',
  'forbidden',
  'invalid_request',
  'bot_unavailable',
] satisfies (Said & ErrorCode)[]

/** Why the shop refused something about people, in the reader's words: the message on the wire is never shown. */
export function useRefusalWords(): (error: unknown) => string {
  const t = useTranslations('refused')
  const language = useLanguage()
  return (error) => {
    if (!(error instanceof ApiRefusal)) return t('unreachable')
    const { code, details } = error
    if (code === 'password_weak') {
      const reason = details['reason']
      if (reason === 'short') return t('short', { count: STAFF_PASSWORD_MIN })
      return t(reason === 'personal' ? 'personal' : 'common')
    }
    if (code === 'too_many_requests') {
      const now = Date.now()
      const seconds = Number(details['waitS'])
      return seconds > 0 ? t('wait', { when: formatUntil(now + seconds * 1000, now, language) }) : t('often')
    }
    if (code === 'code_wrong' && typeof details['triesLeft'] === 'number') {
      return t('triesLeft', { count: details['triesLeft'] })
    }
    return t(said.includes(code) ? (code as Said) : 'unknown')
  }
}
