import { takeOver } from '../take-over.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * The worker that takes itself away: a build with RETIRE_WORKER=1 serves it in the other one's place
 * (infra/decisions/0017-service-worker.md). Open pages stay as they are, and what waits to be sent stays in its database.
 */
self.addEventListener('install', (event) => event.waitUntil(takeOver()))

self.addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await self.registration.unregister()
}
