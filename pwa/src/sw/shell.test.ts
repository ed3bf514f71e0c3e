import { afterEach, expect, test, vi } from 'vitest'
import { fetchAhead } from './shell.ts'

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

const entries = (...urls: string[]) => urls.map((url) => ({ url, revision: null }))

/** Addresses as they are in the manifest: there is no page here that they would be relative to. */
function cacheWith(...kept: string[]): string[] {
  vi.stubGlobal(
    'Request',
    class {
      readonly url: string
      readonly address: string
      constructor(address: string) {
        this.address = address
        this.url = `https://tsedra.test/${address}`
      }
    },
  )
  const match = async (url: string) => (kept.includes(url) ? new Response() : undefined)
  vi.stubGlobal('caches', { open: async () => ({ match, put: async ({ address }: Asked) => void kept.push(address) }) })
  return kept
}

interface Asked {
  address: string
}

function answerWith(answer: (url: string) => Response) {
  const asked: string[] = []
  let [underWay, most] = [0, 0]
  vi.stubGlobal('fetch', async ({ address }: Asked) => {
    asked.push(address)
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((soon) => setTimeout(soon))
    underWay -= 1
    return answer(address)
  })
  return { asked, most: () => most }
}
