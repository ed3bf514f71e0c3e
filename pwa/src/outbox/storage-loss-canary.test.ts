import { expect, test } from 'vitest'
import { canaryCookie, countLostEntries, readCanary } from './storage-loss-canary.ts'

const cookieOf = (...args: Parameters<typeof canaryCookie>) => canaryCookie(...args).split(';')[0]

test('a database that starts over with two open entries reports both as lost', () => {
  const before = readCanary(`a=1; ${cookieOf({ open: 2, seq: 17, lost: 0 })}; b=2`)

  expect(before).toEqual({ open: 2, seq: 17, lost: 0 })
  expect(before && countLostEntries(before, 0)).toBe(2)
  expect(before && countLostEntries(before, 1)).toBe(2)
})

test('entries that the service worker has sent do not count as lost', () => {
  expect(countLostEntries({ open: 2, seq: 17 }, 17)).toBe(0)
  expect(countLostEntries({ open: 2, seq: 17 }, 18)).toBe(0)
})

test('an unacknowledged loss stays in the cookie after more entries were saved', () => {
  const before = readCanary(`${cookieOf({ open: 0, seq: 18, lost: 2 })}`)

  expect(before).toEqual({ open: 0, seq: 18, lost: 2 })
  expect(canaryCookie({ open: 0, seq: 18, lost: 2 })).not.toContain('Max-Age=0')
})

test('a cookie of a former build is read', () => {
  expect(readCanary('obx=1.4')).toEqual({ open: 1, seq: 4, lost: 0 })
})

test('without open entries there is no cookie', () => {
  expect(readCanary('a=1')).toBeUndefined()
  expect(canaryCookie({ open: 0, seq: 3, lost: 0 })).toContain('Max-Age=0')
})
