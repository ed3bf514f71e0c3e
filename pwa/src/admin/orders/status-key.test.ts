import { expect, test } from 'vitest'
import { resolveStatusKey } from './status-key.ts'

test('an arrow key on a closed status choice opens the list and selects nothing', () => {
  expect(resolveStatusKey('ArrowDown', undefined, 'pending')).toEqual({ active: 'pending' })
  expect(resolveStatusKey('ArrowUp', undefined, 'cancelled')).toEqual({ active: 'cancelled' })
  for (const key of ['Home', 'End', 'PageDown', 'c', 'Enter', ' ', 'Escape'])
    expect(resolveStatusKey(key, undefined, 'pending'), key).toBeUndefined()
})

test('in the open list arrows stop at the ends, Enter and Space select, Escape closes', () => {
  expect(resolveStatusKey('ArrowDown', 'pending', 'pending')).toEqual({ active: 'confirmed' })
  expect(resolveStatusKey('ArrowDown', 'cancelled', 'pending')).toEqual({ active: 'cancelled' })
  expect(resolveStatusKey('ArrowUp', 'pending', 'pending')).toEqual({ active: 'pending' })
  expect(resolveStatusKey('End', 'pending', 'pending')).toEqual({ active: 'cancelled' })
  expect(resolveStatusKey('Home', 'cancelled', 'pending')).toEqual({ active: 'pending' })
  expect(resolveStatusKey('Enter', 'completed', 'pending')).toEqual({ choose: 'completed' })
  expect(resolveStatusKey(' ', 'completed', 'pending')).toEqual({ choose: 'completed' })
  expect(resolveStatusKey('Escape', 'completed', 'pending')).toEqual({ active: undefined })
  // Tab leaves: the blur closes the list.
  expect(resolveStatusKey('Tab', 'completed', 'pending')).toBeUndefined()
})
