import { cacheNames } from 'workbox-core'
import {
  addPlugins,
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  getCacheKeyForURL,
  type PrecacheEntry,
  precacheAndRoute,
} from 'workbox-precaching'
import { NavigationRoute, registerRoute } from 'workbox-routing'
import type { WorkerMessage, ShellState } from '../shared/worker-messages.ts'
import { nonPagePatterns } from './request-paths.ts'
import { flushInBackground, sendPendingOrders } from './background-sync.ts'
import { registerPictureRoutes } from './picture-routes.ts'
import { prefetchShell, findMissing, contentTypePlugin, repairShell, type ShellFile } from './shell.ts'
import { takeOver } from './take-over.ts'

/** The service worker: offline shell and background sync of the outbox (infra/decisions/0017-service-worker.md). */
declare const self: ServiceWorkerGlobalScope

/** Missing in TypeScript's types: static routes (w3c.github.io/ServiceWorker, section 4.10) and Background Sync. */
interface InstallEvent extends ExtendableEvent {
  addRoutes?(route: { condition: { urlPattern: string }; source: 'network' }): Promise<void>
}
interface SyncEvent extends ExtendableEvent {
  readonly tag: string
}

const PAGE_URL = 'index.html'
/** Every file of this build's shell, injected by pwa/vite.config.ts. */
const shell = self.__WB_MANIFEST as PrecacheEntry[]
/** The page's revision, which changes with each build of the page. */
const build = shell.find(({ url }) => url === PAGE_URL)?.revision ?? ''

self.addEventListener('install', (event) => {
  // API calls are never served here: with static routes they do not wait for this worker to start.
  void (event as InstallEvent).addRoutes?.({ condition: { urlPattern: '/api/*' }, source: 'network' })
  event.waitUntil(prefetchShell(shell, cacheNames.precache))
})
addPlugins([contentTypePlugin])
precacheAndRoute(shell, { ignoreURLParametersMatching: [/^utm_/, /^fbclid$/, /^src$/] })
cleanupOutdatedCaches()
registerRoute(new NavigationRoute(createHandlerBoundToURL(PAGE_URL), { denylist: nonPagePatterns }))
registerPictureRoutes()

// The first worker controls open pages at once; a later one waits until a page sends SKIP_WAITING.
self.addEventListener('activate', (event) => event.waitUntil(self.clients.claim()))

self.addEventListener('message', (event) => {
  const message = event.data as WorkerMessage
  if (message.type === 'SKIP_WAITING') event.waitUntil(takeOver())
  if (message.type === 'CLAIM') event.waitUntil(self.clients.claim())
  if (message.type === 'FLUSH') event.waitUntil(flushInBackground(build))
  if (message.type === 'CHECK_SHELL') event.waitUntil(checkShell((state) => event.ports[0]?.postMessage(state)))
  if (message.type === 'COUNT_WINDOWS')
    event.waitUntil(countWindows().then((count) => event.ports[0]?.postMessage(count)))
})

self.addEventListener('sync' as 'message', (event: Event) => {
  const sync = event as SyncEvent
  if (sync.tag === 'outbox') sync.waitUntil(sendPendingOrders(build))
})

self.addEventListener('notificationclick', (event) => {
  event.notification.close()
  event.waitUntil(focusOrOpen(String(event.notification.data)))
})

let repairing: Promise<void> | undefined

/**
 * Reports how much of the shell is in the cache, fetches what the browser has evicted, and reports again. One repair at a
 * time. A file that the server no longer has belongs to a former build: then the browser checks for an update.
 */
async function checkShell(report: (state: ShellState) => void): Promise<void> {
  const cache = await caches.open(cacheNames.precache)
  const files: ShellFile[] = shell.map((entry) => ({ ...entry, cacheKey: getCacheKeyForURL(entry.url) ?? entry.url }))
  const missing = await findMissing(cache, files)
  report({ missing: missing.length, total: files.length })
  if (missing.length === 0 || !navigator.onLine) return
  repairing ??= repairShell(cache, missing).finally(() => (repairing = undefined))
  await repairing
  const stillMissing = await findMissing(cache, files)
  report({ missing: stillMissing.length, total: files.length })
  if (stillMissing.length > 0) await self.registration.update()
}

async function countWindows(): Promise<number> {
  return (await self.clients.matchAll({ type: 'window', includeUncontrolled: true })).length
}

/** Focuses a tab that shows the path, else opens a new one: navigating an open tab could lose a half-filled form. */
async function focusOrOpen(path: string): Promise<void> {
  const windows = await self.clients.matchAll({ type: 'window' })
  const existing = windows.find(({ url }) => new URL(url).pathname === path)
  await (existing ? existing.focus() : self.clients.openWindow(path))
}
