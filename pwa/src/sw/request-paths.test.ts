import { expect, test } from 'vitest'
import { isThumbnail, nonPagePatterns, getRenditions } from './request-paths.ts'

const isPage = (address: string) => !nonPagePatterns.some((each) => each.test(address))

test.each([
  '/',
  '/?search=a.b/c',
  '/product/lemon-chips',
  '/category/citrus?sort=price',
  '/order/1?src=pwa',
  '/pending',
])('%s is answered with the page', (address) => expect(isPage(address)).toBe(true))

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
])('%s never is', (address) => expect(isPage(address)).toBe(false))

test('every rendition of a picture leads to all of them, the largest first', () => {
  const all = ['', '.640', '.320'].map((size) => `/media/0123456789abcdef0123-1200x800c${size}.webp`)

  for (const each of all) expect(getRenditions(each)).toEqual(all)
  expect(all.map(isThumbnail)).toEqual([false, false, true])
})
