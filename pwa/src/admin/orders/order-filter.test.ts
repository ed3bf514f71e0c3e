import { expect, test } from 'vitest'
import { parseOrderFilter } from './order-filter.ts'

const parse = (search: string) => {
  const params = new URLSearchParams(search)
  return parseOrderFilter({ get: (name) => params.get(name) ?? '' })
}

test('the filter comes from the address; invalid values are omitted', () => {
  expect(parse('status=pending&from=2026-11-01&to=2026-11-21&search= 067 ')).toEqual({
    status: 'pending',
    from: '2026-11-01',
    to: '2026-11-21',
    search: '067',
  })
  expect(parse('status=gone&from=yesterday&to=1999-01-01&search=%20')).toEqual({})
  expect(parse('from=2026-02-41')).toEqual({})
})
