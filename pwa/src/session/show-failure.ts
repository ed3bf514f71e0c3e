import { showToast } from '../shared/toasts.ts'
import { ApiError, getFailure } from '../shared/api.ts'
import { promptSignIn } from './prompt-sign-in.ts'
import { resetToGuest, isUnauthorized } from './account-data.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'

/** Timeout of a change, in ms. */
export const CHANGE_TIMEOUT_MS = 15_000

/** Error codes that have their own text. */
const translatedCodes = ['unavailable', 'cart_full', 'not_found'] as const

/** Shows a failed change of account data as a toast; after the end of the session it prompts the user to sign in. */
export function showFailure(error: unknown, title: 'favourites.failed' | 'cart.failed' | 'cart.notChanged'): void {
  if (isUnauthorized(error)) {
    resetToGuest()
    return promptSignIn('signedOutText')
  }
  const t = getTranslator()
  const { kind, waitMinutes } = getFailure(error)
  const code = error instanceof ApiError && translatedCodes.find((translated) => translated === error.code)
  const text =
    kind === 'network'
      ? code || !(error instanceof ApiError)
        ? t(`mine.refused.${code || 'unreachable'}`)
        : undefined
      : t(`error.${kind}`, { minutes: waitMinutes })
  showToast({ kind: 'bad', title: t(title), ...(text && { text }) })
}
