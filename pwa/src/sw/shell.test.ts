import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentRevision } from '../../build/content-revision.ts'
import { prefetchShell, findMissing, repairShell } from './shell.ts'

const page = { headers: { 'content-type': 'text/html' } }

afterEach(() => vi.unstubAllGlobals())

test('prefetch: fetches six files at a time and skips failed, cached and revisioned files', async () => {
  const cachedKeys = stubCache('kept.js')
  const { requested, maxInFlight } = stubFetch((url) => {
    if (url === 'a-0.js') throw new TypeError('no network')
    return new Response('')
  })
  const hashed = Array.from({ length: 20 }, (_, index) => `a-${index}.js`)

  await prefetchShell([{ url: 'index.html', revision: '1' }, ...entries('kept.js', ...hashed)], 'shell')

  expect(requested).toEqual(hashed)
  expect(maxInFlight()).toBe(6)
  expect(cachedKeys.toSorted()).toEqual(['kept.js', ...hashed.slice(1)].toSorted())
})

test('prefetch: stores no HTML page in place of a script', async () => {
  const cachedKeys = stubCache()
  stubFetch((url) => (url === 'portal.js' ? new Response('', page) : new Response('')))

  await prefetchShell(entries('portal.js', 'script.js'), 'shell')

  expect(cachedKeys).toEqual(['script.js'])
})

test('repair: fetches what the cache lacks, past the browser cache where the file has a revision', async () => {
  const cachedKeys = stubCache('kept.js')
  const { requested } = stubFetch((url) => (url === 'index.html' ? new Response('own page', page) : new Response('')))
  const index = file('index.html', contentRevision('own page'))
  const cache = await caches.open('shell')

  const missing = await findMissing(cache, [file('kept.js'), file('gone.js'), index])
  await repairShell(cache, missing)

  expect(requested).toEqual(['gone.js', 'index.html'])
  expect(modes).toEqual(['default', 'reload'])
  expect(cachedKeys).toEqual(['kept.js', 'gone.js', index.cacheKey])
  expect(await findMissing(cache, [file('kept.js'), file('gone.js'), index])).toEqual([])
})

// catches mutation: shell-one-revision
test('repair: stores no file of another revision than its own', async () => {
  const cachedKeys = stubCache()
  stubFetch(() => new Response('a later build', page))
  const cache = await caches.open('shell')

  await repairShell(cache, [file('index.html', contentRevision('own page'))])

  expect(cachedKeys).toEqual([])
})

const file = (url: string, revision: string | null = null) => ({
  url,
  revision,
  cacheKey: revision ? `${url}?__WB_REVISION__=${revision}` : url,
})

const entries = (...urls: string[]) => urls.map((url) => ({ url, revision: null }))

/** Stubs the cache and `Request`, with URLs as in the manifest: there is no page to resolve them against. */
function stubCache(...cachedKeys: string[]): string[] {
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string
      readonly manifestUrl: string
      readonly cache: string
      constructor(manifestUrl: string, { cache }: { cache: string }) {
        this.manifestUrl = manifestUrl
        this.cache = cache
        this.url = `https://tsedra.test/${manifestUrl}`
      }
    },
  )
  const match = async (url: string) => (cachedKeys.includes(url) ? new Response() : undefined)
  vi.stubGlobal('caches', { open: async () => ({ match, put: async (key: string) => void cachedKeys.push(key) }) })
  return cachedKeys
}

interface FakeRequest {
  manifestUrl: string
  cache: string
}

const modes: string[] = []
beforeEach(() => void (modes.length = 0))

function stubFetch(respond: (url: string) => Response) {
  const requested: string[] = []
  let [inFlight, maxInFlight] = [0, 0]
  vi.stubGlobal('fetch', async ({ manifestUrl, cache }: FakeRequest) => {
    requested.push(manifestUrl)
    modes.push(cache)
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await new Promise((resolve) => setTimeout(resolve))
    inFlight -= 1
    return respond(manifestUrl)
  })
  return { requested, maxInFlight: () => maxInFlight }
}
