import { expect, test } from 'vitest'
import { formatAlertSettings, isQuiet, parseAlertSettings } from './alert-settings.ts'

const quiet = (quietFrom: string, quietTo: string) => ({ hasSound: true, hasNotification: true, quietFrom, quietTo })
const at = (hours: number, minutes = 0) => new Date(2026, 10, 20, hours, minutes)

test('alerts are off until they are turned on; stored settings survive, invalid ones do not', () => {
  expect(parseAlertSettings(undefined)).toMatchObject({ hasSound: false, hasNotification: false })
  expect(parseAlertSettings('{"a":1}')).toMatchObject({ quietFrom: '00:00', quietTo: '00:00' })
  expect(parseAlertSettings('s 99:00 08:00')).toMatchObject({ hasSound: true, quietFrom: '00:00' })
  for (const settings of [quiet('22:00', '08:00'), { ...quiet('13:00', '14:30'), hasSound: false }])
    expect(parseAlertSettings(formatAlertSettings(settings))).toEqual(settings)
})

// catches mutation: quiet-hours-over-midnight
test('quiet hours include their start and not their end, also over midnight; equal times are none', () => {
  const night = quiet('22:00', '08:05')
  expect([at(21, 59), at(22), at(23, 59), at(0), at(8, 4), at(8, 5)].map((date) => isQuiet(night, date))).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ])
  const noon = quiet('13:00', '14:00')
  expect([at(12, 59), at(13), at(13, 59), at(14)].map((date) => isQuiet(noon, date))).toEqual([
    false,
    true,
    true,
    false,
  ])
  expect(isQuiet(quiet('09:00', '09:00'), at(9))).toBe(false)
})
