import { expect, test } from 'vitest'
import { tidyCode, wrongCode, wrongId, wrongPassword } from './rules.ts'

test.each([
  ['12345', 'password'],
  ['123456', undefined],
  // A letter may be written in two ways and is one.
  ['и\u0306'.repeat(5), 'password'],
  ['🍋'.repeat(6), undefined],
  ['🍋'.repeat(128), undefined],
  ['🍋'.repeat(129), 'passwordLong'],
  ['      ', undefined],
])('the password %s is %s', (password, wrong) => expect(wrongPassword(password)).toBe(wrong))

test('a code is read as it was copied', () => {
  expect(['123 456', ' 123-456\n', '1 2 3 4 5 6', '1234567'].map(tidyCode)).toEqual(Array(4).fill('123456'))
  expect([wrongCode('12345'), wrongCode('00000a')]).toEqual(['code', undefined])
})

test('spaces are no address', () => {
  expect([wrongId('  '), wrongId(' olena@bar.example')]).toEqual(['id', undefined])
})
