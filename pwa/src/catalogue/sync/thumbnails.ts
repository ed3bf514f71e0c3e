import type { Snapshot } from '@tsedra/contract/catalogue'
import { pictureOf } from '@tsedra/contract/picture'
import { idle } from '../../shared/idle.ts'
import { THUMBNAIL_CACHE } from '../../shared/picture-caches.ts'
import { recall, remember } from '../../shared/remembered.ts'
import { createStore } from '../../shared/store.ts'

/** Above this many products only those that were looked at have their picture on the phone. */
const ALL_UP_TO = 500
const AT_ONCE = 3

export interface Progress {
  have: number
  of: number
}

/** How many of the pictures that should be on this device are; undefined until that was looked at for the first time. */
export const progress = createStore<Progress | undefined>(
  JSON.parse(recall('thumbnails') ?? 'null') as Progress | undefined, // our own words, below
)

/**
 * Brings the smallest picture of every product to this device while the page stands still, what is on the screen first, and
 * lets those go that no product has any more (infra/decisions/0018-local-catalogue.md).
 *
 * Not where data is dear or slow, and not without a service worker: it keeps them and would show them.
 *
 * @param isOver asked before each picture
 */
export async function keepThumbnails(snapshot: Snapshot, isOver: () => boolean): Promise<void> {
  if (!globalThis.caches || !navigator.serviceWorker) return
  await controlled()
  const wanted = wantedThumbnails(snapshot, location.pathname)
  const cache = await caches.open(THUMBNAIL_CACHE)
  const kept = await cachedPaths(cache)
  const shown = everyThumbnail(snapshot)
  for (const path of kept) if (!shown.has(path)) await cache.delete(path)

  const missing = wanted.filter((path) => !kept.has(path))
  let have = wanted.length - missing.length
  tell({ have, of: wanted.length })
  if (snapshot.products.length > ALL_UP_TO || isDear()) return
  const queue = missing.values()
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (const path of queue) {
        await idle()
        if (isOver()) return
        // The service worker puts it away on the way. Without a network the next look goes on.
        const got = await fetchWhole(path).catch(() => undefined)
        if (!got) return
        if (got.ok) tell({ have: (have += 1), of: wanted.length })
      }
    }),
  )
}

/** Counts the pictures that are in the cache now: the browser may have evicted some since the last fetch. */
export async function recount(snapshot: Snapshot): Promise<void> {
  if (!globalThis.caches) return
  const cached = await cachedPaths(await caches.open(THUMBNAIL_CACHE))
  const wanted = wantedThumbnails(snapshot, '/')
  tell({ have: wanted.filter((path) => cached.has(path)).length, of: wanted.length })
}

const cachedPaths = async (cache: Cache): Promise<Set<string>> =>
  new Set((await cache.keys()).map(({ url }) => new URL(url).pathname))

/** An answer that nobody reads to its end stays under way, in the worker too. */
async function fetchWhole(path: string): Promise<Response> {
  const answer = await fetch(path, { priority: 'low' })
  await answer.arrayBuffer()
  return answer
}

function tell(now: Progress): void {
  progress.set(now)
  remember('thumbnails', JSON.stringify(now))
}

/** The service worker answers for this page: at the first visit not from the beginning. */
async function controlled(): Promise<void> {
  const { serviceWorker } = navigator
  if (serviceWorker.controller) return
  await new Promise((done) => serviceWorker.addEventListener('controllerchange', done, { once: true }))
}

/** Of the products, once each; those of the category or the product on the screen first. */
export function wantedThumbnails({ categories, products }: Snapshot, pathname: string): string[] {
  const [, , slug = ''] = pathname.split('/')
  const home =
    categories.find((category) => category.slug === slug)?.id ??
    products.find((product) => product.slug === slug)?.categoryId
  const near = products.toSorted((a, b) => Number(b.categoryId === home) - Number(a.categoryId === home))
  return [...new Set([...near, ...categories].flatMap(({ imageUrl }) => thumbnailOf(imageUrl)))]
}

/** Of everything that the catalogue shows. */
function everyThumbnail({ categories, products }: Snapshot): Set<string> {
  const shown = [
    ...categories.map(({ imageUrl }) => imageUrl),
    ...products.flatMap(({ imageUrl, galleryImages }) => [imageUrl, ...galleryImages]),
  ]
  return new Set(shown.flatMap(thumbnailOf))
}

const thumbnailOf = (imageUrl: string | null): string[] => {
  const thumbnail = imageUrl && pictureOf(imageUrl)?.thumbnail
  return thumbnail ? [thumbnail] : []
}

/** Somebody pays by the megabyte, or waits for each. Not every browser knows. */
function isDear(): boolean {
  const { connection } = navigator as { connection?: { saveData: boolean; effectiveType: string } }
  return connection !== undefined && (connection.saveData || connection.effectiveType.endsWith('2g'))
}
