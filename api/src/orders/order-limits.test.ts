import { expect, test } from 'vitest'
import { networkHash } from './order-limits.ts'
import { createTurnstile } from './turnstile.ts'

test('the hash of an address depends on the secret', () => {
  expect(networkHash('one', '203.0.113.7')).not.toEqual(networkHash('two', '203.0.113.7'))
})

test('a turnstile counts others ahead, copies once, and forgets who has left', () => {
  const turnstile = createTurnstile()
  const first = turnstile.enter('a', '1')
  const copy = turnstile.enter('a', '1')
  const second = turnstile.enter('a', '2')
  first.leave()
  const third = turnstile.enter('a', '3')
  copy.leave()
  second.leave()
  third.leave()

  expect([first.ahead, copy.ahead, second.ahead, third.ahead]).toEqual([[], [], ['1'], ['1', '2']])
  expect([first.calls, copy.calls, second.calls, third.calls]).toEqual([0, 1, 2, 2])
  expect(turnstile.enter('a', '4').ahead).toEqual([])
})
