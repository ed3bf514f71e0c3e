import { recall, remember } from '../../shared/remembered.ts'
import { countWindows, tell } from './windows.ts'

const PATIENCE_MS = 3_000

/** A new build waits to take over; the next start of the shop may let it. */
export const rememberWaiting = (waits: boolean): void => remember('update', waits ? 'waits' : undefined)

/**
 * Nothing is on the screen yet and no other window is open: a build that waits takes over now, and nobody is asked.
 *
 * @returns true when the page is about to be loaded anew
 */
export async function updateBeforeStart(): Promise<boolean> {
  // Asking the browser would cost every start some milliseconds.
  if (!recall('update') || !navigator.serviceWorker?.controller) return false
  const waiting = (await navigator.serviceWorker.getRegistration())?.waiting
  if (!waiting) rememberWaiting(false)
  if (!waiting || (await countWindows(waiting)) !== 1) return false
  const taken = new Promise<boolean>((resolve) => {
    navigator.serviceWorker.addEventListener('controllerchange', () => resolve(true), { once: true })
    setTimeout(() => resolve(false), PATIENCE_MS)
  })
  tell(waiting, { type: 'SKIP_WAITING' })
  const isTaken = await taken
  // Not before: a start that is left at once leaves it to the next one. No start waits in vain twice.
  rememberWaiting(false)
  if (isTaken) location.reload()
  return isTaken
}
