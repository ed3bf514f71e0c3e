import { showToast } from '../shared/toasts.ts'
import { ApiError, getFailure } from '../shared/api.ts'
import { promptSignIn } from './prompt-sign-in.ts'
import { resetToGuest, isUnauthorized } from './account-data.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'

/** Milliseconds that the shop may take to answer a change. */
export const CHANGE_TIMEOUT_MS = 15_000

/** Refusals of a change that have words of their own. */
const translatedCodes = ['unavailable', 'cart_full', 'not_found'] as const

/** Says that a change of what is theirs was not taken, and why; a session that is over leads to signing in. */
export function showFailure(error: unknown, title: 'favourites.failed' | 'cart.failed' | 'cart.notChanged'): void {
  if (isUnauthorized(error)) {
    resetToGuest()
    return promptSignIn('signedOutText')
  }
  const t = getTranslator()
  const { kind: is, waitMinutes } = getFailure(error)
  const code = error instanceof ApiError && translatedCodes.find((translated) => translated === error.code)
  const text =
    is === 'network'
      ? code || !(error instanceof ApiError)
        ? t(`mine.refused.${code || 'unreachable'}`)
        : undefined
      : t(`error.${is}`, { minutes: waitMinutes })
  showToast({ kind: 'bad', title: t(title), ...(text && { text }) })
}
