import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { createCachedUrls, type CachedResponse } from './cached-urls.ts'
import { createResponseCache } from './response-cache.ts'
import { storeText } from './stored-response.ts'

/** A map with the URL `/a`, and a function that returns whether a request is served from it. */
function openCachedUrls() {
  const urls = createCachedUrls()
  const cache = createResponseCache<CachedResponse>({ entries: 10, bytes: 1e6 })
  const response = storeText('a', 'text/plain')
  cache.set('key', { response, route: { path: 'page' } }, response)
  urls.add('/a', cache, 'key')
  const isServed = (url: string, method = 'GET') => {
    const res = { writeHead: () => res, end: () => res }
    return urls.serve({ url, method, headers: {} } as IncomingMessage, res as unknown as ServerResponse)
  }
  return { urls, cache, isServed }
}

test('only reads of a known URL are served, and nothing that the cache has dropped', () => {
  const { cache, isServed } = openCachedUrls()

  expect([isServed('/a'), isServed('/a', 'HEAD'), isServed('/b')]).toEqual([true, true, false])
  for (const method of ['POST', 'PUT', 'DELETE', 'OPTIONS']) expect(isServed('/a', method), method).toBe(false)
  cache.clear()
  expect(isServed('/a')).toBe(false)
})

test('long URLs are not stored, and of too many the oldest are dropped', () => {
  const { urls, cache, isServed } = openCachedUrls()
  const long = `/${'a'.repeat(300)}`
  urls.add(long, cache, 'key')
  expect(isServed(long)).toBe(false)

  for (let count = 0; count < 1_600; count += 1) urls.add(`/a?page=${count}`, cache, 'key')

  expect([isServed('/a'), isServed('/a?page=0'), isServed('/a?page=1599')]).toEqual([false, true, true])
})
