import { expect, test } from 'vitest'
import { packageGrams, packageSizes, parsePackage } from './packages.ts'

test.each([
  ['50г', '50г'],
  ['50g', '50г'],
  ['50 гр', '50г'],
  ['50 ГР.', '50г'],
  [' 100Г ', '100г'],
  ['100 r', '100г'],
  ['100 grams', '100г'],
  ['500 грамів', '500г'],
  ['1кг', '1кг'],
  ['1 KG', '1кг'],
  ['1kг', '1кг'],
  ['1КГ', '1кг'],
  ['1000 г', '1кг'],
  ['５０г', '50г'],
])('%s parses as the package %s', (input, size) => {
  expect(parsePackage(input)).toBe(size)
})

test.each(['', '50', 'г', '2кг', '51г', '0.5кг', '50 г/шт', '-50г', '50гг', 'constructor', '50 constructor', '99999г'])(
  '%j is not a package of the shop',
  (input) => {
    expect(parsePackage(input)).toBeUndefined()
  },
)

test('every size parses as itself', () => {
  expect(packageSizes.map(parsePackage)).toEqual([...packageSizes])
  expect(packageSizes.map(packageGrams)).toEqual([50, 100, 500, 1_000])
})
