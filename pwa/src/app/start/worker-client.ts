import type { WorkerMessage } from '../../shared/worker-messages.ts'

const RESPONSE_TIMEOUT_MS = 1_000

/** Returns the number of open windows as the service worker counts them; infinity when it does not respond in time. */
export function countWindows(worker: ServiceWorker): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), RESPONSE_TIMEOUT_MS)
    port1.onmessage = ({ data }: MessageEvent<number>) => {
      clearTimeout(timer)
      resolve(data)
    }
    postToWorker(worker, { type: 'COUNT_WINDOWS' }, [port2])
  })
}

export function postToWorker(worker: ServiceWorker, message: WorkerMessage, ports: Transferable[] = []): void {
  worker.postMessage(message, ports)
}
