/**
 * Backups that stay besides those of the last 24 hours: the newest of each of these days, weeks (from Monday, UTC),
 * months.
 */
const kept = { day: 7, week: 4, month: 6 } as const

const DAY_MS = 86_400_000
const pattern = /^tsedra-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

export function buildBackupName(at: Date): string {
  return `tsedra-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}.backup`
}

/** Returns when a backup was taken; undefined for any other file. */
export function parseBackupDate(name: string): Date | undefined {
  const parts = pattern.exec(name)
  return parts ? new Date(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}Z`) : undefined
}

/** Maximum clock difference, in hours, between machines that take backups. */
const CLOCK_H = 0.25

/** Returns whether the name is later than the clock: the real time of that backup is unknown. */
export function isFuture(at: Date, now: Date): boolean {
  return at.getTime() - now.getTime() > CLOCK_H * 3_600_000
}

/** Returns the outdated backups among these files. Files dated in the future are ignored and not counted. */
export function selectOutdated(names: readonly string[], now: Date): string[] {
  const backups = names
    .filter((name) => {
      const at = parseBackupDate(name)
      return at && !isFuture(at, now)
    })
    .toSorted()
    .toReversed()
  const timeOf = (name = '') => parseBackupDate(name)?.getTime() ?? 0
  const newest = timeOf(backups[0])
  // mutation test: hourly-backups-rotate
  const stay = new Set(backups.filter((name) => newest - timeOf(name) < DAY_MS))
  for (const span of ['day', 'week', 'month'] as const) {
    const seen = new Set<string | number>()
    for (const name of backups) {
      const bucket = bucketOf(span, parseBackupDate(name) ?? new Date(0))
      if (seen.has(bucket) || seen.size === kept[span]) continue
      seen.add(bucket)
      stay.add(name)
    }
  }
  return backups.filter((name) => !stay.has(name))
}

function bucketOf(span: keyof typeof kept, at: Date): string | number {
  const day = Math.floor(at.getTime() / DAY_MS)
  if (span === 'day') return day
  // 1 January 1970 was a Thursday.
  return span === 'week' ? Math.floor((day + 3) / 7) : at.toISOString().slice(0, 7)
}
