import { newOrder } from '@tsedra/contract/orders'
import { expect, test } from 'vitest'
import type { Product } from '../../catalogue/queries.ts'
import { listDrinkLines } from './drink-lines.ts'

const createProducts = (count: number, availablePackages: Product['availablePackages'] = ['50г', '100г']) =>
  Array.from({ length: count }, (_, index) => ({
    id: `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
    slug: `chips-${index}`,
    price: '95.50',
    availablePackages,
  }))

test('an order of a drink has one package of each product, at its price', () => {
  expect(listDrinkLines(createProducts(2, ['100г', '1кг']))).toEqual({
    items: [0, 1].map((index) => ({
      productId: `00000000-0000-4000-8000-00000000000${index}`,
      slug: `chips-${index}`,
      packageSize: '100г',
      quantity: 1,
    })),
    total: 2 * 17_190,
  })
})

test('a drink with more products than an order accepts orders the first ones', () => {
  const { items, total } = listDrinkLines(createProducts(51))

  expect(items).toHaveLength(50)
  expect(items.at(-1)?.slug).toBe('chips-49')
  expect(total).toBe(50 * 9_550)
  const lines = items.map(({ productId, packageSize, quantity }) => ({ productId, packageSize, quantity }))
  expect(newOrder.shape.items.safeParse(lines).success).toBe(true)
})
