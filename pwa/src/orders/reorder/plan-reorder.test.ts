import type { OrderLine } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { planReorder, type CurrentProduct } from './plan-reorder.ts'

const line = (slug: string | null, changes: Partial<OrderLine> = {}): OrderLine => ({
  productId: `id of ${slug}`,
  slug,
  name: `name of ${slug}`,
  packageSize: '100г',
  quantity: 2,
  unitPrice: '171.00',
  lineTotal: '342.00',
  ...changes,
})
const currentProduct = (slug: string, changes: Partial<CurrentProduct> = {}): [string, CurrentProduct] => [
  slug,
  { id: `id of ${slug}`, slug, price: '95.00', availablePackages: ['50г', '100г'], ...changes },
]

test('an unchanged product is reordered without a remark', () => {
  const plan = planReorder([line('lime')], new Map([currentProduct('lime')]))

  expect(plan.items).toEqual([{ productId: 'id of lime', slug: 'lime', packageSize: '100г', quantity: 2 }])
  expect(plan.differences).toEqual([])
})

test('a price change of one kopiyka up or down is reported for the ordered package', () => {
  for (const [price, now] of [
    ['95.01', 17_102],
    ['94.99', 17_098],
  ] as const) {
    const plan = planReorder([line('lime')], new Map([currentProduct('lime', { price })]))

    expect(plan.items).toHaveLength(1)
    expect(plan.differences).toEqual([
      { kind: 'price', name: 'name of lime', packageSize: '100г', before: 17_100, now },
    ])
  }
})

test('unavailable products and packages are left out and reported, the rest is reordered', () => {
  const lines = [line('lime'), line('kiwi'), line(null, { name: 'Персик' }), line('pear', { packageSize: '1кг' })]

  const plan = planReorder(lines, new Map([currentProduct('lime'), currentProduct('pear')]))

  expect(plan.items.map(({ slug }) => slug)).toEqual(['lime'])
  expect(plan.differences).toEqual([
    { kind: 'gone', name: 'name of kiwi' },
    { kind: 'gone', name: 'Персик' },
    { kind: 'package', name: 'name of pear', packageSize: '1кг' },
  ])
})
