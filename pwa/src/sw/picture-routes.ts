import { CacheableResponsePlugin } from 'workbox-cacheable-response'
import { ExpirationPlugin } from 'workbox-expiration'
import { registerRoute } from 'workbox-routing'
import { CacheFirst } from 'workbox-strategies'
import { LARGE_PICTURE_CACHE, THUMBNAIL_CACHE } from '../shared/picture-caches.ts'
import { isPicture, isThumbnail, getRenditions } from './request-paths.ts'

const DAY_S = 24 * 3600

/** Caches images only: a captive portal responds 200 with an HTML page. */
const imageOnlyPlugin = {
  cacheWillUpdate: ({ response }: { response: Response }) =>
    Promise.resolve(response.headers.get('content-type')?.startsWith('image/') ? response : null),
}

/** Serves the largest cached rendition of a picture that could not be fetched. */
const renditionFallbackPlugin = {
  async handlerDidError({ request }: { request: Request }) {
    for (const rendition of getRenditions(new URL(request.url).pathname)) {
      const cached = await caches.match(rendition)
      if (cached) return cached
    }
    return undefined
  },
}

/** Serves pictures cache first: a name contains the hash of its file (infra/decisions/0007-pictures.md). */
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
