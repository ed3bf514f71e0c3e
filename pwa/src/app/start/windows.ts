import type { Said } from '../../shared/worker-messages.ts'

const PATIENCE_MS = 1_000

/** How many windows of the shop there are, as the worker counts them; infinitely many when it does not answer. */
export function countWindows(worker: ServiceWorker): Promise<number> {
  const { port1, port2 } = new MessageChannel()
  return new Promise((resolve) => {
    const timer = setTimeout(() => resolve(Number.POSITIVE_INFINITY), PATIENCE_MS)
    port1.onmessage = ({ data }: MessageEvent<number>) => {
      clearTimeout(timer)
      resolve(data)
    }
    tell(worker, { type: 'COUNT_WINDOWS' }, [port2])
  })
}

export function tell(worker: ServiceWorker, said: Said, ports: Transferable[] = []): void {
  worker.postMessage(said, ports)
}
