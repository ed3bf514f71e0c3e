import { kopiykasToDecimal, unitPrice } from '@tsedra/contract/money'
import { type PackageSize, packageSizes } from '@tsedra/contract/packages'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { MAX_QUANTITY } from '../../shared/ui/QuantityStepper.tsx'
import { countOrderableSlices, type Offer, planPackages } from './plan-packages.ts'
import { slicesIn } from './slices.ts'

const offersOf = (sizes: readonly PackageSize[], price: number, slicesPer50g: number): Offer[] =>
  sizes.map((size) => ({
    size,
    slices: slicesIn(size, slicesPer50g),
    price: unitPrice({ price: kopiykasToDecimal(price) }, size),
  }))

const offersArbitrary = fc
  .record({
    sizes: fc.subarray([...packageSizes], { minLength: 1 }),
    price: fc.integer({ min: 1, max: 90_000 }),
    slicesPer50g: fc.integer({ min: 1, max: 200 }),
  })
  .map(({ sizes, price, slicesPer50g }) => offersOf(sizes, price, slicesPer50g))

/** Prices that follow no multiplier, as a product's own prices may. */
const oddOffersArbitrary = fc
  .uniqueArray(fc.constantFrom(...packageSizes), { minLength: 1 })
  .chain((sizes) =>
    fc.tuple(...sizes.map((size) => fc.record({ size: fc.constant(size), slices: fc.nat(60), price: fc.nat(5_000) }))),
  )
  .map((offers) => offers.map((offer) => ({ ...offer, slices: offer.slices + 1 })))

const quantities = Array.from({ length: MAX_QUANTITY + 1 }, (_, quantity) => quantity)

/** Returns the lowest price of all combinations of quantities that contain the needed slices. */
function findLowestTotal(needed: number, offers: readonly Offer[], slices = 0, total = 0): number {
  const [offer, ...others] = offers
  if (!offer) return slices >= needed ? total : Number.POSITIVE_INFINITY
  return Math.min(
    ...quantities.map((quantity) =>
      findLowestTotal(needed, others, slices + quantity * offer.slices, total + quantity * offer.price),
    ),
  )
}

test('mixes packages where that is cheaper than one larger package', () => {
  const offers = offersOf(['50г', '100г'], 10_000, 15)
  expect(planPackages(70, offers)).toEqual({
    packages: [
      { size: '100г', quantity: 2 },
      { size: '50г', quantity: 1 },
    ],
    slices: 75,
    total: 46_000,
  })
})

test('a large package wins where it costs less, although it contains more', () => {
  expect(planPackages(130, offersOf(packageSizes, 10_000, 15))?.packages).toEqual([{ size: '500г', quantity: 1 }])
})

test('of equally cheap plans the one with fewer packages wins', () => {
  const offers: Offer[] = [
    { size: '50г', slices: 10, price: 500 },
    { size: '100г', slices: 20, price: 1_000 },
  ]
  expect(planPackages(20, offers)?.packages).toEqual([{ size: '100г', quantity: 1 }])
})

test('more slices than the order form accepts have no plan', () => {
  const offers = offersOf(['50г'], 10_000, 15)
  expect(countOrderableSlices(offers)).toBe(150)
  expect(planPackages(150, offers)?.packages).toEqual([{ size: '50г', quantity: 10 }])
  expect(planPackages(151, offers)).toBeUndefined()
  expect(planPackages(1, [])).toBeUndefined()
})

test('a plan covers the need within the limits, adds up, and no combination of packages is cheaper', () => {
  const shareArbitrary = fc.double({ min: 0, max: 1.05, noNaN: true })
  const isCheapest = fc.property(fc.oneof(offersArbitrary, oddOffersArbitrary), shareArbitrary, (offers, share) => {
    const needed = Math.max(1, Math.round(countOrderableSlices(offers) * share))
    const plan = planPackages(needed, offers)
    expect(plan?.total ?? Number.POSITIVE_INFINITY).toBe(findLowestTotal(needed, offers))
    if (!plan) return
    const lines = plan.packages.flatMap(({ size, quantity }) =>
      offers.filter((offer) => offer.size === size).map(({ slices, price }) => ({ quantity, slices, price })),
    )
    expect(lines).toHaveLength(plan.packages.length)
    expect(plan.slices).toBeGreaterThanOrEqual(needed)
    expect(plan.slices).toBe(lines.reduce((sum, { quantity, slices }) => sum + quantity * slices, 0))
    expect(plan.total).toBe(lines.reduce((sum, { quantity, price }) => sum + quantity * price, 0))
    for (const { quantity } of lines) expect(quantities.slice(1)).toContain(quantity)
  })
  fc.assert(isCheapest, { numRuns: 200 })
})
