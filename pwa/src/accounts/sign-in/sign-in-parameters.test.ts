import { expect, test } from 'vitest'
import { readSignInParameters } from './sign-in-parameters.ts'

const shop = 'https://tsedra.example'
const nextOf = (next: string) =>
  readSignInParameters(`?${new URLSearchParams({ login: '1', next }).toString()}`, shop).next

// catches mutation: return-path-not-api
test.each(['/', '/profile', '/product/lemon-chips?src=mail#more', '/profile/settings'])(
  'S-10: %s is accepted as a return path',
  (next) => expect(nextOf(next)).toBe(next),
)

// catches mutation: return-path-not-api
test.each([
  '',
  'profile',
  '//evil.example',
  '/\\evil.example',
  '\\/evil.example',
  '/\t/evil.example',
  '/%09/evil.example\n',
  'https://evil.example/',
  'https:evil.example',
  'javascript:alert(1)',
  'data:text/html,x',
  '/.//evil.example',
  '/x/..//evil.example',
  '/api/logout',
  '/API/logout',
  '/./api/logout',
  '/api',
])('S-10: %j is rejected as a return path', (next) => expect(nextOf(next)).toBeUndefined())

test('known values of `problem` and `link` are read, others are ignored', () => {
  expect(readSignInParameters('?login=1&problem=expired&next=/profile', shop)).toEqual({
    next: '/profile',
    problem: 'expired',
    link: undefined,
  })
  expect(readSignInParameters('?login=1&link=google', shop).link).toBe('google')
  expect(readSignInParameters('?login=1&problem=<b>&link=evil', shop)).toMatchObject({
    problem: undefined,
    link: undefined,
  })
})
