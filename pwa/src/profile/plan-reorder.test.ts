import type { OrderLine } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import { planReorder, type CurrentProduct } from './plan-reorder.ts'

const line = (slug: string | null, over: Partial<OrderLine> = {}): OrderLine => ({
  productId: `id of ${slug}`,
  slug,
  name: `name of ${slug}`,
  packageSize: '100г',
  quantity: 2,
  unitPrice: '171.00',
  lineTotal: '342.00',
  ...over,
})
const currentProduct = (slug: string, over: Partial<CurrentProduct> = {}): [string, CurrentProduct] => [
  slug,
  { id: `id of ${slug}`, slug, price: '95.00', availablePackages: ['50г', '100г'], ...over },
]

test('what is sold as it was is ordered as it was, without a word', () => {
  const again = planReorder([line('lime')], new Map([currentProduct('lime')]))

  expect(again.items).toEqual([{ productId: 'id of lime', slug: 'lime', packageSize: '100г', quantity: 2 }])
  expect(again.differences).toEqual([])
})

test('a price that changed is told for the package that was ordered, up or down by a kopiyka', () => {
  for (const [price, now] of [
    ['95.01', 17_102],
    ['94.99', 17_098],
  ] as const) {
    const again = planReorder([line('lime')], new Map([currentProduct('lime', { price })]))

    expect(again.items).toHaveLength(1)
    expect(again.differences).toEqual([
      { kind: 'price', name: 'name of lime', packageSize: '100г', before: 17_100, now },
    ])
  }
})

test('what is not sold any more is left out and named; the rest is ordered', () => {
  const lines = [line('lime'), line('kiwi'), line(null, { name: 'Персик' }), line('pear', { packageSize: '1кг' })]

  const again = planReorder(lines, new Map([currentProduct('lime'), currentProduct('pear')]))

  expect(again.items.map(({ slug }) => slug)).toEqual(['lime'])
  expect(again.differences).toEqual([
    { kind: 'gone', name: 'name of kiwi' },
    { kind: 'gone', name: 'Персик' },
    { kind: 'package', name: 'name of pear', packageSize: '1кг' },
  ])
})
