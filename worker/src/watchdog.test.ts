import { expect, test } from 'vitest'
import { isStuck } from './watchdog.ts'

const now = 1_000_000
const vitals = { oldestDueS: 61, lastCompletedAtMs: now - 61_000, lastFailureAtMs: now - 61_000 }

test('work that waits a minute while everything answers means that the consumer is stuck', () => {
  expect(isStuck(vitals, now)).toBe(true)
})

test.each([
  ['nothing waits', { oldestDueS: 0 }],
  ['something was completed', { lastCompletedAtMs: now - 59_000 }],
  ['something did not answer', { lastFailureAtMs: now - 59_000 }],
])('it is not stuck when %s lately', (_case, change) => {
  expect(isStuck({ ...vitals, ...change }, now)).toBe(false)
})
