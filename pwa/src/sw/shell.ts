import type { PrecacheEntry } from 'workbox-precaching'

/** As many as a browser has connections to a server without HTTP/2; the page has its own files by then. */
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
 * Fetches several files of the shell at a time into the browser's own cache, where Workbox finds them: it asks for one after
 * the other, and over a phone network each would cost a round trip. What fails here is asked for again there.
 */
export async function fetchAhead(shell: readonly PrecacheEntry[]): Promise<void> {
  // What has a revision is asked for past that cache.
  const left = shell.filter(({ revision }) => !revision).map(({ url }) => url)
  const fetchOn = async () => {
    for (let url = left.shift(); url; url = left.shift())
      if (!(await caches.match(url)))
        await fetch(url)
          .then((answer) => answer.arrayBuffer())
          .catch(() => {})
  }
  await Promise.all(Array.from({ length: AT_ONCE }, fetchOn))
}
