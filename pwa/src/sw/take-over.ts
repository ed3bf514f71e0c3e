declare const self: ServiceWorkerGlobalScope

const RETRY_INTERVAL_MS = 1_000

/**
 * Activates this worker in place of the former one. Chromium drops `skipWaiting` for good when a page fetches through the
 * former worker at that moment (infra/decisions/0017-service-worker.md), so it is retried until it has succeeded.
 */
export async function takeOver(): Promise<void> {
  const timer = setInterval(() => {
    const isDone = !self.registration.installing && !self.registration.waiting
    if (isDone) clearInterval(timer)
    else void self.skipWaiting()
  }, RETRY_INTERVAL_MS)
  await self.skipWaiting()
}
