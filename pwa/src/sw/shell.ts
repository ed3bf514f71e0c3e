import type { PrecacheEntry } from 'workbox-precaching'

/** As many as a browser has connections to a server without HTTP/2; Chromium sends three at a time of a worker's. */
const AT_ONCE = 6

/** Takes into the shell only what the server called by its right name: a page in the place of a script would stay there. */
export const onlyWhatItSays = {
  cacheWillUpdate: ({ request, response }: { request: Request; response: Response }) => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const wantsPage = new URL(request.url).pathname.endsWith('.html')
    return Promise.resolve(response.status === 200 && isPage === wantsPage ? response : null)
  },
}

/**
 * Fetches several files of the shell at a time into the cache where Workbox keeps them: it asks for one after the other, and over a
 * phone network each would cost a round trip. What fails here is asked for again there.
 */
export async function fetchAhead(shell: readonly PrecacheEntry[], cacheName: string): Promise<void> {
  const kept = await caches.open(cacheName)
  // What has a revision is kept under another name, and asked for past the browser's own cache.
  const left = shell.filter(({ revision }) => !revision).map(({ url }) => url)
  const fetchOn = async () => {
    for (let url = left.shift(); url; url = left.shift()) {
      if (!(await kept.match(url))) await take(new Request(url), kept).catch(() => {})
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn))
}

async function take(request: Request, kept: Cache): Promise<void> {
  const response = await onlyWhatItSays.cacheWillUpdate({ request, response: await fetch(request) })
  if (response) await kept.put(request, response)
}
