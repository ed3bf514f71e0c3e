import { expect, test } from 'vitest'
import { createResponseCache } from './response-cache.ts'
import { storeJson } from '../http/stored-response.ts'

const responseOfLength = (length: number) => storeJson('x'.repeat(length))

test('the cache is limited by entries and evicts the least recently used', () => {
  const cache = createResponseCache<number>({ entries: 2, bytes: 1e9 })
  cache.set('a', 1, responseOfLength(1))
  cache.set('b', 2, responseOfLength(1))
  cache.get('a')
  cache.set('c', 3, responseOfLength(1))

  expect(['a', 'b', 'c'].map((key) => cache.get(key))).toEqual([1, undefined, 3])
})

test('the cache is limited by bytes', () => {
  const cache = createResponseCache<number>({ entries: 1e6, bytes: 1_000_000 })
  for (let item = 0; item < 100; item += 1) cache.set(`${item}`, item, responseOfLength(50_000))

  expect(cache.bytes).toBeLessThanOrEqual(1_000_000)
  expect(cache.get('99')).toBe(99)
  expect(cache.get('0')).toBeUndefined()
})

test('a response counts with all its encodings', () => {
  const stored = storeJson('лимон '.repeat(10_000))
  const sizes = (['identity', 'gzip', 'br'] as const).map((encoding) => stored.encode(encoding).bytes.length)

  expect(stored.maxBytes).toBeGreaterThanOrEqual(sizes.reduce((sum, size) => sum + size, 0))
})

test('a response larger than the cache is not stored and evicts nothing', () => {
  const cache = createResponseCache<number>({ entries: 10, bytes: 100_000 })
  cache.set('small', 1, responseOfLength(10))
  cache.set('large', 2, responseOfLength(100_000))

  expect([cache.get('small'), cache.get('large')]).toEqual([1, undefined])
})

test('an entry stored again is counted once', () => {
  const cache = createResponseCache<number>({ entries: 10, bytes: 1e9 })
  cache.set('a', 1, responseOfLength(1_000))
  const once = cache.bytes
  cache.set('a', 2, responseOfLength(1_000))

  expect([cache.bytes, cache.get('a')]).toEqual([once, 2])
  cache.clear()
  expect(cache.bytes).toBe(0)
})
