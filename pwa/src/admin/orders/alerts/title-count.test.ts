import { expect, test } from 'vitest'
import { withCount } from './title-count.ts'

test('the title has one count, and none for zero', () => {
  expect(withCount('Orders', 3)).toBe('(3) Orders')
  expect(withCount('(3) Orders', 12)).toBe('(12) Orders')
  expect(withCount('(12) Orders', 0)).toBe('Orders')
})
