import { expect, test } from 'vitest'
import { getOrderView, getViewAddress, orderViews } from './order-views.ts'
import { parseOrderFilter, parseOrderSort } from './order-filter.ts'

const readAddress = (address: string) => {
  const params = new URL(address, 'https://shop.example').searchParams
  return { get: (name: string) => params.get(name) ?? '' }
}

test('the address of a view selects the view and keeps search and days, without page and open order', () => {
  const current = new URLSearchParams('status=completed&search=067&from=2026-11-01&page=9&order=7&sort=deadline')
  for (const view of orderViews) {
    const filter = parseOrderFilter(readAddress(getViewAddress(view, current)))
    expect(getOrderView(filter)).toBe(view)
    expect(filter).toMatchObject({ search: '067', from: '2026-11-01' })
  }
  expect(getViewAddress('all', new URLSearchParams('page=9&order=7'))).toBe('/admin/orders')
  expect(getOrderView({ status: 'completed' })).toBeUndefined()
})

test('orders that wait for an answer are sorted by deadline, others newest first, unless the address has a sort', () => {
  const sortOf = (query: string) => parseOrderSort(readAddress(`/admin/orders?${query}`))
  expect(['status=pending', 'late=true', 'status=confirmed', ''].map(sortOf)).toEqual([
    'deadline',
    'deadline',
    '-deadline',
    '-deadline',
  ])
  expect(['status=pending&sort=-deadline', 'sort=deadline', 'sort=name'].map(sortOf)).toEqual([
    '-deadline',
    'deadline',
    '-deadline',
  ])
})
