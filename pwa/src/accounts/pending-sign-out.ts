import type { logout } from '@tsedra/contract/accounts'
import { callApi } from '../shared/api.ts'
import { completeSignOut } from '../shared/complete-sign-out.ts'
import { SIGN_OUT_KEY } from '../shared/sign-out-pending.ts'
import { endLocalSession } from './session.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'

/** Milliseconds until the next try; each one after it waits twice as long. */
const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

/** This browser is signed out from now on; the server is told as soon as it can be reached. */
export const beginSignOut = (unsent: 'keep' | 'delete'): void => writeLocal(SIGN_OUT_KEY, unsent)

/** Returns what becomes of unsent requests, if a sign-out has begun in this browser and the server has not confirmed it. */
export const getPendingSignOut = (): 'keep' | 'delete' | undefined => {
  const unsent = readLocal(SIGN_OUT_KEY)
  if (!unsent) return undefined
  return unsent === 'delete' ? 'delete' : 'keep'
}

/**
 * Ends the former session at the server, if that is still to be done.
 *
 * @throws ApiRefusal, Unreachable: the sign-out stays pending then
 */
export const finishSignOut = (): Promise<void> => completeSignOut(() => callApi<typeof logout>('POST /api/auth/logout'))

let retryDelayMs = MIN_RETRY_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** Finishes a sign-out in the background, however often that takes. */
export function finishSignOutInBackground(): void {
  clearTimeout(timer)
  finishSignOut().then(
    () => (retryDelayMs = MIN_RETRY_MS),
    () => {
      timer = setTimeout(finishSignOutInBackground, retryDelayMs)
      retryDelayMs = Math.min(2 * retryDelayMs, MAX_RETRY_MS)
    },
  )
}

/** Finishes what is left of a sign-out: now, when the network is back, and when the page is seen again. */
export function resumeSignOut(): void {
  const onVisible = () => document.visibilityState === 'visible' && finishSignOutInBackground()
  addEventListener('online', finishSignOutInBackground)
  document.addEventListener('visibilitychange', onVisible)
  // The page was closed in the middle of it.
  const unsent = getCurrentUser() && getPendingSignOut()
  if (unsent) void endLocalSession(unsent).then(finishSignOutInBackground)
  else finishSignOutInBackground()
}
