import { isSignOutPending, SIGN_OUT_KEY } from './sign-out-pending.ts'
import { writeLocal } from './local-storage.ts'

/**
 * Ends the former session at the server, if that is still to be done. One tab at a time: a response that arrives after
 * a new sign-in would delete the new session's cookie.
 *
 * @param logout ends the session at the server
 * @throws what `logout` throws: the sign-out stays pending then
 */
export async function completeSignOut(logout: () => Promise<unknown>): Promise<void> {
  if (!isSignOutPending()) return
  // Absent on insecure pages and in old browsers.
  const locks = navigator.locks as LockManager | undefined
  await (locks
    ? locks.request('tsedra.sign-out', () => endServerSession(logout))
    : (pendingCompletion ??= endServerSession(logout).finally(() => (pendingCompletion = undefined))))
}

let pendingCompletion: Promise<void> | undefined

async function endServerSession(logout: () => Promise<unknown>): Promise<void> {
  // Another tab may have finished it while this one waited for the lock.
  if (!isSignOutPending()) return
  await logout()
  writeLocal(SIGN_OUT_KEY, undefined)
}
