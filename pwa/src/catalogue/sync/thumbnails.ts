import type { Snapshot } from '@tsedra/contract/catalogue'
import { parsePicture } from '@tsedra/contract/picture'
import { waitUntilIdle } from '../../shared/idle.ts'
import { THUMBNAIL_CACHE } from '../../shared/picture-caches.ts'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { createStore } from '../../shared/store.ts'

/** Above this many products only those that were looked at have their picture on the phone. */
const MAX_PREFETCHED_PRODUCTS = 500
const CONCURRENCY = 3

export interface ThumbnailProgress {
  have: number
  of: number
}

/** How many of the pictures that should be on this device are; undefined until that was looked at for the first time. */
export const thumbnailProgress = createStore<ThumbnailProgress | undefined>(
  JSON.parse(readLocal('thumbnails') ?? 'null') as ThumbnailProgress | undefined, // our own words, below
)

/**
 * Brings the smallest picture of every product to this device while the page stands still, what is on the screen first, and
 * lets those go that no product has any more (infra/decisions/0018-local-catalogue.md).
 *
 * Not where data is dear or slow, and not without a service worker: it keeps them and would show them.
 *
 * @param isCancelled asked before each picture
 */
export async function syncThumbnails(snapshot: Snapshot, isCancelled: () => boolean): Promise<void> {
  if (!globalThis.caches || !navigator.serviceWorker) return
  await waitForController()
  const expected = listThumbnails(snapshot, location.pathname)
  const cache = await caches.open(THUMBNAIL_CACHE)
  const cached = await getCachedPaths(cache)
  const allThumbnails = listAllThumbnails(snapshot)
  for (const path of cached) if (!allThumbnails.has(path)) await cache.delete(path)

  const missing = expected.filter((path) => !cached.has(path))
  let have = expected.length - missing.length
  setProgress({ have, of: expected.length })
  if (snapshot.products.length > MAX_PREFETCHED_PRODUCTS || isMeteredConnection()) return
  const queue = missing.values()
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      for (const path of queue) {
        await waitUntilIdle()
        if (isCancelled()) return
        // The service worker puts it away on the way. Without a network the next look goes on.
        const response = await fetchFully(path).catch(() => undefined)
        if (!response) return
        if (response.ok) setProgress({ have: (have += 1), of: expected.length })
      }
    }),
  )
}

/** Counts the pictures that are in the cache now: the browser may have evicted some since the last fetch. */
export async function recountThumbnails(snapshot: Snapshot): Promise<void> {
  if (!globalThis.caches) return
  const cached = await getCachedPaths(await caches.open(THUMBNAIL_CACHE))
  const expected = listThumbnails(snapshot, '/')
  setProgress({ have: expected.filter((path) => cached.has(path)).length, of: expected.length })
}

const getCachedPaths = async (cache: Cache): Promise<Set<string>> =>
  new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))

/** An answer that nobody reads to its end stays under way, in the worker too. */
async function fetchFully(path: string): Promise<Response> {
  const response = await fetch(path, { priority: 'low' })
  await response.arrayBuffer()
  return response
}

function setProgress(value: ThumbnailProgress): void {
  thumbnailProgress.set(value)
  writeLocal('thumbnails', JSON.stringify(value))
}

/** The service worker answers for this page: at the first visit not from the beginning. */
async function waitForController(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
}

/** Of the products, once each; those of the category or the product on the screen first. */
export function listThumbnails({ categories, products }: Snapshot, pathname: string): string[] {
  const [, , slug = ''] = pathname.split('/')
  const categoryId =
    categories.find((category) => category.slug === slug)?.id ??
    products.find((product) => product.slug === slug)?.categoryId
  const sorted = products.toSorted((a, b) => Number(b.categoryId === categoryId) - Number(a.categoryId === categoryId))
  return [...new Set([...sorted, ...categories].flatMap(({ imageUrl }) => getThumbnail(imageUrl)))]
}

/** Of everything that the catalogue shows. */
function listAllThumbnails({ categories, products }: Snapshot): Set<string> {
  const shown = [
    ...categories.map(({ imageUrl }) => imageUrl),
    ...products.flatMap(({ imageUrl, galleryImages }) => [imageUrl, ...galleryImages]),
  ]
  return new Set(shown.flatMap(getThumbnail))
}

const getThumbnail = (imageUrl: string | null): string[] => {
  const thumbnail = imageUrl && parsePicture(imageUrl)?.thumbnail
  return thumbnail ? [thumbnail] : []
}

/** Somebody pays by the megabyte, or waits for each. Not every browser knows. */
function isMeteredConnection(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection !== undefined && (connection.saveData || connection.effectiveType.endsWith('2g'))
}
