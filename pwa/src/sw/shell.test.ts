import { expect, test, vi } from 'vitest'
import { fetchAhead } from './shell.ts'

test('six files at a time, past one that fails; not what is kept already or has a revision', async () => {
  const asked: string[] = []
  let [underWay, most] = [0, 0]
  vi.stubGlobal('caches', { match: async (url: string) => (url === 'kept.js' ? new Response() : undefined) })
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    underWay += 1
    most = Math.max(most, underWay)
    await new Promise((soon) => setTimeout(soon))
    underWay -= 1
    if (url === 'a-0.js') throw new TypeError('no network')
    return new Response('')
  })
  const hashed = Array.from({ length: 20 }, (_, place) => ({ url: `a-${place}.js`, revision: null }))

  await fetchAhead([{ url: 'index.html', revision: '1' }, { url: 'kept.js', revision: null }, ...hashed])

  expect(asked).toEqual(hashed.map(({ url }) => url))
  expect(most).toBe(6)
  vi.unstubAllGlobals()
})
