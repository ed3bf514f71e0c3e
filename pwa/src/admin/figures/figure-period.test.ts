import { expect, test } from 'vitest'
import { parsePeriod } from './figure-period.ts'

const parse = (address: string) => {
  const params = new URLSearchParams(address)
  return parsePeriod({ get: (name) => params.get(name) ?? '' }, '2026-11-24')
}

test('the period is a number of days up to today, thirty without a valid one', () => {
  expect(parse('days=7')).toEqual({ from: '2026-11-18', to: '2026-11-24', preset: 7, step: 'day', isValid: true })
  expect(parse('days=365')).toMatchObject({ from: '2025-11-25', preset: 365, step: 'week' })
  expect(parse('days=90')).toMatchObject({ from: '2026-08-27', step: 'day' })
  for (const address of ['', 'days=8', 'days=x'])
    expect(parse(address)).toMatchObject({ from: '2026-10-26', preset: 30 })
})

test('a custom range takes precedence; a reversed or too long one is invalid', () => {
  expect(parse('days=7&from=2026-10-01&to=2026-10-31')).toEqual({
    from: '2026-10-01',
    to: '2026-10-31',
    preset: undefined,
    step: 'day',
    isValid: true,
  })
  expect(parse('from=2026-11-20')).toMatchObject({ to: '2026-11-24', isValid: true })
  expect(parse('to=2026-10-31')).toMatchObject({ from: '2026-10-02' })
  expect(parse('from=2026-10-31&to=2026-10-01')).toMatchObject({ isValid: false })
  expect(parse('from=2024-11-24')).toMatchObject({ isValid: true, step: 'week' })
  expect(parse('from=2024-11-23')).toMatchObject({ isValid: false })
  expect(parse('from=2024-11-24&step=day')).toMatchObject({ step: 'day' })
})
