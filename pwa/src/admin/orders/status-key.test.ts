import { expect, test } from 'vitest'
import { statusKey } from './status-key.ts'

test('an arrow key on a closed status choice opens the list and chooses nothing', () => {
  expect(statusKey('ArrowDown', undefined, 'pending')).toEqual({ active: 'pending' })
  expect(statusKey('ArrowUp', undefined, 'cancelled')).toEqual({ active: 'cancelled' })
  for (const key of ['Home', 'End', 'PageDown', 'c', 'Enter', ' ', 'Escape'])
    expect(statusKey(key, undefined, 'pending'), key).toBeUndefined()
})

test('in the open list arrows move to an end and stay, Enter and Space choose, Escape closes', () => {
  expect(statusKey('ArrowDown', 'pending', 'pending')).toEqual({ active: 'confirmed' })
  expect(statusKey('ArrowDown', 'cancelled', 'pending')).toEqual({ active: 'cancelled' })
  expect(statusKey('ArrowUp', 'pending', 'pending')).toEqual({ active: 'pending' })
  expect(statusKey('End', 'pending', 'pending')).toEqual({ active: 'cancelled' })
  expect(statusKey('Home', 'cancelled', 'pending')).toEqual({ active: 'pending' })
  expect(statusKey('Enter', 'completed', 'pending')).toEqual({ choose: 'completed' })
  expect(statusKey(' ', 'completed', 'pending')).toEqual({ choose: 'completed' })
  expect(statusKey('Escape', 'completed', 'pending')).toEqual({ active: undefined })
  // Tab leaves: the blur closes the list.
  expect(statusKey('Tab', 'completed', 'pending')).toBeUndefined()
})
