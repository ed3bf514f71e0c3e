import { expect, test } from 'vitest'
import { kyivDay } from './kyiv-day.ts'

// catches mutation: day-in-kyiv
test('a day is Kyiv’s, wherever somebody is', () => {
  expect(kyivDay(Date.parse('2026-11-20T21:59:59Z'))).toBe('2026-11-20')
  expect(kyivDay(new Date('2026-11-20T22:00:00Z'))).toBe('2026-11-21')
})
