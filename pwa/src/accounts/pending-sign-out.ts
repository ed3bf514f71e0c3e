import type { logout } from '@tsedra/contract/accounts'
import { call } from '../shared/api.ts'
import { isSignOutPending, SIGN_OUT } from '../shared/sign-out-pending.ts'
import { leave } from './session.ts'
import { currentPerson } from './person.ts'
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
 * Ends the former session at the server, if that is still to be done. One tab at a time: an answer that arrived after
 * somebody has signed in would take the new session's cookie away.
 *
 * @throws ApiRefusal, Unreachable: then it is still to be done
 */
export async function finishSignOut(): Promise<void> {
  if (!isSignOutPending()) return
  // Absent on insecure pages and in old browsers.
  const locks = navigator.locks as LockManager | undefined
  await (locks
    ? locks.request('tsedra.sign-out', finish)
    : (finishing ??= finish().finally(() => (finishing = undefined))))
}

let finishing: Promise<void> | undefined

async function finish(): Promise<void> {
  // Another tab may have done it meanwhile.
  if (!isSignOutPending()) return
  await call<typeof logout>('POST /api/auth/logout')
  remember(SIGN_OUT, undefined)
}

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
