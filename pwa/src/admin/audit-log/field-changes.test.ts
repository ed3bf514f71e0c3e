import { expect, test } from 'vitest'
import { listFieldChanges } from './field-changes.ts'

test('changes combine both sides of a field, texts with their language', () => {
  expect(
    listFieldChanges({
      before: { price: '100.00', 'name.ua': 'Лимон' },
      after: { price: '120.00', 'name.ua': 'Лайм' },
    }),
  ).toEqual([
    { field: 'price', language: undefined, before: '100.00', after: '120.00' },
    { field: 'name', language: 'ua', before: 'Лимон', after: 'Лайм' },
  ])
  expect(listFieldChanges({ before: null, after: { role: 'editor' } })).toEqual([
    { field: 'role', language: undefined, before: undefined, after: 'editor' },
  ])
  expect(listFieldChanges({ before: null, after: null })).toEqual([])
})
