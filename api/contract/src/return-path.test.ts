import { expect, test } from 'vitest'
import { openRedirects } from '../../test/open-redirects.ts'
import { parseReturnPath } from './return-path.ts'

const origins = ['http://localhost:8080', 'https://tsedra.example']

// catches mutation: return-path-own-host, return-path-not-api
test.each(openRedirects)('%j is not a return path', (path) => {
  expect(origins.map((origin) => parseReturnPath(path, origin))).toEqual([undefined, undefined])
})

// catches mutation: return-path-own-host, return-path-not-api
test.each([
  ['/', '/'],
  ['/profile', '/profile'],
  ['/profile/settings', '/profile/settings'],
  ['/product/lemon?size=50#reviews', '/product/lemon?size=50#reviews'],
  ['/?search=%D0%BB%D0%B8%D0%BC%D0%BE%D0%BD', '/?search=%D0%BB%D0%B8%D0%BC%D0%BE%D0%BD'],
  ['/apiary', '/apiary'],
  ['/%2f%2fevil.example', '/%2f%2fevil.example'],
  ['/。。/x', '/%E3%80%82%E3%80%82/x'],
  [`/${'x'.repeat(511)}`, `/${'x'.repeat(511)}`],
])('%j becomes the return path %j', (path, expected) => {
  expect(origins.map((origin) => parseReturnPath(path, origin))).toEqual([expected, expected])
})

test.each([null, undefined, 7, ['/profile'], { path: '/profile' }])(
  '%j, which is not text, is not a return path',
  (path) => {
    expect(parseReturnPath(path, 'https://tsedra.example')).toBeUndefined()
  },
)
