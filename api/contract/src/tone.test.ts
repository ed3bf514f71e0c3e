import { expect, test } from 'vitest'
import { toneOf } from './tone.ts'

test('a slice lies on a plate of its own colour', () => {
  expect(toneOf('blood-orange-chips')).toBe('ruby')
  expect(toneOf('grapefruit-chips')).toBe('ruby')
  expect(toneOf('lemon-chips')).toBe('lemon')
  expect(toneOf('lime-chips')).toBe('lime')
  expect(toneOf('dragon-fruit-chips')).toBe('berry')
  expect(toneOf('apple-chips')).toBe('orchard')
})

test('whatever is not known lies on zest', () => {
  expect(toneOf('orange-chips')).toBe('zest')
  expect(toneOf('something-new-2')).toBe('zest')
  expect(toneOf('')).toBe('zest')
})
