import { expect, test } from 'vitest'
import { compareContents, type OrderContents } from './contents-changes.ts'

const line = (slug: string, quantity: number, packageSize: '50г' | '100г' = '50г') => ({
  productId: null,
  slug,
  name: slug.toUpperCase(),
  packageSize,
  quantity,
  unitPrice: '100.00',
  lineTotal: `${quantity}00.00`,
})

const contents = (changes: Partial<OrderContents>): OrderContents => ({
  items: [line('lemon', 2)],
  adjustments: [],
  totalAmount: '200.00',
  ...changes,
})

test('lines are compared by product and package: added, removed and other quantities', () => {
  const before = contents({ items: [line('lemon', 2), line('pear', 1), line('kiwi', 1)] })
  const after = contents({ items: [line('lemon', 3), line('lemon', 1, '100г'), line('kiwi', 1)] })

  expect(compareContents(before, after).lines).toEqual([
    { name: 'LEMON', packageSize: '50г', from: 2, to: 3 },
    { name: 'PEAR', packageSize: '50г', from: 1, to: 0 },
    { name: 'LEMON', packageSize: '100г', from: 0, to: 1 },
  ])
})

test('adjustments are compared by kind and reason, and a discount is negative', () => {
  const before = contents({ adjustments: [{ kind: 'delivery', amount: '60.00', reason: '' }] })
  const after = contents({
    adjustments: [
      { kind: 'delivery', amount: '80.00', reason: '' },
      { kind: 'discount', amount: '10.05', reason: 'гість' },
    ],
    totalAmount: '269.95',
  })

  expect(compareContents(before, after)).toEqual({
    lines: [],
    adjustments: [
      { kind: 'delivery', reason: '', from: 6_000, to: 8_000 },
      { kind: 'discount', reason: 'гість', from: 0, to: -1_005 },
    ],
    total: { from: 20_000, to: 26_995 },
  })
})

test('an enquiry without a total counts as zero', () => {
  expect(compareContents(contents({ items: [], totalAmount: null }), contents({})).total).toEqual({
    from: 0,
    to: 20_000,
  })
})
