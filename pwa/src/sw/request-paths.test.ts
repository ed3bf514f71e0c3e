import { expect, test } from 'vitest'
import { isThumbnail, nonPagePatterns, getRenditions } from './request-paths.ts'

const isPage = (path: string) => !nonPagePatterns.some((pattern) => pattern.test(path))

test.each([
  '/',
  '/?search=a.b/c',
  '/product/lemon-chips',
  '/category/citrus?sort=price',
  '/order/1?src=pwa',
  '/pending',
])('%s is served the page', (path) => expect(isPage(path)).toBe(true))

test.each([
  '/api',
  '/api/x',
  '/api?x',
  '/media/x',
  '/admin',
  '/admin/orders',
  '/admin?x=1',
  '/assets/gone.js',
  '/a.png?v=1',
])('%s is not served the page', (path) => expect(isPage(path)).toBe(false))

test('getRenditions returns all renditions for each of them, the largest first', () => {
  const suffixes = ['webp', '960.avif', '640.avif', '640.webp', '480.avif', '320.webp']
  const renditions = suffixes.map((suffix) => `/media/0123456789abcdef0123-1200x800c.${suffix}`)

  for (const rendition of renditions) expect(getRenditions(rendition)).toEqual(renditions)
  expect(renditions.map(isThumbnail)).toEqual([false, false, false, false, false, true])
})
