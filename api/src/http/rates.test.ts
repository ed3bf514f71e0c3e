import { randomUUID } from 'node:crypto'
import type { Request } from 'express'
import { expect, test } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createRate } from './rates.ts'

const from = (address: string) => ({ 'x-forwarded-for': address })
const statuses = async (shop: Shop, count: number, path: (turn: number) => string, address: string) => {
  const answers: number[] = []
  for (let turn = 0; turn < count; turn += 1)
    answers.push((await shop.send('GET', path(turn), undefined, from(address))).status)
  return answers
}

test('600 calls of one address a minute, whatever they are; the next waits until the minute is over', () => {
  let nowMs = 0
  const rate = createRate(600, () => nowMs)
  const call = (ip: string) => rate({ ip, socket: {}, headers: { 'x-forwarded-for': ip } } as unknown as Request)
  const calls = (count: number, ip: string) => Array.from({ length: count }, () => call(ip))

  expect(calls(600, '203.0.113.7').every((waitS) => waitS === 0)).toBe(true)
  nowMs = 20_000
  expect(call('203.0.113.7')).toBe(40)
  // An IPv6 address counts with all that its owner may choose; another address is another caller.
  expect(calls(601, '2001:db8:1:2::1').at(-1)).toBe(40)
  expect(call('2001:db8:1:2:ffff::9')).toBe(40)
  expect(call('203.0.113.8')).toBe(0)
  nowMs = 60_000
  expect(call('203.0.113.7')).toBe(0)
})

test('a call too many is a refusal as any other, of unknown addresses too; what lies ready and orders go through', async () => {
  await using shop = await openShop({ rateLimits: { all: 3 } })
  const list = (turn: number) => `/api/products?limit=${turn + 1}`

  expect(await statuses(shop, 4, list, '203.0.113.7')).toEqual([200, 200, 200, 429])
  expect(await statuses(shop, 4, () => list(0), '203.0.113.7')).toEqual([200, 200, 200, 200])
  const refused = await shop.send('GET', '/api/nothing', undefined, from('203.0.113.7'))
  expect([refused.status, refused.body['code']]).toEqual([429, 'too_many_requests'])
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0)
  expect(refused.body['requestId']).toMatch(/./)
  const order = { customerName: 'Олена', customerPhone: '067 123 45 67', filledInMs: 9_000 }
  expect((await shop.send('POST', '/api/orders', order, from('203.0.113.7'))).status).toBe(201)
  const cancel = `/api/orders/${randomUUID()}/cancel`
  expect((await shop.send('POST', cancel, {}, from('203.0.113.7'))).status).toBe(429)
  expect(await shop.db('order_ids').where({ outcome: 'cancelled' })).toEqual([])
  expect(await statuses(shop, 1, list, '203.0.113.8')).toEqual([200])
})

test('60 searches of one address a minute: what nobody has asked for before counts, what lies ready does not', async () => {
  await using shop = await openShop({ rateLimits: { search: 3 } })
  const search = (turn: number) => `/api/products?search=lemon${turn}`

  expect(await statuses(shop, 4, search, '203.0.113.7')).toEqual([200, 200, 200, 429])
  expect(await statuses(shop, 2, () => search(0), '203.0.113.7')).toEqual([200, 200])
  expect(await statuses(shop, 1, () => '/api/products?limit=2', '203.0.113.7')).toEqual([200])
  expect(await statuses(shop, 1, () => search(9), '203.0.113.8')).toEqual([200])
})

test('whoever calls from this machine is not counted; who only says so is', async () => {
  await using shop = await openShop({ rateLimits: { all: 1 }, trustProxy: 1 })
  const asks = (address: string) => statuses(shop, 2, () => '/api/nothing', address)

  expect(await asks('127.0.0.1')).toEqual([404, 404])
  // A proxy puts the address that it saw behind what the caller claims.
  expect(await asks('127.0.0.1, 203.0.113.7')).toEqual([404, 429])
})

test('behind two proxies people are told apart by what the outer one saw, not by what they claim', async () => {
  await using shop = await openShop({ rateLimits: { all: 1 }, trustProxy: 2 })
  const asks = (address: string) => statuses(shop, 1, () => '/api/nothing', address)

  expect(await asks('203.0.113.7, 10.0.0.1')).toEqual([404])
  expect(await asks('198.51.100.1, 203.0.113.7, 10.0.0.1')).toEqual([429])
  expect(await asks('203.0.113.8, 10.0.0.1')).toEqual([404])
})
