import { takeOver } from '../take-over.ts'

declare const self: ServiceWorkerGlobalScope

/**
 * Unregisters itself: a build with RETIRE_WORKER=1 serves this worker in place of the other one
 * (infra/decisions/0017-service-worker.md). Open pages stay as they are, and the outbox database is not touched.
 */
self.addEventListener('install', (event) => event.waitUntil(takeOver()))

self.addEventListener('activate', (event) => event.waitUntil(retire()))

async function retire(): Promise<void> {
  await Promise.all((await caches.keys()).map((name) => caches.delete(name)))
  await self.registration.unregister()
}
