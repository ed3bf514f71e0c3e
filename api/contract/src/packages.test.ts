import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packageGrams, packageSizePattern, packageSizes, parsePackage } from './packages.ts'

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
  ['250 g', '250г'],
  ['1500 г', '1500г'],
  ['2000 гр', '2кг'],
  ['02 кг', '2кг'],
  ['99999г', '99999г'],
])('%s parses as the package %s', (input, size) => {
  expect(parsePackage(input)).toBe(size)
})

test.each([
  '',
  '50',
  'г',
  '0г',
  '0.5кг',
  '50 г/шт',
  '-50г',
  '50гг',
  'constructor',
  '50 constructor',
  '100000г',
  '100кг',
])('%j is not a package', (input) => {
  expect(parsePackage(input)).toBeUndefined()
})

test('every size parses as itself', () => {
  expect(packageSizes.map(parsePackage)).toEqual([...packageSizes])
  expect(packageSizes.map(packageGrams)).toEqual([50, 100, 500, 1_000])
  expect(['1500г', '2кг'].map(packageGrams)).toEqual([1_500, 2_000])
})

test('every weight has one label, which the pattern of labels accepts', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 99_999 }), (grams) => {
      const size = parsePackage(`${grams} g`) ?? ''
      return packageSizePattern.test(size) && packageGrams(size) === grams && parsePackage(size) === size
    }),
  )
})
