import { randomUUID } from 'node:crypto'
import { EventEmitter } from 'node:events'
import type { Request, Response } from 'express'
import { expect, test, vi } from 'vitest'
import { openShop, type Shop } from '../../test/shop.ts'
import { createRateLimiter, limitRequests } from './rate-limiter.ts'

const from = (address: string) => ({ 'x-forwarded-for': address })
const statuses = async (shop: Shop, count: number, path: (turn: number) => string, address: string) => {
  const responses: number[] = []
  for (let turn = 0; turn < count; turn += 1)
    responses.push((await shop.send('GET', path(turn), undefined, from(address))).status)
  return responses
}

test('600 requests of one address a minute, of any kind; the next waits until the window ends', () => {
  let nowMs = 0
  const rate = createRateLimiter(600, () => nowMs)
  const call = (ip: string) => rate({ ip, socket: {}, headers: { 'x-forwarded-for': ip } } as unknown as Request)
  const calls = (count: number, ip: string) => Array.from({ length: count }, () => call(ip))

  expect(calls(600, '203.0.113.7').every((waitS) => waitS === 0)).toBe(true)
  nowMs = 20_000
  expect(call('203.0.113.7')).toBe(40)
  // An IPv6 address counts with its whole /64; another network has its own limit.
  expect(calls(601, '2001:db8:1:2::1').at(-1)).toBe(40)
  expect(call('2001:db8:1:2:ffff::9')).toBe(40)
  expect(call('203.0.113.8')).toBe(0)
  nowMs = 60_000
  expect(call('203.0.113.7')).toBe(0)
})

const createTestLimiter = (perMinute: number) => {
  const rate = createRateLimiter(perMinute, () => 0)
  return (ip: string) =>
    rate({ ip, socket: {}, headers: { 'x-forwarded-for': ip } } as unknown as Request) === 0 ? 'passed' : 'refused'
}
const passedOf = (call: (ip: string) => string, count: number, ip: (turn: number) => string) =>
  Array.from({ length: count }, (_, turn) => call(ip(turn))).filter((outcome) => outcome === 'passed').length

// catches mutation: rate-limit-wide-networks
test('IPv6 counts at /64, /56 and /48, each wider network with a higher limit', () => {
  const call = createTestLimiter(10)

  expect(passedOf(call, 100, (turn) => `2001:db8:1:100::${turn.toString(16)}`)).toBe(10)
  expect(passedOf(call, 200, (turn) => `2001:db8:1:1${(turn % 256).toString(16).padStart(2, '0')}::1`)).toBe(10)
  expect(passedOf(call, 200, (turn) => `2001:db8:1:${(turn + 2).toString(16)}00::1`)).toBe(20)
  expect(call('2001:db8:2:100::1')).toBe('passed')
})

test('refused requests of one /64 do not use up the limit of its neighbours', () => {
  const call = createTestLimiter(10)

  expect(passedOf(call, 1_000, () => '2001:db8:1:100::1')).toBe(10)
  expect(passedOf(call, 10, () => '2001:db8:1:200::1')).toBe(10)
})

test('memory is bounded: beyond 10,000 networks the oldest counter is deleted, and narrow networks evict no wide one', () => {
  const call = createTestLimiter(1)
  call('203.0.113.7')
  const many = (prefix: string) => (turn: number) => `${prefix}${Math.floor(turn / 250)}.${turn % 250}`
  passedOf(call, 9_000, many('10.1.'))
  expect(call('203.0.113.7')).toBe('refused')
  passedOf(call, 9_000, many('10.2.'))
  expect(call('203.0.113.7')).toBe('passed')

  const narrow = createTestLimiter(1)
  expect(passedOf(narrow, 20_000, (turn) => `2001:db8:1:${turn.toString(16)}::1`)).toBe(4)
})

// catches mutation: refusals-delayed-in-flood
test('in a flood refusals beyond twenty a second are delayed, and permitted requests never are', () => {
  vi.useFakeTimers()
  try {
    const limit = limitRequests(
      () => 40,
      () => 0,
    )
    const answered = { atOnce: 0, later: 0, passed: 0 }
    const call = (method: string, path: string) => {
      const req = { method, path } as Request
      const next = (error?: unknown) => void (error ? (answered.later += 1) : (answered.passed += 1))
      try {
        void limit(req, new EventEmitter() as Response, next)
      } catch {
        answered.atOnce += 1
      }
    }

    for (let turn = 0; turn < 60; turn += 1) call('GET', '/api/nothing')
    call('POST', '/api/orders')
    expect(answered).toEqual({ atOnce: 20, later: 0, passed: 1 })
    vi.advanceTimersByTime(1_000)
    expect(answered).toEqual({ atOnce: 20, later: 40, passed: 1 })
    // Beyond the maximum number of delayed refusals further ones are sent at once.
    for (let turn = 0; turn < 3_000; turn += 1) call('GET', '/api/nothing')
    expect(answered.atOnce).toBeGreaterThan(900)
  } finally {
    vi.useRealTimers()
  }
})

// catches mutation: request-rate-limit, order-rate-limit-separate, cancel-in-request-limit
test('beyond the limit unknown paths are refused too, while cached responses and orders pass', async () => {
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

// catches mutation: search-rate-limit
test('60 searches of one address a minute: uncached ones count, cached ones do not', async () => {
  await using shop = await openShop({ rateLimits: { search: 3 } })
  const search = (turn: number) => `/api/products?search=lemon${turn}`

  expect(await statuses(shop, 4, search, '203.0.113.7')).toEqual([200, 200, 200, 429])
  expect(await statuses(shop, 2, () => search(0), '203.0.113.7')).toEqual([200, 200])
  expect(await statuses(shop, 1, () => '/api/products?limit=2', '203.0.113.7')).toEqual([200])
  expect(await statuses(shop, 1, () => search(9), '203.0.113.8')).toEqual([200])
})

// catches mutation: forwarded-for-not-trusted
test('requests from loopback are not counted; a forged loopback address is', async () => {
  await using shop = await openShop({ rateLimits: { all: 1 }, trustProxy: 1 })
  const statusesFrom = (address: string) => statuses(shop, 2, () => '/api/nothing', address)

  expect(await statusesFrom('127.0.0.1')).toEqual([404, 404])
  // A proxy appends the address that it received to the client's value.
  expect(await statusesFrom('127.0.0.1, 203.0.113.7')).toEqual([404, 429])
})

test('behind two proxies clients are distinguished by the address that the outer proxy received, not by forged ones', async () => {
  await using shop = await openShop({ rateLimits: { all: 1 }, trustProxy: 2 })
  const statusesFrom = (address: string) => statuses(shop, 1, () => '/api/nothing', address)

  expect(await statusesFrom('203.0.113.7, 10.0.0.1')).toEqual([404])
  expect(await statusesFrom('198.51.100.1, 203.0.113.7, 10.0.0.1')).toEqual([429])
  expect(await statusesFrom('203.0.113.8, 10.0.0.1')).toEqual([404])
})
