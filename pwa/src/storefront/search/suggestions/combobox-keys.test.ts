import { expect, test } from 'vitest'
import { getComboboxAction, moveActive } from './combobox-keys.ts'

const open = { isOpen: true, hasActiveOption: true, hasText: true }
const closed = { isOpen: false, hasActiveOption: false, hasText: true }

test('Escape closes the list, then clears the text, then is left to the page', () => {
  expect(getComboboxAction('Escape', open)).toBe('close')
  expect(getComboboxAction('Escape', closed)).toBe('clear')
  expect(getComboboxAction('Escape', { ...closed, hasText: false })).toBeUndefined()
})

test('Home, End and Enter belong to the input until an option is active', () => {
  const keys = ['Home', 'End', 'Enter']

  expect(keys.map((key) => getComboboxAction(key, open))).toEqual(['first', 'last', 'choose'])
  expect(keys.map((key) => getComboboxAction(key, { ...open, hasActiveOption: false }))).toEqual([
    undefined,
    undefined,
    undefined,
  ])
})

test('arrows open the list and move in a circle', () => {
  expect(getComboboxAction('ArrowDown', closed)).toBe('next')
  expect(getComboboxAction('ArrowUp', closed)).toBe('previous')
  expect([moveActive('next', -1, 3), moveActive('next', 2, 3)]).toEqual([0, 0])
  expect([moveActive('previous', -1, 3), moveActive('previous', 0, 3), moveActive('previous', 2, 3)]).toEqual([2, 2, 1])
  expect([moveActive('first', 1, 3), moveActive('last', 1, 3)]).toEqual([0, 2])
})
