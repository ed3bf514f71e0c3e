import { expect, test } from 'vitest'
import type { ProductSort } from './catalogue.ts'
import { kyivDay } from './kyiv-day.ts'
import { productsOfDrink } from './products-of-drink.ts'
import { createSelection } from './selection.ts'
import { isOutOfStock, stockOf } from './stock.ts'

const packages = { availablePackages: ['50г', '500г'] as const }

// catches mutation: stock-day-passed
test('a package is in stock unless it is out, or its day is later than today', () => {
  const product = { stock: { '50г': 'out', '100г': '2026-12-03' } } as const

  expect(stockOf(product, '50г', '2026-12-02')).toBe('out')
  expect(stockOf(product, '100г', '2026-12-02')).toBe('2026-12-03')
  expect(stockOf(product, '100г', '2026-12-03')).toBe('in')
  expect(stockOf(product, '100г', '2026-12-04')).toBe('in')
  expect(stockOf(product, '500г', '2026-12-02')).toBe('in')
  expect(stockOf({}, '50г', '2026-12-02')).toBe('in')
})

test('without a given day, today is the day in Kyiv', () => {
  const tomorrow = kyivDay(Date.now() + 24 * 3_600_000)

  expect(stockOf({ stock: { '50г': kyivDay(Date.now()), '100г': tomorrow } }, '50г')).toBe('in')
  expect(stockOf({ stock: { '50г': kyivDay(Date.now()), '100г': tomorrow } }, '100г')).toBe(tomorrow)
})

test('a product is out of stock when each of its packages is', () => {
  const today = '2026-12-02'

  expect(isOutOfStock({ ...packages, stock: { '50г': 'out', '500г': '2026-12-03' } }, today)).toBe(true)
  expect(isOutOfStock({ ...packages, stock: { '50г': 'out', '500г': '2026-12-02' } }, today)).toBe(false)
  expect(isOutOfStock({ ...packages, stock: { '50г': 'out' } }, today)).toBe(false)
  expect(isOutOfStock(packages, today)).toBe(false)
})

const createProduct = (id: string, isOut: boolean, price: string, drinks: string[] = []) => ({
  id,
  categoryId: null,
  price,
  availablePackages: ['50г' as const],
  likesCount: Number.parseInt(price, 10),
  isFeatured: true,
  createdAt: '2026-01-01T00:00:00.000Z',
  drinks,
  ...(isOut && { stock: { '50г': 'out' as const } }),
})

// catches mutation: out-of-stock-last
test('in every sort order, a search and the list of a drink, products without a package in stock are last', () => {
  const products = [
    createProduct('a', true, '1.00', ['negroni']),
    createProduct('b', false, '2.00', ['spritz', 'negroni']),
    createProduct('c', false, '3.00'),
    createProduct('d', true, '4.00'),
  ]
  const select = createSelection(products)
  const idsOf = (indexes: number[]) => indexes.map((index) => products[index]?.id).join('')
  const sorted = (sort: ProductSort) => idsOf(select({ sort }))

  expect(sorted('default')).toBe('bcad')
  expect(sorted('price')).toBe('bcad')
  expect(sorted('-price')).toBe('cbda')
  expect(sorted('popular')).toBe('cbda')
  expect(idsOf(select({}, ['d', 'c', 'a', 'b']))).toBe('cbda')
  expect(productsOfDrink(products, 'negroni').map(({ id }) => id)).toEqual(['b', 'a'])
})
