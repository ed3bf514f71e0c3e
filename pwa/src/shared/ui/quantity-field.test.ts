import { expect, test } from 'vitest'
import { parseQuantity } from './QuantityField.tsx'

test.each([
  ['7', 7],
  [' 12 ', 12],
  ['', 0],
  ['багато', 0],
  ['-3', 0],
  ['2.9', 2],
  ['5000', 99],
  ['0', 0],
])('parseQuantity(%j) returns %i', (typed, quantity) => expect(parseQuantity(typed)).toBe(quantity))

test('where 0 is not allowed, the minimum is 1', () => {
  expect(['', '0', '-2', '3'].map((typed) => parseQuantity(typed, 1))).toEqual([1, 1, 1, 3])
})
