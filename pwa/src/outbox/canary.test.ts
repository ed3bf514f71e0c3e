import { expect, test } from 'vitest'
import { canaryCookie, lostSince, readCanary } from './canary.ts'

test('two requests waited, and the database begins anew: two are gone', () => {
  const before = readCanary(`a=1; ${canaryCookie({ open: 2, seq: 17 }).split(';')[0]}; b=2`)

  expect(before).toEqual({ open: 2, seq: 17 })
  expect(lostSince(before, 0)).toBe(2)
  expect(lostSince(before, 1)).toBe(2)
})

test('sent by the service worker meanwhile is not lost', () => {
  expect(lostSince({ open: 2, seq: 17 }, 17)).toBe(0)
  expect(lostSince({ open: 2, seq: 17 }, 18)).toBe(0)
})

test('nothing waited: there is nothing to be missed', () => {
  expect(readCanary('a=1')).toBeUndefined()
  expect(lostSince(undefined, 0)).toBe(0)
  expect(canaryCookie({ open: 0, seq: 3 })).toContain('Max-Age=0')
})
