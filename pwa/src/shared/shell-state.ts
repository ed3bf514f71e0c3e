import { createStore } from './store.ts'
import type { Said, ShellState } from './worker-messages.ts'

/** The cached files of the app shell as the service worker reported them; undefined until it has answered. */
const state = createStore<ShellState | undefined>(undefined)
export const useShellState = state.use
export const currentShellState = state.get

/** Asks the service worker which files of the shell are in its cache; it fetches what is missing (pwa/src/sw/sw.ts). */
export function checkShell(): void {
  // Absent on insecure pages.
  const workers = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<ShellState>) => state.set(data)
  workers?.controller?.postMessage({ type: 'CHECK_SHELL' } satisfies Said, [port2])
}
