import { expect, test } from 'vitest'
import { moveItem } from './move-item.ts'

const items = ['a', 'b', 'c'].map((id) => ({ id }))
const ids = (id: string, to: number) =>
  moveItem(items, id, to)
    .map((item) => item.id)
    .join('')

test('an item moves to another index, and out of range to the end', () => {
  expect([ids('a', 1), ids('a', 2), ids('a', 9)]).toEqual(['bac', 'bca', 'bca'])
  expect([ids('c', 0), ids('c', -1), ids('b', 1)]).toEqual(['cab', 'cab', 'abc'])
  expect(ids('x', 0)).toBe('abc')
})
