import { notify } from '../shared/notices.ts'
import { ApiRefusal, failureOf } from '../shared/api.ts'
import { askToSignIn } from './ask-to-sign-in.ts'
import { becomeGuest, isSignedOut } from './mine.ts'
import { translator } from '../shared/i18n/translator.ts'

/** Milliseconds that the shop may take to answer a change. */
export const CHANGE_PATIENCE_MS = 15_000

/** Refusals of a change that have words of their own. */
const reasons = ['unavailable', 'cart_full', 'not_found'] as const

/** Says that a change of what is theirs was not taken, and why; a session that is over leads to signing in. */
export function sayFailed(error: unknown, title: 'favourites.failed' | 'cart.failed' | 'cart.notChanged'): void {
  if (isSignedOut(error)) {
    becomeGuest()
    return askToSignIn('signedOutText')
  }
  const t = translator()
  const { is, waitMinutes } = failureOf(error)
  const known = error instanceof ApiRefusal && reasons.find((reason) => reason === error.code)
  const text =
    is === 'network'
      ? known || !(error instanceof ApiRefusal)
        ? t(`mine.refused.${known || 'unreachable'}`)
        : undefined
      : t(`error.${is}`, { minutes: waitMinutes })
  notify({ kind: 'bad', title: t(title), ...(text && { text }) })
}
