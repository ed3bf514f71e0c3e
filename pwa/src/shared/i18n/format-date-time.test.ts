import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { formatDateTime } from './format-date-time.ts'

beforeEach(() => void vi.useFakeTimers({ now: new Date(2026, 5, 15) }))
afterEach(() => void vi.useRealTimers())

test('the year is shown only for a date of another year', () => {
  const format = (time: Date) => formatDateTime(time.getTime(), 'ua')

  expect(format(new Date(2026, 10, 21, 23, 41))).toBe('21 листопада о 23:41')
  expect(format(new Date(2025, 10, 21, 23, 41))).toMatch(/^21 листопада 2025 р\. о 23:41$/)
})
