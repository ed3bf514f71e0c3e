import type { PrecacheEntry } from 'workbox-precaching'

/** The connection limit of browsers for a host without HTTP/2; Chromium runs three requests of a worker at a time. */
const CONCURRENCY = 6

/** Rejects responses with the wrong content type: an HTML page cached in place of a script would stay in the shell. */
export const contentTypePlugin = {
  cacheWillUpdate: ({ request, response }: { request: Request; response: Response }) => {
    const isPage = response.headers.get('content-type')?.startsWith('text/html') ?? false
    const wantsPage = new URL(request.url).pathname.endsWith('.html')
    return Promise.resolve(response.status === 200 && isPage === wantsPage ? response : null)
  },
}

/** A file of the shell and its key in Workbox's cache, which includes the revision if there is one. */
export interface ShellFile extends PrecacheEntry {
  cacheKey: string
}

/**
 * Fetches the shell's files concurrently into Workbox's precache. Workbox fetches them one after the other, which costs a
 * round trip each. It retries the files that fail here.
 */
export async function prefetchShell(shell: readonly PrecacheEntry[], cacheName: string): Promise<void> {
  // Workbox fetches revisioned files itself: it stores them under another key and bypasses the HTTP cache.
  const hashed = shell.filter(({ revision }) => !revision).map((entry) => ({ ...entry, cacheKey: entry.url }))
  const cache = await caches.open(cacheName)
  await fetchInto(cache, await findMissing(cache, hashed))
}

/** Returns the files that are not in the cache. */
export async function findMissing(cache: Cache, files: readonly ShellFile[]): Promise<ShellFile[]> {
  const matches = await Promise.all(files.map(({ cacheKey }) => cache.match(cacheKey)))
  return files.filter((_, index) => !matches[index])
}

/**
 * Fetches files of this build's shell that the browser has evicted, each once. The page is stored only if its content has
 * this build's revision: the server may hold a later build by now, whose files are not in this shell.
 */
export async function repairShell(cache: Cache, missing: readonly ShellFile[]): Promise<void> {
  await fetchInto(cache, missing, async ({ url, revision }, response) => {
    // mutation test: shell-one-revision
    if (!revision || !url.endsWith('.html')) return true
    const hash = await crypto.subtle.digest('SHA-256', await response.clone().arrayBuffer())
    return Array.from(new Uint8Array(hash), (byte) => byte.toString(16).padStart(2, '0'))
      .join('')
      .startsWith(revision)
  })
}

async function fetchInto(
  cache: Cache,
  files: readonly ShellFile[],
  isValid: (file: ShellFile, response: Response) => Promise<boolean> = async () => true,
): Promise<void> {
  const queue = files.values()
  const worker = async () => {
    for (const file of queue) await fetchOne(file).catch(() => {})
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, worker))

  async function fetchOne(file: ShellFile): Promise<void> {
    const request = new Request(file.url, { cache: file.revision ? 'reload' : 'default' })
    const response = await contentTypePlugin.cacheWillUpdate({ request, response: await fetch(request) })
    if (response && (await isValid(file, response))) await cache.put(file.cacheKey, response)
  }
}
