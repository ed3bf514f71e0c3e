import type { WorkerMessage } from '../../shared/worker-messages.ts'

const RESPONSE_TIMEOUT_MS = 1_000

/** How many windows of the shop there are, as the worker counts them; infinitely many when it does not answer. */
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
