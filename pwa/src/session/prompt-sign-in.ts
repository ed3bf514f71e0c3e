import { openOverlay } from '../shared/overlay-state.ts'
import { showToast } from '../shared/toasts.ts'
import { type Intent, storeIntent } from './intent.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'

/** Delay between the toast and the sign-in dialog, in ms. */
const SIGN_IN_DELAY_MS = 500

/** A guest has used a function that needs an account, or the session has ended. */
type SignInReason = 'loginForCart' | 'loginForFavourites' | 'signedOutText'

/**
 * Shows a toast with the reason, then the sign-in dialog.
 *
 * @param intent runs after the sign-in (intent.ts)
 */
export function promptSignIn(reason: SignInReason, intent?: Intent): void {
  storeIntent(intent)
  const t = getTranslator()
  showToast({
    title: t(reason === 'signedOutText' ? 'mine.signedOut' : 'mine.loginRequired'),
    text: t(`mine.${reason}`),
  })
  setTimeout(() => openOverlay('signIn'), SIGN_IN_DELAY_MS)
}
