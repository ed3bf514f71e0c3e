import type { currentUser, User } from '@tsedra/contract/accounts'
import type { Language } from '@tsedra/contract/language'
import type { changeProfile } from '@tsedra/contract/settings'
import { call } from '../shared/api.ts'
import type { handPageOutboxTo } from '../outbox/page-outbox.ts'
import { chooseLanguage } from '../shared/i18n/language.ts'
import { recall, remember } from '../shared/remembered.ts'
import { isSignOutPending, SIGN_OUT } from '../shared/sign-out-pending.ts'
import { becomeGuest, forgetMine, isSignedOut } from '../session/mine.ts'
import { clearPending } from './pending-verification.ts'
import { changePerson, currentPerson, setPerson } from '../session/person.ts'

const ELSEWHERE = 'signingIn'

/** This page is about to go away: what it still hears says nothing about whoever comes back. */
let hasLeft = false

/** Whoever signs in with somebody else's help comes back on a page that knows nothing of it. */
export function leaveToSignIn(): void {
  hasLeft = true
  remember(ELSEWHERE, 'elsewhere')
}

/** Guests who never signed in here are not asked about: a 401 on every visit helps nobody. */
export const mayBeSignedIn = (): boolean => currentPerson() !== null || recall(ELSEWHERE) !== undefined

/**
 * Asks who is signed in, once. Nobody: this phone is a guest's from then on. No answer: who was known stays known.
 *
 * @returns the user; null when nobody is signed in, undefined when the shop does not answer
 */
export async function askWhoIsSignedIn(): Promise<User | null | undefined> {
  const before = currentPerson()
  try {
    const user = await call<typeof currentUser>('GET /api/auth/user')
    // Somebody has signed out while the answer was on its way.
    if (isSignOutPending() || (before && !currentPerson())) return null
    // The account was changed here in the meantime, and the answer may be older than that.
    if (before?.user !== currentPerson()?.user) return await askWhoIsSignedIn()
    clearPending()
    if (currentPerson()?.user.id === user.id) changePerson({ user })
    else await welcome(user)
    return user
  } catch (error) {
    if (!isSignedOut(error)) return undefined
    if (!hasLeft) remember(ELSEWHERE, undefined)
    if (currentPerson()) becomeGuest()
    return null
  }
}

/** Somebody has just signed in, however: the phone is theirs from now on, and what waited for them goes. */
export async function welcome(user: User): Promise<void> {
  clearPending()
  remember(ELSEWHERE, undefined)
  // The server has ended the session that this browser had before.
  remember(SIGN_OUT, undefined)
  await handOutboxTo(user.id)
  if (currentPerson()?.user.id === user.id) changePerson({ user })
  else {
    forgetMine()
    setPerson({ user, likedIds: [], inCart: 0 })
    if (user.language) void chooseLanguage(user.language).catch(() => {})
  }
}

/**
 * The choice of a language goes with the account (infra/decisions/0024-people-on-the-phone.md). Without an answer it
 * stays this device's: nobody is kept waiting for it.
 */
export async function tellLanguage(language: Language): Promise<void> {
  const user = await call<typeof changeProfile>('PUT /api/auth/user', { body: { language } }).catch(() => undefined)
  if (user) changePerson({ user })
}

/** The session has been ended on purpose: nothing of the person stays here but what is kept for them in the outbox. */
export async function leave(unsent: 'keep' | 'delete'): Promise<void> {
  clearPending()
  await handOutboxTo(null, unsent)
  becomeGuest()
}

/** A browser without a database keeps no requests, and one that cannot be asked now is asked at the next start. */
async function handOutboxTo(...to: Parameters<typeof handPageOutboxTo>): Promise<void> {
  await import('../outbox/page-outbox.ts').then((outbox) => outbox.handPageOutboxTo(...to)).catch(() => {})
}
