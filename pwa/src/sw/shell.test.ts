import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentRevision } from '../../build/content-revision.ts'
import { prefetchShell, findMissing, repairShell } from './shell.ts'

const page = { headers: { 'content-type': 'text/html' } }

afterEach(() => vi.unstubAllGlobals())

test('six files at a time, past one that fails; not what is kept already or has a revision', async () => {
  const kept = stubCache('kept.js')
  const { asked, maxInFlight: most } = stubFetch((url) => {
    if (url === 'a-0.js') throw new TypeError('no network')
    return new Response('')
  })
  const hashed = Array.from({ length: 20 }, (_, place) => `a-${place}.js`)

  await prefetchShell([{ url: 'index.html', revision: '1' }, ...entries('kept.js', ...hashed)], 'shell')

  expect(asked).toEqual(hashed)
  expect(most()).toBe(6)
  expect(kept.toSorted()).toEqual(['kept.js', ...hashed.slice(1)].toSorted())
})

test('a page in the place of a script is not taken in', async () => {
  const kept = stubCache()
  stubFetch((url) => (url === 'portal.js' ? new Response('', page) : new Response('')))

  await prefetchShell(entries('portal.js', 'script.js'), 'shell')

  expect(kept).toEqual(['script.js'])
})

test('repair: fetches what the cache lacks, past the browser cache where the file has a revision', async () => {
  const kept = stubCache('kept.js')
  const { asked } = stubFetch((url) => (url === 'index.html' ? new Response('own page', page) : new Response('')))
  const index = file('index.html', contentRevision('own page'))
  const cache = await caches.open('shell')

  const missing = await findMissing(cache, [file('kept.js'), file('gone.js'), index])
  await repairShell(cache, missing)

  expect(asked).toEqual(['gone.js', 'index.html'])
  expect(modes).toEqual(['default', 'reload'])
  expect(kept).toEqual(['kept.js', 'gone.js', index.cacheKey])
  expect(await findMissing(cache, [file('kept.js'), file('gone.js'), index])).toEqual([])
})

// catches mutation: shell-one-revision
test('repair: stores no file of another revision than its own', async () => {
  const kept = stubCache()
  stubFetch(() => new Response('a later build', page))
  const cache = await caches.open('shell')

  await repairShell(cache, [file('index.html', contentRevision('own page'))])

  expect(kept).toEqual([])
})

const file = (url: string, revision: string | null = null) => ({
  url,
  revision,
  cacheKey: revision ? `${url}?__WB_REVISION__=${revision}` : url,
})

const entries = (...urls: string[]) => urls.map((url) => ({ url, revision: null }))

/** Addresses as they are in the manifest: there is no page here that they would be relative to. */
function stubCache(...cachedKeys: string[]): string[] {
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string
      readonly address: string
      readonly cache: string
      constructor(address: string, { cache }: { cache: string }) {
        this.address = address
        this.cache = cache
        this.url = `https://tsedra.test/${address}`
      }
    },
  )
  const match = async (url: string) => (cachedKeys.includes(url) ? new Response() : undefined)
  vi.stubGlobal('caches', { open: async () => ({ match, put: async (key: string) => void cachedKeys.push(key) }) })
  return cachedKeys
}

interface FakeRequest {
  address: string
  cache: string
}

const modes: string[] = []
beforeEach(() => void (modes.length = 0))

function stubFetch(respond: (url: string) => Response) {
  const requested: string[] = []
  let [inFlight, maxInFlight] = [0, 0]
  vi.stubGlobal('fetch', async ({ address, cache }: FakeRequest) => {
    requested.push(address)
    modes.push(cache)
    inFlight += 1
    maxInFlight = Math.max(maxInFlight, inFlight)
    await new Promise((resolve) => setTimeout(resolve))
    inFlight -= 1
    return respond(address)
  })
  return { asked: requested, maxInFlight: () => maxInFlight }
}
