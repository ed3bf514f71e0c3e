import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { countSearch, deleteSearchCounts, reportSearches } from './search-counts.ts'

const headers = { 'x-app': 'tsedra', 'content-type': 'application/json' }
let stored: Map<string, string>

beforeEach(() => {
  stored = new Map()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => stored.set(key, value),
    removeItem: (key: string) => stored.delete(key),
  })
  vi.stubGlobal('navigator', { onLine: true })
})
afterEach(() => vi.unstubAllGlobals())

function stubFetch(respond: () => Promise<Response>) {
  const fetchMock = vi.fn((_url: string, _init: RequestInit) => respond())
  vi.stubGlobal('fetch', fetchMock)
  return { fetchMock, bodies: () => fetchMock.mock.calls.map(([, { body }]) => JSON.parse(body as string) as unknown) }
}
const accept = async () => new Response('{"counted":true}', { headers })
const refuse = async () => new Response('{"code":"too_many_requests","message":""}', { status: 429, headers })

test('searches are counted offline and reported once the network is back, each once', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  const { fetchMock, bodies } = stubFetch(accept)
  countSearch(' Негроні ', false)
  countSearch('негроні', false)
  countSearch('банан', true)
  await reportSearches()
  expect(fetchMock).not.toHaveBeenCalled()

  vi.stubGlobal('navigator', { onLine: true })
  await Promise.all([reportSearches(), reportSearches()])

  expect(bodies()).toEqual([
    {
      searches: [
        { query: 'негроні', isEmpty: false, count: 2 },
        { query: 'банан', isEmpty: true, count: 1 },
      ],
    },
  ])
  expect(stored.size).toBe(0)
})

test('a report without a response is not repeated; one beyond the rate limit is', async () => {
  const lost = stubFetch(() => Promise.reject(new TypeError('network')))
  countSearch('лимон', false)
  await reportSearches()
  await reportSearches()
  expect(lost.fetchMock).toHaveBeenCalledTimes(1)

  stubFetch(refuse)
  countSearch('лайм', false)
  await reportSearches()
  const { bodies } = stubFetch(accept)
  await reportSearches()
  expect(bodies()).toEqual([{ searches: [{ query: 'лайм', isEmpty: false, count: 1 }] }])
})

test('reports have at most 20 searches, storage at most 100, and personal data is never stored', async () => {
  countSearch('olena@bar.example', true)
  countSearch('+380 50 123 45 67', true)
  expect(stored.size).toBe(0)
  for (let index = 0; index < 150; index += 1) countSearch(`лимон ${index}`, false)
  const { fetchMock, bodies } = stubFetch(accept)

  for (let call = 0; call < 10; call += 1) await reportSearches()

  expect(fetchMock).toHaveBeenCalledTimes(5)
  expect((bodies() as { searches: object[] }[]).map(({ searches }) => searches.length)).toEqual([20, 20, 20, 20, 20])
})

test('deleted searches are not reported', async () => {
  countSearch('лимон', false)
  deleteSearchCounts()
  const { fetchMock } = stubFetch(accept)
  await reportSearches()
  expect(fetchMock).not.toHaveBeenCalled()
})
