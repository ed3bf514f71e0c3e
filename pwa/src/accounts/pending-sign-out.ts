import type { logout } from '@tsedra/contract/accounts'
import { callApi } from '../shared/api.ts'
import { completeSignOut } from '../shared/complete-sign-out.ts'
import { SIGN_OUT_KEY } from '../shared/sign-out-pending.ts'
import { endLocalSession } from './session.ts'
import { getCurrentUser } from '../session/current-user.ts'
import { readLocal, writeLocal } from '../shared/local-storage.ts'

/** Backoff of the first retry, in ms; it doubles with each retry up to `MAX_RETRY_MS`. */
const MIN_RETRY_MS = 5_000
const MAX_RETRY_MS = 5 * 60_000

/** Marks this browser as signed out; `finishSignOut` ends the session at the server. */
export const beginSignOut = (unsent: 'keep' | 'delete'): void => writeLocal(SIGN_OUT_KEY, unsent)

/** Returns whether unsent orders are kept or deleted, if this browser has a sign-out that the server has not confirmed. */
export const getPendingSignOut = (): 'keep' | 'delete' | undefined => {
  const unsent = readLocal(SIGN_OUT_KEY)
  if (!unsent) return undefined
  return unsent === 'delete' ? 'delete' : 'keep'
}

/**
 * Ends the former session at the server if a sign-out is pending.
 *
 * @throws ApiError, UnreachableError: the sign-out stays pending
 */
export const finishSignOut = (): Promise<void> => completeSignOut(() => callApi<typeof logout>('POST /api/auth/logout'))

let retryDelayMs = MIN_RETRY_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** Finishes a pending sign-out in the background and retries without a limit. */
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

/** Finishes a pending sign-out: now, when the network returns and when the page becomes visible. */
export function resumeSignOut(): void {
  const onVisible = () => document.visibilityState === 'visible' && finishSignOutInBackground()
  addEventListener('online', finishSignOutInBackground)
  document.addEventListener('visibilitychange', onVisible)
  // The page was closed before the local clean-up.
  const unsent = getCurrentUser() && getPendingSignOut()
  if (unsent) void endLocalSession(unsent).then(finishSignOutInBackground)
  else finishSignOutInBackground()
}
