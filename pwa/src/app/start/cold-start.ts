import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { countWindows, postToWorker } from './worker-client.ts'

const TAKEOVER_TIMEOUT_MS = 3_000

/** Stores whether a new build is waiting to take over, for the next start of the shop. */
export const setUpdateWaiting = (isWaiting: boolean): void => writeLocal('update', isWaiting ? 'waits' : undefined)

/**
 * Activates a waiting build before anything is on the screen, without asking, if no other window is open.
 *
 * @returns true when the page is about to reload
 */
export async function updateBeforeStart(): Promise<boolean> {
  // Reading the registration would cost every start some milliseconds.
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
  // Only now: a start that is closed early leaves the update to the next one. After a timeout no start waits again.
  setUpdateWaiting(false)
  if (isTaken) location.reload()
  return isTaken
}
