import type { currentUser, User } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import type { changeProfile } from '@tsedra/contract/settings'
import { callApi } from '../shared/api.ts'
import type { switchPageOutboxAccount } from '../outbox/page-outbox.ts'
import { chooseLanguage } from '../shared/i18n/language.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { isSignOutPending, SIGN_OUT_KEY } from '../shared/sign-out-pending.ts'
import { resetToGuest, clearStoredAccountData, isUnauthorized } from '../session/account-data.ts'
import { clearPendingVerification } from './pending-verification.ts'
import { updateCurrentUser, getCurrentUser, setCurrentUser } from '../session/current-user.ts'

const PROVIDER_SIGN_IN_KEY = 'signingIn'

/** This page is about to go away: what it still hears says nothing about whoever comes back. */
let isLeavingPage = false

/** Whoever signs in with somebody else's help comes back on a page that knows nothing of it. */
export function markProviderSignIn(): void {
  isLeavingPage = true
  writeLocal(PROVIDER_SIGN_IN_KEY, 'elsewhere')
}

/** Guests who never signed in here are not asked about: a 401 on every visit helps nobody. */
export const isPossiblySignedIn = (): boolean =>
  getCurrentUser() !== null || readLocal(PROVIDER_SIGN_IN_KEY) !== undefined

/**
 * Asks who is signed in, once. Nobody: this phone is a guest's from then on. No answer: who was known stays known.
 *
 * @returns the user; null when nobody is signed in, undefined when the shop does not answer
 */
export async function refreshCurrentUser(): Promise<User | null | undefined> {
  const previousUser = getCurrentUser()
  try {
    const user = await callApi<typeof currentUser>('GET /api/auth/user')
    // Somebody has signed out while the answer was on its way.
    if (isSignOutPending() || (previousUser && !getCurrentUser())) return null
    // The account was changed here in the meantime, and the answer may be older than that.
    if (previousUser?.user !== getCurrentUser()?.user) return await refreshCurrentUser()
    clearPendingVerification()
    if (getCurrentUser()?.user.id === user.id) updateCurrentUser({ user })
    else await startSession(user)
    return user
  } catch (error) {
    if (!isUnauthorized(error)) return undefined
    if (!isLeavingPage) writeLocal(PROVIDER_SIGN_IN_KEY, undefined)
    if (getCurrentUser()) resetToGuest()
    return null
  }
}

/** Somebody has just signed in, however: the phone is theirs from now on, and what waited for them goes. */
export async function startSession(user: User): Promise<void> {
  clearPendingVerification()
  writeLocal(PROVIDER_SIGN_IN_KEY, undefined)
  // The server has ended the session that this browser had before.
  writeLocal(SIGN_OUT_KEY, undefined)
  await switchOutboxAccount(user.id)
  if (getCurrentUser()?.user.id === user.id) updateCurrentUser({ user })
  else {
    clearStoredAccountData()
    setCurrentUser({ user, likedIds: [], inCart: 0 })
    if (user.language) void chooseLanguage(user.language).catch(() => {})
  }
}

/**
 * The choice of a language goes with the account (infra/decisions/0024-account-data-on-the-phone.md). Without an answer it
 * stays this device's: nobody is kept waiting for it.
 */
export async function saveAccountLanguage(language: Language): Promise<void> {
  const user = await callApi<typeof changeProfile>('PUT /api/auth/user', { body: { language } }).catch(() => undefined)
  if (user) updateCurrentUser({ user })
}

/** The session has been ended on purpose: nothing of the person stays here but what is kept for them in the outbox. */
export async function endLocalSession(unsent: 'keep' | 'delete'): Promise<void> {
  clearPendingVerification()
  await switchOutboxAccount(null, unsent)
  resetToGuest()
}

/** A browser without a database keeps no requests, and one that cannot be asked now is asked at the next start. */
async function switchOutboxAccount(...args: Parameters<typeof switchPageOutboxAccount>): Promise<void> {
  await import('../outbox/page-outbox.ts').then((outbox) => outbox.switchPageOutboxAccount(...args)).catch(() => {})
}
