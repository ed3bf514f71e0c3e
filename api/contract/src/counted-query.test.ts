import { expect, test } from 'vitest'
import { normaliseCountedQuery } from './counted-query.ts'

test('a query is counted in lower case, with single spaces and at most 100 characters', () => {
  expect(normaliseCountedQuery('  Old \t Fashioned ')).toBe('old fashioned')
  expect(normaliseCountedQuery('ЧИПСИ 500 г')).toBe('чипси 500 г')
  expect(normaliseCountedQuery('а'.repeat(200))).toHaveLength(100)
  expect(normaliseCountedQuery('и\u0306од')).toBe('йод')
})

test('a query that is too short or looks like a phone, a card number or an e-mail address is not counted', () => {
  for (const query of [
    '',
    ' л ',
    '𝌟',
    'olena@bar.example',
    '+38 (050) 123-45-67',
    '0501234567',
    '4444 3333',
    'замовлення 12345',
  ])
    expect(normaliseCountedQuery(query), query).toBeUndefined()
})
