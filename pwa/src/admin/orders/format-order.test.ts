import { afterEach, expect, test, vi } from 'vitest'
import { formatShortKyivDateTime, formatKyivDateTime } from './format-order.ts'

const zone = process.env['TZ']
afterEach(() => {
  vi.useRealTimers()
  if (zone === undefined) delete process.env['TZ']
  else process.env['TZ'] = zone
})

test.each(['Pacific/Auckland', 'America/Los_Angeles', 'Europe/Kyiv'])(
  'times are formatted in Kyiv time, also with a browser in %s',
  (browserZone) => {
    process.env['TZ'] = browserZone
    vi.useFakeTimers({ now: new Date('2026-11-23T12:00:00Z') })

    expect(formatShortKyivDateTime('2025-11-20T22:05:00Z', 'en')).toBe('Nov 21, 00:05')
    expect(formatKyivDateTime('2025-12-31T22:05:00Z', 'en')).toBe('January 1 at 00:05')
    expect(formatKyivDateTime('2025-11-20T22:05:00Z', 'ua')).toMatch(/^21 листопада 2025\s*р\. о 00:05$/)
  },
)
