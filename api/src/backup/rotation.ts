/** Backups that stay: the newest of each of so many days, weeks (from Monday, UTC) and months that have one. */
const kept = { day: 7, week: 4, month: 6 } as const

const DAY_MS = 86_400_000
const pattern = /^tsedra-(\d{4}-\d\d-\d\d)T(\d\d)(\d\d)(\d\d)Z\.backup$/

export function backupName(at: Date): string {
  return `tsedra-${at
    .toISOString()
    .replace(/\.\d+Z$/, 'Z')
    .replaceAll(':', '')}.backup`
}

/** When a backup was taken; undefined for a file that is none. */
export function takenAt(name: string): Date | undefined {
  const parts = pattern.exec(name)
  return parts ? new Date(`${parts[1]}T${parts[2]}:${parts[3]}:${parts[4]}Z`) : undefined
}

/** Those of these files that are backups and need not stay. */
export function outdated(names: readonly string[]): string[] {
  const backups = names
    .filter((name) => takenAt(name))
    .toSorted()
    .toReversed()
  const stay = new Set<string>()
  for (const span of ['day', 'week', 'month'] as const) {
    const seen = new Set<string | number>()
    for (const name of backups) {
      const bucket = bucketOf(span, takenAt(name) ?? new Date(0))
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
