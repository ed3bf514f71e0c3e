import type { currentUser, User } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import type { changeProfile } from '@tsedra/contract/settings'
import { callApi } from '../shared/api.ts'
import type { switchPageOutboxAccount } from '../outbox/page-outbox.ts'
import { chooseLanguage } from '../shared/i18n/language.ts'
import { FORM_DRAFTS_KEY } from '../shared/form-drafts-key.ts'
import { keepLastOrderOf, setLastOrder } from '../shared/last-order-changes.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'
import { deleteRecentSearches } from '../shared/recent-searches.ts'
import { isSignOutPending, SIGN_OUT_KEY } from '../shared/sign-out-pending.ts'
import { resetToGuest, clearStoredAccountData, isUnauthorized } from '../session/account-data.ts'
import { clearPendingVerification } from './pending-verification.ts'
import { updateCurrentUser, getCurrentUser, setCurrentUser } from '../session/current-user.ts'

const PROVIDER_SIGN_IN_KEY = 'signingIn'

/** This page redirects to a provider: a 401 it still receives does not apply to the user who returns. */
let isLeavingPage = false

/** Marks a sign-in at a provider, so that the page loaded on return requests the session. */
export function markProviderSignIn(): void {
  isLeavingPage = true
  writeLocal(PROVIDER_SIGN_IN_KEY, 'elsewhere')
}

/** Returns false for guests who never signed in on this device: their page sends no request that ends in a 401. */
export const isPossiblySignedIn = (): boolean =>
  getCurrentUser() !== null || readLocal(PROVIDER_SIGN_IN_KEY) !== undefined

/**
 * Requests the signed-in user. A 401 resets this device to a guest's; without a response the stored user stays.
 *
 * @returns the user; null for a guest, undefined without a response
 */
export async function refreshCurrentUser(): Promise<User | null | undefined> {
  const previousUser = getCurrentUser()
  try {
    const user = await callApi<typeof currentUser>('GET /api/auth/user')
    // The user has signed out while the response was in flight.
    if (isSignOutPending() || (previousUser && !getCurrentUser())) return null
    // This page has changed the account since the request, so the response may be older than the change.
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

/** Starts the session of a user after any sign-in method and switches the outbox to their account. */
export async function startSession(user: User): Promise<void> {
  clearPendingVerification()
  writeLocal(PROVIDER_SIGN_IN_KEY, undefined)
  // The server has ended the previous session of this browser, so its sign-out is no longer pending.
  writeLocal(SIGN_OUT_KEY, undefined)
  keepLastOrderOf(user.id)
  await switchOutboxAccount(user.id)
  if (getCurrentUser()?.user.id === user.id) updateCurrentUser({ user })
  else {
    clearStoredAccountData()
    setCurrentUser({ user, likedIds: [], inCart: 0 })
    if (user.language) void chooseLanguage(user.language).catch(() => {})
  }
}

/**
 * Saves the language in the account, so that it follows the user to other devices
 * (infra/decisions/0024-account-data-on-the-phone.md). A failed request is ignored: this device keeps the language.
 */
export async function saveAccountLanguage(language: Language): Promise<void> {
  const user = await callApi<typeof changeProfile>('PUT /api/auth/user', { body: { language } }).catch(() => undefined)
  if (user) updateCurrentUser({ user })
}

/** Deletes the user's data from this device after a sign-out; unsent orders stay in the outbox if `unsent` is `keep`. */
export async function endLocalSession(unsent: 'keep' | 'delete'): Promise<void> {
  clearPendingVerification()
  setLastOrder(null)
  deleteRecentSearches()
  await switchOutboxAccount(null, unsent)
  resetToGuest()
  // An open form saves its draft for the signed-in user only.
  writeLocal(FORM_DRAFTS_KEY, undefined)
}

/** Ignores a failure: without a database there are no entries, and an unavailable database is switched at the next start. */
async function switchOutboxAccount(...args: Parameters<typeof switchPageOutboxAccount>): Promise<void> {
  await import('../outbox/page-outbox.ts').then((outbox) => outbox.switchPageOutboxAccount(...args)).catch(() => {})
}
