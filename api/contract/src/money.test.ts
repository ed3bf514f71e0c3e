import fc from 'fast-check'
import { expect, test } from 'vitest'
import { changePrice, lineTotal, MAX_PRICE, kopiykasToDecimal, parseMoney, unitPrice } from './money.ts'
import { packageSizes } from './packages.ts'

/** Multipliers of the specification in tenths: ×1, ×1.8, ×8, ×15. */
const oracle: Record<string, bigint> = { '50г': 10n, '100г': 18n, '500г': 80n, '1кг': 150n }

/** Rounds half up in integers: twice the remainder decides. */
function exactUnit(price: bigint, tenths: bigint): bigint {
  const product = price * tenths
  return product / 10n + (2n * (product % 10n) >= 10n ? 1n : 0n)
}

test('a hundred thousand prices, packages and quantities equal the exact results', () => {
  const triple = [
    fc.integer({ min: 1, max: MAX_PRICE }),
    fc.constantFrom(...packageSizes),
    fc.integer({ min: 1, max: 99 }),
  ] as const
  fc.assert(
    fc.property(...triple, (price, size, quantity) => {
      const unit = exactUnit(BigInt(price), oracle[size] ?? 0n)
      const product = { price: kopiykasToDecimal(price) }
      return (
        BigInt(unitPrice(product, size)) === unit &&
        BigInt(lineTotal(product, size, quantity)) === unit * BigInt(quantity)
      )
    }),
    { numRuns: 100_000 },
  )
})

test('money: wire format and parsing round-trip', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: MAX_PRICE }),
      (kopiykas) => parseMoney(kopiykasToDecimal(kopiykas)) === kopiykas,
    ),
    { numRuns: 10_000 },
  )
})

test('a line rounds the unit price half up before it multiplies', () => {
  expect(unitPrice({ price: '119.05' }, '100г')).toBe(21_429)
  expect(unitPrice({ price: '0.25' }, '100г')).toBe(45)
  expect(unitPrice({ price: '0.03' }, '100г')).toBe(5)
  expect(unitPrice({ price: '0.02' }, '100г')).toBe(4)
  expect(lineTotal({ price: '0.02' }, '100г', 3)).toBe(12)
})

test('an unknown size shows the price of 50 g, an invalid price counts as 0', () => {
  expect(unitPrice({ price: '119.05' }, '2кг')).toBe(11_905)
  expect(unitPrice({ price: 'free' }, '2кг')).toBe(0)
})

test('a price that the product has for the package goes before the multiplier', () => {
  const product = { price: '119.05', packagePrices: { '100г': '200.00', '2кг': '3000.00' } }
  expect(['50г', '100г', '2кг'].map((size) => unitPrice(product, size))).toEqual([11_905, 20_000, 300_000])
})

test.each([
  ['12.50', 1_250],
  ['12,5', 1_250],
  [' 7 ', 700],
  ['0.01', 1],
  ['99999.99', 9_999_999],
])('%s parses as %i kopiykas', (input, kopiykas) => {
  expect(parseMoney(input)).toBe(kopiykas)
})

test.each(['', ' ', '-1', '-0', '1e3', 'NaN', 'Infinity', '10.005', '1.', '.5', '1 000', '0x10', '１２'])(
  '%j is not a sum of money',
  (input) => {
    expect(parseMoney(input)).toBeUndefined()
  },
)

test('a price changed by a percentage is the exact result, rounded half up to whole kopiykas', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: MAX_PRICE }), fc.integer({ min: -999, max: 9_999 }), (price, tenths) => {
      const product = BigInt(price) * BigInt(1000 + tenths)
      const exact = product / 1000n + (2n * (product % 1000n) >= 1000n ? 1n : 0n)
      return BigInt(changePrice(price, tenths)) === exact
    }),
  )
  expect([changePrice(10, 50), changePrice(30, 50), changePrice(11_900, -100)]).toEqual([11, 32, 10_710])
})
