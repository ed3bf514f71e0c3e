import { expect, test } from 'vitest'
import { pickTone } from './tone.ts'

test('a slice gets a plate of its own colour', () => {
  expect(pickTone('blood-orange-chips')).toBe('ruby')
  expect(pickTone('grapefruit-chips')).toBe('ruby')
  expect(pickTone('lemon-chips')).toBe('lemon')
  expect(pickTone('lime-chips')).toBe('lime')
  expect(pickTone('dragon-fruit-chips')).toBe('berry')
  expect(pickTone('apple-chips')).toBe('orchard')
})

test('each category of the demo catalogue has a tone of its own', () => {
  const slugs = ['citrus-chips', 'orchard-fruit', 'tropical-fruit', 'berries-flowers', 'spices-rims', 'bar-sets']
  expect(new Set(slugs.map(pickTone)).size).toBe(slugs.length)
})

test('an unknown slug gets the tone zest', () => {
  expect(pickTone('orange-chips')).toBe('zest')
  expect(pickTone('something-new-2')).toBe('zest')
  expect(pickTone('')).toBe('zest')
})
