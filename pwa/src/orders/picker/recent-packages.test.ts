import type { PackageSize } from '@tsedra/contract/packages'
import { expect, test } from 'vitest'
import type { Entry } from '../../outbox/entry.ts'
import { findRecentPackages } from './recent-packages.ts'

const line = (slug: string, packageSize: PackageSize = '50г') => ({
  slug,
  name: slug,
  packageSize,
  quantity: 1,
  unitPrice: '95.00',
})
const entry = (owner: string, lines: object[], changes: Partial<Entry> = {}) =>
  ({ owner, state: 'sent', summary: { lines }, ...changes }) as Entry
const nothing = { entries: [], lastOrder: null, purchases: [] }

test('the latest order of the device decides on the package', () => {
  const entries = [entry('guest', [line('lime', '500г')]), entry('guest', [line('lime'), line('lemon', '100г')])]
  const lastOrder = { id: '1', ownerId: null, lines: [line('orange', '1кг')] }

  expect([...findRecentPackages({ ...nothing, entries, lastOrder }, undefined)]).toEqual([
    ['lime', '500г'],
    ['lemon', '100г'],
    ['orange', '1кг'],
  ])
})

test('cancelled orders and those of another account are left out', () => {
  const entries = [
    entry('guest', [line('lime')], { state: 'cancelled' }),
    entry('olena', [line('lemon')]),
    entry('olena', [line('kiwi')], { state: 'away' }),
  ]
  const lastOrder = { id: '1', ownerId: 'olena', lines: [line('orange')] }
  const slugsFor = (userId: string | undefined) => [
    ...findRecentPackages({ ...nothing, entries, lastOrder }, userId).keys(),
  ]

  expect(slugsFor(undefined)).toEqual([])
  expect(slugsFor('taras')).toEqual([])
  expect(slugsFor('olena')).toEqual(['lemon', 'orange'])
})

test('orders of the account follow, up to twelve products', () => {
  const items = Array.from({ length: 20 }, (_, index) => ({
    ...line(`product-${index}`),
    productId: null,
    lineTotal: '1.00',
  }))

  expect([...findRecentPackages({ ...nothing, purchases: [{ items }] }, 'olena').keys()]).toHaveLength(12)
})
