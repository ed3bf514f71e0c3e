import { createStore } from '../../shared/store.ts'
import type { ShellState } from '../../shared/worker-messages.ts'
import { tell } from '../start/windows.ts'

/** Milliseconds between two checks of a shell that was complete. */
const CHECK_EVERY_MS = 10 * 60_000

/** What the service worker found in its cache; undefined when it has not answered, or does not know the question yet. */
const state = createStore<ShellState | undefined>(undefined)
export const useShellState = state.use

/** Asks the service worker which files of the shell are in its cache; it fetches what is missing (pwa/src/sw/sw.ts). */
export function checkShell(): void {
  // Absent on insecure pages.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  if (!workers?.controller) return
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<ShellState>) => state.set(data)
  tell(workers.controller, { type: 'CHECK_SHELL' }, [port2])
}

/** Checks the shell now, when the network is back and when the page is seen again, but a complete one not too often. */
export function keepChecking(): void {
  let checkedAt = Number.NEGATIVE_INFINITY
  const check = () => {
    const isComplete = state.get()?.missing === 0
    if (document.visibilityState !== 'visible' || (isComplete && performance.now() - checkedAt < CHECK_EVERY_MS)) return
    checkedAt = performance.now()
    checkShell()
  }
  document.addEventListener('visibilitychange', check)
  addEventListener('online', check)
  check()
}
