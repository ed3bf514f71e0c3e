declare const self: ServiceWorkerGlobalScope

const AGAIN_MS = 1_000

/**
 * Takes the place of the worker before. Chromium gives that up for good when a page asks the old one for something at that
 * very moment (infra/decisions/0017-service-worker.md), so it is asked again until it is done.
 */
export async function takeOver(): Promise<void> {
  const again = setInterval(() => {
    const isOver = !self.registration.installing && !self.registration.waiting
    if (isOver) clearInterval(again)
    else void self.skipWaiting()
  }, AGAIN_MS)
  await self.skipWaiting()
}
