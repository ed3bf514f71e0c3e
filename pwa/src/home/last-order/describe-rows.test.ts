import { expect, test } from 'vitest'
import type { Product } from '../../catalogue/queries.ts'
import type { LastOrderLine } from '../../shared/last-order.ts'
import { describeRows } from './describe-rows.ts'

const line = (slug: string | null, changes: Partial<LastOrderLine> = {}): LastOrderLine => ({
  slug,
  name: `name of ${slug}`,
  packageSize: '100г',
  quantity: 2,
  unitPrice: '171.00',
  ...changes,
})
const product = (slug: string) => ({ slug, price: '95.00', availablePackages: ['50г', '100г'] }) as unknown as Product
const catalogue = (...slugs: string[]) => new Map(slugs.map((slug) => [slug, product(slug)]))

test('nothing counts as gone while the catalogue is unknown', () => {
  const rows = describeRows([line('lime'), line('kiwi')], undefined)

  expect(rows.map(({ name, isGone, cost }) => [name, isGone, cost])).toEqual([
    ['name of lime', false, 0],
    ['name of kiwi', false, 0],
  ])
})

test('a row costs its quantity at the price of today', () => {
  expect(describeRows([line('lime', { unitPrice: '1.00' })], catalogue('lime'))[0]?.cost).toBe(34_200)
})

test('a discontinued product or package is gone and costs nothing', () => {
  const lines = [line('lime'), line('kiwi'), line('pear', { packageSize: '1кг' }), line(null)]

  const rows = describeRows(lines, catalogue('lime', 'pear'))

  expect(rows.map(({ isGone }) => isGone)).toEqual([false, true, true, true])
  expect(rows.map(({ cost }) => cost > 0)).toEqual([true, false, false, false])
})
