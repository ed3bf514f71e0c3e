import { expect, test } from 'vitest'
import { pricePerSlice, slicesIn } from './slices.ts'

test('the weight of a package scales its slices', () => {
  expect((['50г', '100г', '500г', '1кг'] as const).map((size) => slicesIn(size, 15))).toEqual([15, 30, 150, 300])
})

test('the price of a slice is rounded to kopiykas and never free', () => {
  expect(pricePerSlice(12_900, 22)).toBe(586)
  expect(pricePerSlice(300, 900)).toBe(1)
})
