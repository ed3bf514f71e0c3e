import { expect, test } from 'vitest'
import { network, networkHash, networks } from './order-limits.ts'
import { readPhone } from './phone.ts'
import { createTurnstile } from './turnstile.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s belongs to the network %s', (ip, expected) => {
  expect(network(ip)).toBe(expected)
})

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2345:6::7', ['2001:db8:1:2345', '2001:db8:1:2300/56', '2001:db8:1/48']],
  ['2001:db8:1:ff::1', ['2001:db8:1:ff', '2001:db8:1:0/56', '2001:db8:1/48']],
])('%s counts in its own network and the wider ones', (ip, keys) => {
  expect(networks(ip).map(({ key }) => key)).toEqual(keys)
})

test('the hash of an address depends on the secret', () => {
  expect(networkHash('one', '203.0.113.7')).not.toEqual(networkHash('two', '203.0.113.7'))
})

test.each([
  '067 123 45 67',
  '+380671234567',
  '380671234567',
  '(067) 123-45-67',
  '０６７１２３４５６７',
  '٠٦٧١٢٣٤٥٦٧',
  '067\u200b1234567',
])('%s is one number', (typed) => {
  expect(readPhone(typed)).toEqual({ number: '+380671234567', isValid: true })
})

test.each(['80671234567', '0671234567 дод. 5', '067 123 45 67;ext=5', 'тел. 0671234567', '1234567'])(
  '%s is kept as typed',
  (typed) => {
    expect(readPhone(typed)).toEqual({ number: typed, isValid: false })
  },
)

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
