import { expect, test } from 'vitest'
import { buildProduct } from '../../test/fake-shop.ts'
import { type Change, type CartLineData, totalQuantity, totalOf, applyChanges, subtractOrdered } from './cart-lines.ts'

const lemon = buildProduct('lemon')
const line = (changes: Partial<CartLineData> = {}): CartLineData => ({
  product: lemon,
  packageSize: '100г',
  quantity: 2,
  available: true,
  ...changes,
})
const summarise = (lines: readonly CartLineData[]) =>
  lines.map(({ product, packageSize, quantity }) => [product.id, packageSize, quantity])

test('C2: adding sums up in one line per product and package, up to 99; zero removes the line', () => {
  const lineKey = { product: lemon, packageSize: '100г' } as const
  const after = (...changes: Change[]) => summarise(applyChanges([line()], changes))

  expect(after({ kind: 'add', ...lineKey, quantity: 3 })).toEqual([['lemon', '100г', 5]])
  expect(after({ kind: 'add', ...lineKey, quantity: 99 })).toEqual([['lemon', '100г', 99]])
  expect(after({ kind: 'add', ...lineKey, packageSize: '1кг', quantity: 1 })).toEqual([
    ['lemon', '100г', 2],
    ['lemon', '1кг', 1],
  ])
  expect(after({ kind: 'set', ...lineKey, quantity: 7 })).toEqual([['lemon', '100г', 7]])
  expect(after({ kind: 'set', ...lineKey, quantity: 0 })).toEqual([])
  expect(after({ kind: 'set', ...lineKey, packageSize: '1кг', quantity: 4 })).toEqual([['lemon', '100г', 2]])
  expect(after({ kind: 'clear' }, { kind: 'add', ...lineKey, quantity: 1 })).toEqual([['lemon', '100г', 1]])
})

test('the total follows the shared money module and excludes unavailable products', () => {
  const lines = [
    line({ quantity: 3 }),
    line({ packageSize: '50г', quantity: 1 }),
    line({ packageSize: '1кг', available: false }),
  ]

  expect(totalOf(lines)).toBe(3 * 21_429 + 11_905)
  expect(totalQuantity(lines)).toBe(6)
})

test('ordered quantities leave the cart, the remaining quantities stay', () => {
  const lines = [
    line({ quantity: 5 }),
    line({ packageSize: '1кг', quantity: 1 }),
    line({ packageSize: '50г', quantity: 4 }),
  ]
  const ordered = [
    { productId: 'lemon', packageSize: '100г', quantity: 5 },
    { productId: 'lemon', packageSize: '50г', quantity: 3 },
    { productId: 'lime', packageSize: '1кг', quantity: 1 },
  ] as const

  expect(summarise(subtractOrdered(lines, ordered))).toEqual([
    ['lemon', '1кг', 1],
    ['lemon', '50г', 1],
  ])
})
