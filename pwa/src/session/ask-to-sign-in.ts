import { openPanel } from '../shared/panels.ts'
import { notify } from '../shared/notices.ts'
import { type Intent, storeIntent } from './intent.ts'
import { translator } from '../shared/i18n/translator.ts'

/** Milliseconds between saying that an account is needed and showing where to sign in. */
const REDIRECT_MS = 500

/** Why: a guest has touched something that belongs to an account, or the session is over. */
type Why = 'loginForCart' | 'loginForFavourites' | 'signedOutText'

/** @param intent what to do once they have signed in (intent.ts) */
export function askToSignIn(why: Why, intent?: Intent): void {
  storeIntent(intent)
  const t = translator()
  notify({ title: t(why === 'signedOutText' ? 'mine.signedOut' : 'mine.loginRequired'), text: t(`mine.${why}`) })
  setTimeout(() => openPanel('signIn'), REDIRECT_MS)
}
