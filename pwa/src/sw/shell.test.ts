import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { contentRevision } from '../../build/content-revision.ts'
import { fetchAhead, missingFrom, repair } from './shell.ts'

const page = { headers: { 'content-type': 'text/html' } }

afterEach(() => vi.unstubAllGlobals())

test('six files at a time, past one that fails; not what is kept already or has a revision', async () => {
  const kept = cacheWith('kept.js')
  const { asked, most } = answerWith((url) => {
    if (url === 'a-0.js') throw new TypeError('no network')
    return new Response('')
  })
  const hashed = Array.from({ length: 20 }, (_, place) => `a-${place}.js`)

  await fetchAhead([{ url: 'index.html', revision: '1' }, ...entries('kept.js', ...hashed)], 'shell')

  expect(asked).toEqual(hashed)
  expect(most()).toBe(6)
  expect(kept.toSorted()).toEqual(['kept.js', ...hashed.slice(1)].toSorted())
})

test('a page in the place of a script is not taken in', async () => {
  const kept = cacheWith()
  answerWith((url) => (url === 'portal.js' ? new Response('', page) : new Response('')))

  await fetchAhead(entries('portal.js', 'script.js'), 'shell')

  expect(kept).toEqual(['script.js'])
})

test('repair: fetches what the cache lacks, past the browser cache where the file has a revision', async () => {
  const kept = cacheWith('kept.js')
  const { asked } = answerWith((url) => (url === 'index.html' ? new Response('own page', page) : new Response('')))
  const index = file('index.html', contentRevision('own page'))
  const cache = await caches.open('shell')

  const missing = await missingFrom(cache, [file('kept.js'), file('gone.js'), index])
  await repair(cache, missing)

  expect(asked).toEqual(['gone.js', 'index.html'])
  expect(modes).toEqual(['default', 'reload'])
  expect(kept).toEqual(['kept.js', 'gone.js', index.cacheKey])
  expect(await missingFrom(cache, [file('kept.js'), file('gone.js'), index])).toEqual([])
})

// catches mutation: shell-one-revision
test('repair: stores no file of another revision than its own', async () => {
  const kept = cacheWith()
  answerWith(() => new Response('a later build', page))
  const cache = await caches.open('shell')

  await repair(cache, [file('index.html', contentRevision('own page'))])

  expect(kept).toEqual([])
})

const file = (url: string, revision: string | null = null) => ({
  url,
  revision,
  cacheKey: revision ? `${url}?__WB_REVISION__=${revision}` : url,
})

const entries = (...urls: string[]) => urls.map((url) => ({ url, revision: null }))

/** Addresses as they are in the manifest: there is no page here that they would be relative to. */
function cacheWith(...kept: string[]): string[] {
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
  const match = async (url: string) => (kept.includes(url) ? new Response() : undefined)
  vi.stubGlobal('caches', { open: async () => ({ match, put: async (key: string) => void kept.push(key) }) })
  return kept
}

interface Asked {
  address: string
  cache: string
}

const modes: string[] = []
beforeEach(() => void (modes.length = 0))

function answerWith(answer: (url: string) => Response) {
  const asked: string[] = []
  let [underWay, most] = [0, 0]
  vi.stubGlobal('fetch', async ({ address, cache }: Asked) => {
    asked.push(address)
    modes.push(cache)
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((soon) => setTimeout(soon))
    underWay -= 1
    return answer(address)
  })
  return { asked, most: () => most }
}
