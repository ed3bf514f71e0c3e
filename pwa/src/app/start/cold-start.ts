import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { countWindows, postToWorker } from './worker-client.ts'

const TAKEOVER_TIMEOUT_MS = 3_000

/** A new build waits to take over; the next start of the shop may let it. */
export const setUpdateWaiting = (isWaiting: boolean): void => writeLocal('update', isWaiting ? 'waits' : undefined)

/**
 * Nothing is on the screen yet and no other window is open: a build that waits takes over now, and nobody is asked.
 *
 * @returns true when the page is about to be loaded anew
 */
export async function updateBeforeStart(): Promise<boolean> {
  // Asking the browser would cost every start some milliseconds.
  if (!readLocal('update') || !navigator.serviceWorker?.controller) return false
  const waitingWorker = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waitingWorker) setUpdateWaiting(false)
  if (!waitingWorker || (await countWindows(waitingWorker)) !== 1) return false
  const takeover = new Promise<boolean>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), TAKEOVER_TIMEOUT_MS)
  })
  postToWorker(waitingWorker, { type: 'SKIP_WAITING' })
  const isTaken = await takeover
  // Not before: a start that is left at once leaves it to the next one. No start waits in vain twice.
  setUpdateWaiting(false)
  if (isTaken) location.reload()
  return isTaken
}
