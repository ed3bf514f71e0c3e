import type { logout } from '@tsedra/contract/accounts'
import { call } from '../shared/api.ts'
import { completeSignOut } from '../shared/complete-sign-out.ts'
import { SIGN_OUT } from '../shared/sign-out-pending.ts'
import { leave } from './session.ts'
import { currentPerson } from '../session/person.ts'
import { recall, remember } from '../shared/remembered.ts'

/** Milliseconds until the next try; each one after it waits twice as long. */
const FIRST_RETRY_MS = 5_000
const LAST_RETRY_MS = 5 * 60_000

/** This browser is signed out from now on; the server is told as soon as it can be reached. */
export const beginSignOut = (unsent: 'keep' | 'delete'): void => remember(SIGN_OUT, unsent)

/** Returns what becomes of unsent requests, if a sign-out has begun in this browser and the server has not confirmed it. */
export const pendingSignOut = (): 'keep' | 'delete' | undefined => {
  const unsent = recall(SIGN_OUT)
  if (!unsent) return undefined
  return unsent === 'delete' ? 'delete' : 'keep'
}

/**
 * Ends the former session at the server, if that is still to be done.
 *
 * @throws ApiRefusal, Unreachable: the sign-out stays pending then
 */
export const finishSignOut = (): Promise<void> => completeSignOut(() => call<typeof logout>('POST /api/auth/logout'))

let waitMs = FIRST_RETRY_MS
let timer: ReturnType<typeof setTimeout> | undefined

/** Finishes a sign-out in the background, however often that takes. */
export function finishSignOutSoon(): void {
  clearTimeout(timer)
  finishSignOut().then(
    () => (waitMs = FIRST_RETRY_MS),
    () => {
      timer = setTimeout(finishSignOutSoon, waitMs)
      waitMs = Math.min(2 * waitMs, LAST_RETRY_MS)
    },
  )
}

/** Finishes what is left of a sign-out: now, when the network is back, and when the page is seen again. */
export function resumeSignOut(): void {
  const seen = () => document.visibilityState === 'visible' && finishSignOutSoon()
  addEventListener('online', finishSignOutSoon)
  document.addEventListener('visibilitychange', seen)
  // The page was closed in the middle of it.
  const unsent = currentPerson() && pendingSignOut()
  if (unsent) void leave(unsent).then(finishSignOutSoon)
  else finishSignOutSoon()
}
