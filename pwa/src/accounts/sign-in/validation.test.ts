import { expect, test } from 'vitest'
import { normaliseCode, validateCode, validateId, validatePassword } from './validation.ts'

test.each([
  ['12345', 'password'],
  ['123456', undefined],
  // Characters are counted after Unicode normalisation (NFC).
  ['и\u0306'.repeat(5), 'password'],
  ['🍋'.repeat(6), undefined],
  ['🍋'.repeat(128), undefined],
  ['🍋'.repeat(129), 'passwordLong'],
  ['      ', undefined],
])('validatePassword(%j) returns %s', (password, error) => expect(validatePassword(password)).toBe(error))

test('a copied code is read without spaces and dashes', () => {
  expect(['123 456', ' 123-456\n', '1 2 3 4 5 6', '1234567'].map(normaliseCode)).toEqual(Array(4).fill('123456'))
  expect([validateCode('12345'), validateCode('00000a')]).toEqual(['code', undefined])
})

test('an address of spaces only is missing', () => {
  expect([validateId('  '), validateId(' olena@bar.example')]).toEqual(['id', undefined])
})
