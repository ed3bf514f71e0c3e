import type { StaffOrder } from '@tsedra/contract/admin-orders'
import { expect, test } from 'vitest'
import { hasChanges, packagesOf, priceOf, toContentsFormValues, toLineInput, totalOf } from './contents-form.ts'

const order = {
  version: 3,
  items: [
    {
      productId: 'a',
      slug: 'lemon',
      name: 'Lemon',
      packageSize: '100г',
      quantity: 2,
      unitPrice: '214.29',
      lineTotal: '428.58',
    },
  ],
  adjustments: [{ kind: 'discount', amount: '8.58', reason: 'guest' }],
} as unknown as StaffOrder

const values = toContentsFormValues(order)
const [line] = values.items as [(typeof values.items)[0]]
const product = { id: 'p', price: '200.00', packages: ['50г', '1кг'] as const }

test('a line with the package of the order keeps its price; another package has the present price', () => {
  const other = { ...line, product, packageSize: '50г' as const }

  expect([priceOf(line), toLineInput(line)]).toEqual([21_429, { line: 0, quantity: 2 }])
  expect([priceOf(other), toLineInput(other)]).toEqual([20_000, { productId: 'p', packageSize: '50г', quantity: 2 }])
})

test('a kept line offers its own package, also when it is not sold any more', () => {
  expect(packagesOf(line)).toEqual(['100г'])
  expect(packagesOf({ ...line, product })).toEqual(['100г', '50г', '1кг'])
})

test('the total is exact in kopiykas, and an amount that cannot be read counts as 0', () => {
  expect(totalOf(values)).toBe(42_000)
  expect(totalOf({ ...values, adjustments: [{ kind: 'delivery', amount: 'x', reason: '' }] })).toBe(42_858)
})

test('the same sum in another spelling is no change', () => {
  const adjustments = [{ kind: 'discount' as const, amount: '8,58', reason: 'guest ' }]

  expect(hasChanges({ ...values, adjustments }, values)).toBe(false)
  expect(hasChanges({ ...values, adjustments: [] }, values)).toBe(true)
})
