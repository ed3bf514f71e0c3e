import { expect, test } from 'vitest'
import { normaliseCode, validateCode, validateId, validatePassword } from './validation.ts'

test.each([
  ['12345', 'password'],
  ['123456', undefined],
  // A letter may be written in two ways and is one.
  ['и\u0306'.repeat(5), 'password'],
  ['🍋'.repeat(6), undefined],
  ['🍋'.repeat(128), undefined],
  ['🍋'.repeat(129), 'passwordLong'],
  ['      ', undefined],
])('the password %s is %s', (password, wrong) => expect(validatePassword(password)).toBe(wrong))

test('a code is read as it was copied', () => {
  expect(['123 456', ' 123-456\n', '1 2 3 4 5 6', '1234567'].map(normaliseCode)).toEqual(Array(4).fill('123456'))
  expect([validateCode('12345'), validateCode('00000a')]).toEqual(['code', undefined])
})

test('spaces are no address', () => {
  expect([validateId('  '), validateId(' olena@bar.example')]).toEqual(['id', undefined])
})
