import { MAX_LINE_QUANTITY, MAX_ORDER_LINES } from '@tsedra/contract/order-lines'
import type { PackageSize } from '@tsedra/contract/packages'
import { expect, test } from 'vitest'
import type { Draft } from '../outbox/draft.ts'
import {
  addPackage,
  canAdd,
  changeLine,
  keyOf,
  mergeLines,
  packagesOfOtherLines,
  removeLine,
  restoreLines,
} from './form-lines.ts'
import { buildSummary } from './order-form.ts'
import type { OrderableLine, OrderableProduct } from './orderable-product.ts'

const product = (id: string): OrderableProduct => ({
  id,
  slug: id,
  name: id,
  imageUrl: null,
  price: '95.00',
  availablePackages: ['50г', '100г'],
})
const line = (id: string, packageSize: PackageSize = '50г', quantity = 1): OrderableLine => ({
  product: product(id),
  packageSize,
  quantity,
})
const describe = (lines: readonly OrderableLine[]) =>
  lines.map(({ product: { id }, packageSize, quantity }) => `${id} ${packageSize} ${quantity}`)
const draftOf = (
  requested: readonly OrderableLine[],
  lines: readonly OrderableLine[],
): Pick<Draft, 'lines' | 'requested'> => ({
  lines: buildSummary(lines).lines,
  requested: requested.map(keyOf),
})

test('a product is added as a line of its own, its package again increments the line', () => {
  const once = addPackage([line('lime')], product('lemon'), '100г')
  const twice = addPackage(once, product('lemon'), '100г')

  expect(describe(twice)).toEqual(['lime 50г 1', 'lemon 100г 2'])
  expect(describe(addPackage(twice, product('lemon'), '50г'))).toEqual(['lime 50г 1', 'lemon 100г 2', 'lemon 50г 1'])
})

test('an order has at most 50 lines and 99 packages in each', () => {
  const full = Array.from({ length: MAX_ORDER_LINES }, (_, index) => line(`product ${index}`))
  const [first = line('product 0')] = full
  const heaped = changeLine(full, first, { quantity: MAX_LINE_QUANTITY })

  expect(canAdd(full, product('lemon'), '50г')).toBe(false)
  expect(addPackage(full, product('lemon'), '50г')).toBe(full)
  expect(canAdd(full, first.product, '50г')).toBe(true)
  expect(canAdd(heaped, first.product, '50г')).toBe(false)
  expect(addPackage(heaped, first.product, '50г')).toBe(heaped)
})

test('a change or a removal applies to the line of this package only', () => {
  const lines = [line('lime', '50г'), line('lime', '100г'), line('lemon')]
  const [, second = line('lime')] = lines

  expect(describe(changeLine(lines, second, { quantity: 4 }))).toEqual(['lime 50г 1', 'lime 100г 4', 'lemon 50г 1'])
  expect(describe(removeLine(lines, second))).toEqual(['lime 50г 1', 'lemon 50г 1'])
  expect(packagesOfOtherLines(lines, second)).toEqual(['50г'])
})

test('equal packages of an order become one line', () => {
  expect(describe(mergeLines([line('lime', '50г', 60), line('lemon'), line('lime', '50г', 60)]))).toEqual([
    'lime 50г 99',
    'lemon 50г 1',
  ])
})

test('a form opened again with the same lines has those of its draft', () => {
  const requested = [line('lime'), line('lemon')]
  const draft = draftOf(requested, [line('lime', '50г', 5), line('orange')])

  expect(describe(restoreLines(requested, draft))).toEqual(['lime 50г 5', 'orange 50г 1'])
})

test('a form opened with other lines has these and the products that were added', () => {
  const draft = draftOf([line('lime')], [line('lime', '50г', 5), line('orange', '100г', 2)])

  expect(describe(restoreLines([line('lime', '100г')], draft))).toEqual(['lime 100г 1', 'orange 100г 2'])
  expect(describe(restoreLines([line('orange')], draft))).toEqual(['orange 50г 1'])
})

test('a draft of an older build has no lines', () => {
  expect(describe(restoreLines([line('lime')], {}))).toEqual(['lime 50г 1'])
})
