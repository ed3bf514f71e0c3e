import { expect, test } from 'vitest'
import { hashNetwork } from './order-limits.ts'
import { createInFlightCounter } from './in-flight-counter.ts'

test('the hash of an address depends on the secret', () => {
  expect(hashNetwork('one', '203.0.113.7')).not.toEqual(hashNetwork('two', '203.0.113.7'))
})

test('the in-flight counter counts other ids, counts copies once, and removes those that left', () => {
  const inFlightCounter = createInFlightCounter()
  const first = inFlightCounter.enter('a', '1')
  const copy = inFlightCounter.enter('a', '1')
  const second = inFlightCounter.enter('a', '2')
  first.leave()
  const third = inFlightCounter.enter('a', '3')
  copy.leave()
  second.leave()
  third.leave()

  expect([first.ahead, copy.ahead, second.ahead, third.ahead]).toEqual([[], [], ['1'], ['1', '2']])
  expect([first.calls, copy.calls, second.calls, third.calls]).toEqual([0, 1, 2, 2])
  expect(inFlightCounter.enter('a', '4').ahead).toEqual([])
})
