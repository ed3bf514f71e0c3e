import { packageSizes } from '@tsedra/contract/packages'
import { expect, test } from 'vitest'
import { diffCatalogue } from './diff-catalogue.ts'

test('of a newer catalogue other prices are news, then another range; likes, words and places are not', () => {
  const [small, large] = packageSizes
  const lemon = { id: 'lemon', name: 'Лимон', price: '90.00', likesCount: 3, availablePackages: [small, large] }
  const lime = { ...lemon, id: 'lime', name: 'Лайм' }
  const news = (...now: object[]) => diffCatalogue({ products: [lemon, lime] } as never, { products: now } as never)

  expect(news(lemon, lime)).toBeUndefined()
  expect(news({ ...lime, likesCount: 4 }, { ...lemon, name: 'Цитрина' })).toBeUndefined()
  expect(news(lemon)).toBe('range')
  expect(news(lemon, lime, { ...lime, id: 'yuzu' })).toBe('range')
  expect(news(lemon, { ...lime, availablePackages: [large] })).toBe('range')
  expect(news(lemon, { ...lime, price: '91.00' })).toBe('prices')
  expect(news({ ...lemon, price: '89.00' })).toBe('prices')
})
