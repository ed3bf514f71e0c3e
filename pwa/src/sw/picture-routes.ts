import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { LARGE_PICTURE_CACHE, THUMBNAIL_CACHE } from '../shared/picture-caches.ts'
import { isPicture, isThumbnail, getRenditions } from './request-paths.ts'

const DAY_S = 24 * 3600

/** A portal answers 200 with a page of its own. */
const imageOnlyPlugin = {
  cacheWillUpdate: ({ response }: { response: Response }) =>
    Promise.resolve(response.headers.get('content-type')?.startsWith('image/') ? response : null),
}

/** A picture that was never seen in this size is shown in the largest size that is on the phone. */
const renditionFallbackPlugin = {
  async handlerDidError({ request }: { request: Request }) {
    for (const rendition of getRenditions(new URL(request.url).pathname)) {
      const cached = await caches.match(rendition)
      if (cached) return cached
    }
    return undefined
  },
}

/** Pictures are named after what they show: one that is here is the right one (infra/decisions/0007-pictures.md). */
export function registerPictureRoutes(): void {
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && isThumbnail(url.pathname),
    new CacheFirst({ cacheName: THUMBNAIL_CACHE, plugins: createPlugins(4_000, 180) }),
  )
  registerRoute(
    ({ sameOrigin, url }) => sameOrigin && isPicture(url.pathname),
    new CacheFirst({ cacheName: LARGE_PICTURE_CACHE, plugins: [...createPlugins(80, 30), renditionFallbackPlugin] }),
  )
}

function createPlugins(maxEntries: number, days: number) {
  return [
    new CacheableResponsePlugin({ statuses: [200] }),
    imageOnlyPlugin,
    new ExpirationPlugin({ maxEntries, maxAgeSeconds: days * DAY_S, purgeOnQuotaError: true }),
  ]
}
