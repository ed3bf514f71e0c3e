import { expect, test } from 'vitest'
import { findForeignChange } from './foreign-change.ts'

const entry = (id: number, userId: string | null, kind: 'status' | 'note' = 'status') => ({
  id,
  kind,
  newStatus: 'confirmed' as const,
  actor: userId ? ('staff' as const) : ('customer' as const),
  by: userId ? { id: userId, name: userId } : null,
})

test('the last change is named when another user has made it while the order was open', () => {
  expect(findForeignChange([entry(1, 'ada'), entry(2, 'ada')], 1, 'me')).toMatchObject({ id: 2 })
  expect(findForeignChange([entry(2, null)], 1, 'me')).toMatchObject({ id: 2 })
})

test('earlier changes, own ones and notes are not named', () => {
  expect(findForeignChange([entry(1, 'ada')], 1, 'me')).toBeUndefined()
  expect(findForeignChange([entry(2, 'ada'), entry(3, 'me')], 1, 'me')).toBeUndefined()
  expect(findForeignChange([entry(2, 'ada', 'note')], 1, 'me')).toBeUndefined()
})
