import { expect, test } from 'vitest'
import { buildBackupName, selectOutdated } from './rotation.ts'

const HOUR_MS = 3_600_000

test('R-50: of a year of nightly backups 7 days, 4 weeks and 6 months stay, also with two a day', () => {
  const newest = Date.UTC(2026, 10, 21, 2)
  const all = Array.from({ length: 2 * 365 }, (_, nth) => buildBackupName(new Date(newest - nth * 12 * HOUR_MS)))

  const gone = new Set(selectOutdated([...all, 'notes.txt', 'tsedra-x.backup'], new Date(newest)))

  expect(all.filter((name) => !gone.has(name)).map((name) => name.slice(7, 20))).toEqual([
    '2026-11-21T02',
    '2026-11-20T14',
    '2026-11-19T14',
    '2026-11-18T14',
    '2026-11-17T14',
    '2026-11-16T14',
    '2026-11-15T14',
    '2026-11-08T14',
    '2026-11-01T14',
    '2026-10-31T14',
    '2026-09-30T14',
    '2026-08-31T14',
    '2026-07-31T14',
    '2026-06-30T14',
  ])
  expect(gone.size).toBe(2 * 365 - 14)
})

test('old backups stay while there are no newer ones', () => {
  const two = [new Date('2020-01-01T02:00:00Z'), new Date('2021-01-01T02:00:00Z')].map(buildBackupName)

  expect(selectOutdated(two, new Date('2026-11-21T02:00:00Z'))).toEqual([])
})

// catches mutation: hourly-backups-rotate
test('hourly backups: those of the last 24 hours stay, and older ones thin out to one a day', () => {
  const newest = Date.UTC(2026, 10, 21, 17, 5)
  const all = Array.from({ length: 72 }, (_, nth) => buildBackupName(new Date(newest - nth * HOUR_MS)))

  const gone = new Set(selectOutdated(all, new Date(newest)))

  const kept = all.filter((name) => !gone.has(name))
  expect(kept.slice(0, 24)).toEqual(all.slice(0, 24))
  expect(kept.slice(24).map((name) => name.slice(7, 20))).toEqual(['2026-11-19T23', '2026-11-18T23'])
})

test('backups dated in the future displace no other backup, and are not removed', () => {
  const now = new Date('2026-11-21T02:00:00Z')
  const real = Array.from({ length: 7 }, (_, nth) => buildBackupName(new Date(now.getTime() - nth * 24 * HOUR_MS)))
  const future = Array.from({ length: 9 }, (_, nth) =>
    buildBackupName(new Date(now.getTime() + (nth + 1) * 24 * HOUR_MS)),
  )

  expect(selectOutdated([...future, ...real], now)).toEqual([])
})
