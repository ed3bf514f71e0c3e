import { expect, test } from 'vitest'
import { orderFilter } from './order-filter.ts'

const at = (search: string) => {
  const params = new URLSearchParams(search)
  return orderFilter({ get: (name) => params.get(name) ?? '' })
}

test('the address says what is looked for; what no server would take is left out', () => {
  expect(at('status=pending&from=2026-11-01&to=2026-11-21&search= 067 ')).toEqual({
    status: 'pending',
    from: '2026-11-01',
    to: '2026-11-21',
    search: '067',
  })
  expect(at('status=gone&from=yesterday&to=1999-01-01&search=%20')).toEqual({})
  expect(at('from=2026-02-41')).toEqual({})
})
