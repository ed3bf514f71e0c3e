import type { StaffProductRow } from '@tsedra/contract/admin-catalogue'
import { expect, test } from 'vitest'
import { listPriceChanges, parsePercent, toPrices } from './bulk-price.ts'

const rowOf = (price: string) => ({ id: price, version: 3, price }) as StaffProductRow

test.each([
  ['10', 100],
  [' 7,5 ', 75],
  ['0.1', 1],
  ['0', undefined],
  ['-5', undefined],
  ['7.25', undefined],
  ['1000', undefined],
  ['', undefined],
])('the percentage “%s” is %s tenths', (text, tenths) => {
  expect(parsePercent(text)).toBe(tenths)
})

test('new prices are whole kopiykas; unchanged ones are not sent', () => {
  const changes = listPriceChanges(['119.00', '0.05', '0.01'].map(rowOf), 75, 'raise')

  expect(changes.map(({ after }) => after)).toEqual([12_793, 5, 1])
  expect(toPrices(changes)).toEqual([{ id: '119.00', version: 3, price: '127.93' }])
})

test('a price that the shop cannot have is marked', () => {
  const valid = (price: string, tenths: number, direction: 'raise' | 'lower') =>
    listPriceChanges([rowOf(price)], tenths, direction)[0]?.isValid

  expect(valid('90000.00', 200, 'raise')).toBe(false)
  expect(valid('100.00', 1000, 'lower')).toBe(false)
  expect(valid('100.00', 2000, 'lower')).toBe(false)
  expect(valid('100.00', 999, 'lower')).toBe(true)
})
