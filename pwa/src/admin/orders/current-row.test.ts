import { expect, test } from 'vitest'
import { findCurrentIndex, moveRow } from './current-row.ts'

const ids = ['a', 'b', 'c']

test('the first key selects the first row, others move within the list', () => {
  const first = moveRow(ids, undefined, 1)
  expect(first).toEqual({ id: 'a', index: 0 })
  expect(moveRow(ids, undefined, -1)).toEqual({ id: 'a', index: 0 })
  expect(moveRow(ids, first, 1)).toEqual({ id: 'b', index: 1 })
  expect(moveRow(ids, first, -1)).toEqual({ id: 'a', index: 0 })
  expect(moveRow(ids, { id: 'c', index: 2 }, 1)).toEqual({ id: 'c', index: 2 })
  expect(moveRow([], undefined, 1)).toBeUndefined()
})

test('a row keeps its place when others leave, and is followed by its successor when it leaves itself', () => {
  expect(findCurrentIndex(['b', 'c'], { id: 'b', index: 1 })).toBe(0)
  expect(findCurrentIndex(['a', 'c'], { id: 'b', index: 1 })).toBe(1)
  expect(findCurrentIndex(['a'], { id: 'c', index: 2 })).toBe(0)
  expect(findCurrentIndex([], { id: 'c', index: 2 })).toBe(-1)
})
