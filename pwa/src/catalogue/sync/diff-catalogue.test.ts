import { packageSizes } from '@tsedra/contract/packages'
import { expect, test } from 'vitest'
import { diffCatalogue } from './diff-catalogue.ts'

test('a diff reports changed prices, else a changed range; not likes, texts or order', () => {
  const [small, large] = packageSizes
  const lemon = { id: 'lemon', name: 'Лимон', price: '90.00', likesCount: 3, availablePackages: [small, large] }
  const lime = { ...lemon, id: 'lime', name: 'Лайм' }
  const diff = (...now: object[]) => diffCatalogue({ products: [lemon, lime] } as never, { products: now } as never)

  expect(diff(lemon, lime)).toBeUndefined()
  expect(diff({ ...lime, likesCount: 4 }, { ...lemon, name: 'Цитрина' })).toBeUndefined()
  expect(diff(lemon)).toBe('range')
  expect(diff(lemon, lime, { ...lime, id: 'yuzu' })).toBe('range')
  expect(diff(lemon, { ...lime, availablePackages: [large] })).toBe('range')
  expect(diff(lemon, { ...lime, price: '91.00' })).toBe('prices')
  expect(diff({ ...lemon, price: '89.00' })).toBe('prices')
  expect(diff(lemon, { ...lime, packagePrices: { '100г': '1.00' } })).toBe('prices')
})
