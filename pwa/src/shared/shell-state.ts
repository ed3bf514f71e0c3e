import { createStore } from './store.ts'
import type { WorkerMessage, ShellState } from './worker-messages.ts'

/** The cached files of the app shell as the service worker reported them; undefined until it has responded. */
const shellStore = createStore<ShellState | undefined>(undefined)
export const useShellState = shellStore.use
export const getShellState = shellStore.get

/** Requests the state of the shell cache from the service worker, which fetches missing files (pwa/src/sw/sw.ts). */
export function checkShell(): void {
  // Absent on insecure pages.
  const container = navigator.serviceWorker as ServiceWorkerContainer | undefined
  const { port1, port2 } = new MessageChannel()
  port1.onmessage = ({ data }: MessageEvent<ShellState>) => shellStore.set(data)
  container?.controller?.postMessage({ type: 'CHECK_SHELL' } satisfies WorkerMessage, [port2])
}
