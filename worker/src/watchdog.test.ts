import { expect, test } from 'vitest'
import { isStuck } from './watchdog.ts'

const now = 1_000_000
const vitals = { oldestDueS: 61, lastCompletedAtMs: now - 61_000, lastFailureAtMs: now - 61_000 }

test('the consumer is stuck when a job is due for a minute although all services respond', () => {
  expect(isStuck(vitals, now)).toBe(true)
})

test.each([
  ['no job is due', { oldestDueS: 0 }],
  ['a job has completed', { lastCompletedAtMs: now - 59_000 }],
  ['a service has failed', { lastFailureAtMs: now - 59_000 }],
])('the consumer is not stuck when %s within the last minute', (_case, change) => {
  expect(isStuck({ ...vitals, ...change }, now)).toBe(false)
})
