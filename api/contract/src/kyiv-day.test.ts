import { expect, test } from 'vitest'
import { kyivDay } from './kyiv-day.ts'

// catches mutation: day-in-kyiv
test('the day of a moment is the day in Kyiv in every local time zone', () => {
  expect(kyivDay(Date.parse('2026-11-20T21:59:59Z'))).toBe('2026-11-20')
  expect(kyivDay(new Date('2026-11-20T22:00:00Z'))).toBe('2026-11-21')
})
