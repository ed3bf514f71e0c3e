import { expect, test } from 'vitest'
import { getResponseTime } from './response-time.ts'

const placed = Date.parse('2026-11-21T10:00:00Z')
const minutesAfterPlaced = (count: number) => placed + count * 60_000

// catches mutation: answer-late
test.each([
  [0, 'calm', 'hours', 24, 0],
  [13 * 60, 'calm', 'hours', 11, 0],
  [19 * 60 + 45, 'calm', 'both', 4, 15],
  [20 * 60, 'calm', 'both', 4, 0],
  [20 * 60 + 1, 'urgent', 'both', 3, 59],
  [23 * 60 + 30, 'urgent', 'minutes', 0, 30],
  [24 * 60, 'urgent', 'minutes', 0, 0],
  [24 * 60 + 1, 'late', 'minutes', 0, 1],
  [26 * 60, 'late', 'both', 2, 0],
  [80 * 60, 'late', 'days', 56, 0],
] as const)('%i minutes after an order a response is %s, shown in %s', (after, state, unit, hours, rest) => {
  expect(getResponseTime(placed, minutesAfterPlaced(after))).toEqual({
    state,
    remaining: { unit, days: Math.floor(hours / 24), hours, minutes: rest },
  })
})
