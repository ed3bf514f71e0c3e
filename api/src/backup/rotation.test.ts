import { expect, test } from 'vitest'
import { backupName, outdated } from './rotation.ts'

const HOUR_MS = 3_600_000

test('R-50: of a year of nights 7 days, 4 weeks and 6 months stay; twice a day makes no more of them', () => {
  const newest = Date.UTC(2026, 10, 21, 2)
  const all = Array.from({ length: 2 * 365 }, (_, nth) => backupName(new Date(newest - nth * 12 * HOUR_MS)))

  const gone = new Set(outdated([...all, 'notes.txt', 'tsedra-x.backup']))

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
  const two = [new Date('2020-01-01T02:00:00Z'), new Date('2021-01-01T02:00:00Z')].map(backupName)

  expect(outdated(two)).toEqual([])
})
