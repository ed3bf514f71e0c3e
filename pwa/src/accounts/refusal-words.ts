import { STAFF_PASSWORD_MIN } from '@tsedra/contract/accounts'
import type { ErrorCode } from '@tsedra/contract/errors'
import { useTranslations } from 'use-intl'
import type texts from '../shared/i18n/locales/people.ua.json'
import { formatUntil } from '../shared/i18n/moment.ts'
import { ApiRefusal, failureOf } from '../shared/api.ts'
import { useLanguage } from '../shared/i18n/language.ts'

type Said = keyof (typeof texts)['refused']

/** What of the contract's refusals is said in words of its own. */
const said: readonly string[] = [
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
] satisfies (Said & ErrorCode)[]

/** Which of the texts says it. */
export function textFor(error: unknown): Said {
  if (!(error instanceof ApiRefusal)) return failureOf(error).is === 'trouble' ? 'trouble' : 'unreachable'
  const { code, details } = error
  if (code === 'password_weak') {
    const reason = details['reason']
    return reason === 'short' || reason === 'personal' ? reason : 'common'
  }
  if (code === 'too_many_requests') return Number(details['waitS']) > 0 ? 'wait' : 'often'
  if (code === 'code_wrong' && typeof details['triesLeft'] === 'number') return 'triesLeft'
  return said.includes(code) ? (code as Said) : 'unknown'
}

/** Why the shop refused something about people, in the reader's words: the message on the wire is never shown. */
export function useRefusalWords(): (error: unknown) => string {
  const t = useTranslations('refused')
  const language = useLanguage()
  return (error) => {
    const details = error instanceof ApiRefusal ? error.details : {}
    const now = Date.now()
    const text = textFor(error)
    if (text === 'short') return t(text, { count: STAFF_PASSWORD_MIN })
    if (text === 'triesLeft') return t(text, { count: Number(details['triesLeft']) })
    if (text === 'wait') return t(text, { when: formatUntil(now + Number(details['waitS']) * 1000, now, language) })
    return t(text)
  }
}
