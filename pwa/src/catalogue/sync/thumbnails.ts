import type { Snapshot } from '@tsedra/contract/snapshot'
import { parsePicture } from '@tsedra/contract/picture'
import { waitUntilIdle } from '../../shared/idle.ts'
import { THUMBNAIL_CACHE } from '../../shared/picture-caches.ts'
import { readLocal, writeLocal } from '../../shared/local-storage.ts'
import { createStore } from '../../shared/store.ts'

/** With more products than this nothing is prefetched: only viewed pictures are cached. */
const MAX_PREFETCHED_PRODUCTS = 500
const CONCURRENCY = 3

export interface ThumbnailProgress {
  have: number
  of: number
}

/** Number of thumbnails in the cache and in total; undefined before the first count. */
export const thumbnailProgress = createStore<ThumbnailProgress | undefined>(
  JSON.parse(readLocal('thumbnails') ?? 'null') as ThumbnailProgress | undefined, // written by setProgress below
)

/**
 * Prefetches the thumbnails of all products while the page is idle, those on the screen first, and deletes unused ones from
 * the cache (infra/decisions/0018-local-catalogue.md).
 *
 * Does nothing on metered or slow connections, or without a service worker, which caches and serves the thumbnails.
 *
 * @param isCancelled called before each picture
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
        // The service worker caches the response. When offline, the next check continues.
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

/** Reads the response to its end: an unread one stays in flight, in the service worker too. */
async function fetchFully(path: string): Promise<Response> {
  const response = await fetch(path, { priority: 'low' })
  await response.arrayBuffer()
  return response
}

function setProgress(value: ThumbnailProgress): void {
  thumbnailProgress.set(value)
  writeLocal('thumbnails', JSON.stringify(value))
}

/** Waits until the service worker controls this page: on the first visit it does so only later. */
async function waitForController(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
}

/** Returns the thumbnails without duplicates: logo and hero, then products and categories, those on the screen first. */
export function listThumbnails({ categories, products, shop }: Snapshot, pathname: string): string[] {
  const [, , slug = ''] = pathname.split('/')
  const categoryId =
    categories.find((category) => category.slug === slug)?.id ??
    products.find((product) => product.slug === slug)?.categoryId
  const sorted = products.toSorted((a, b) => Number(b.categoryId === categoryId) - Number(a.categoryId === categoryId))
  const shown = [...listShopPictures(shop), ...[...sorted, ...categories].map(({ imageUrl }) => imageUrl)]
  return [...new Set(shown.flatMap(getThumbnail))]
}

/** Returns all thumbnails of the catalogue, including galleries. */
function listAllThumbnails({ categories, products, shop }: Snapshot): Set<string> {
  const shown = [
    ...listShopPictures(shop),
    ...categories.map(({ imageUrl }) => imageUrl),
    ...products.flatMap(({ imageUrl, galleryImages }) => [imageUrl, ...galleryImages]),
  ]
  return new Set(shown.flatMap(getThumbnail))
}

const listShopPictures = (shop: Snapshot['shop']) => [shop?.logo, shop?.heroPicture]

const getThumbnail = (imageUrl: string | null | undefined): string[] => {
  const thumbnail = imageUrl && parsePicture(imageUrl)?.thumbnail
  return thumbnail ? [thumbnail] : []
}

/** Returns whether the user saves data or the connection is slow, where the browser reports it. */
function isMeteredConnection(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection !== undefined && (connection.saveData || connection.effectiveType.endsWith('2g'))
}
