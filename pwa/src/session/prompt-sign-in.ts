import { openOverlay } from '../shared/overlay-state.ts'
import { showToast } from '../shared/toasts.ts'
import { type Intent, storeIntent } from './intent.ts'
import { getTranslator } from '../shared/i18n/get-translator.ts'

/** Milliseconds between saying that an account is needed and showing where to sign in. */
const SIGN_IN_DELAY_MS = 500

/** Why: a guest has touched something that belongs to an account, or the session is over. */
type SignInReason = 'loginForCart' | 'loginForFavourites' | 'signedOutText'

/** @param intent what to do once they have signed in (intent.ts) */
export function promptSignIn(reason: SignInReason, intent?: Intent): void {
  storeIntent(intent)
  const t = getTranslator()
  showToast({
    title: t(reason === 'signedOutText' ? 'mine.signedOut' : 'mine.loginRequired'),
    text: t(`mine.${reason}`),
  })
  setTimeout(() => openOverlay('signIn'), SIGN_IN_DELAY_MS)
}
