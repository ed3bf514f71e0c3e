declare const self: ServiceWorkerGlobalScope

const RETRY_INTERVAL_MS = 1_000

/**
 * Takes the place of the worker before. Chromium gives that up for good when a page asks the old one for something at that
 * very moment (infra/decisions/0017-service-worker.md), so it is asked again until it is done.
 */
export async function takeOver(): Promise<void> {
  const timer = setInterval(() => {
    const isDone = !self.registration.installing && !self.registration.waiting
    if (isDone) clearInterval(timer)
    else void self.skipWaiting()
  }, RETRY_INTERVAL_MS)
  await self.skipWaiting()
}
