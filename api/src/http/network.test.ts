import { expect, test } from 'vitest'
import { getNetworkKey, listNetworks } from './network.ts'

test.each([
  ['203.0.113.7', '203.0.113.7'],
  ['::ffff:203.0.113.7', '203.0.113.7'],
  ['::ffff:cb00:7107', '203.0.113.7'],
  ['', ''],
  ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2'],
  ['2001:0DB8:1:2::', '2001:db8:1:2'],
  ['2001:db8::1', '2001:db8:0:0'],
  ['::1', '0:0:0:0'],
  ['fe80::1%eth0', 'fe80:0:0:0'],
])('%s belongs to the network %s', (ip, expected) => {
  expect(getNetworkKey(ip)).toBe(expected)
})

test.each([
  ['203.0.113.7', ['203.0.113.7']],
  ['::ffff:203.0.113.7', ['203.0.113.7']],
  ['2001:db8:1:2345:6::7', ['2001:db8:1:2345', '2001:db8:1:2300/56', '2001:db8:1/48']],
  ['2001:db8:1:ff::1', ['2001:db8:1:ff', '2001:db8:1:0/56', '2001:db8:1/48']],
])('%s counts in its own network and in the wider ones', (ip, keys) => {
  expect(listNetworks(ip).map(({ key }) => key)).toEqual(keys)
})
