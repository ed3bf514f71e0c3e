import { expect, test } from 'vitest'
import { kopiykasToDecimal, MAX_PRICE, unitPrice } from './money.ts'
import { defaultPackages, resolvePackagePrices, sortPackages } from './package-prices.ts'
import { packageSizes } from './packages.ts'

const packages = [
  { size: '250г', multiplier: '4.25' },
  { size: '50г', multiplier: '1' },
  { size: '100г', multiplier: '1.75' },
]
const lemon = { price: '119.05', availablePackages: ['50г', '100г', '250г'] }

test('the default sizes have the multipliers of the specification', () => {
  expect(defaultPackages).toEqual([
    { size: '50г', multiplier: '1' },
    { size: '100г', multiplier: '1.8' },
    { size: '500г', multiplier: '8' },
    { size: '1кг', multiplier: '15' },
  ])
})

test('a product with the default sizes has no prices of its own', () => {
  expect(resolvePackagePrices({ ...lemon, availablePackages: packageSizes }, defaultPackages)).toBeUndefined()
  expect(resolvePackagePrices({ ...lemon, packagePrices: { '100г': '214.29' } }, defaultPackages)).toBeUndefined()
})

// catches mutation: own-price-first
test('an own price goes before the multiplier of the shop, which is rounded half up', () => {
  const prices = resolvePackagePrices({ ...lemon, packagePrices: { '100г': '199.00', '1кг': '9.00' } }, packages)
  expect(prices).toEqual({ '100г': '199.00', '250г': '505.96' })
  const product = { price: lemon.price, packagePrices: prices }
  expect(lemon.availablePackages.map((size) => unitPrice(product, size))).toEqual([11_905, 19_900, 50_596])
})

test('sizes follow the order of the shop; unknown ones are last', () => {
  expect(sortPackages(['1кг', '100г', '250г', '50г'], packages)).toEqual(['250г', '50г', '100г', '1кг'])
})

test('the highest price times the highest multiplier fits the total of an order', () => {
  const highest = { price: kopiykasToDecimal(MAX_PRICE), availablePackages: ['1кг', '2кг'] }
  const multiplier = '999.99'
  const packagePrices = resolvePackagePrices(highest, [
    { size: '1кг', multiplier },
    { size: '2кг', multiplier },
  ])
  expect(unitPrice({ ...highest, packagePrices }, '2кг') * 99 * 50).toBeLessThan(10 ** 12)
})
